import type { AuthorisationText, AuthorisationTextBody } from '#contract/records/authorisation-text.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { refreshBranding } from './branding.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

/**
 * Returns the text that patients sign and its earlier versions. The device does not store them.
 * @throws Unreachable, Rejected
 */
export async function fetchAuthorisationText(): Promise<AuthorisationText> {
  const response = await sendRequest('getAuthorisationText');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Sets the text that patients sign from now on.
 * @param read text on which the user's change is based
 */
export async function setAuthorisationText(
  read: Pick<AuthorisationText, 'revision'>,
  body: AuthorisationTextBody,
): Promise<SaveResult<AuthorisationText>> {
  const result = saveResultOf(
    await sendRequest('setAuthorisationText', { body, headers: createIfMatchHeader(read) }),
  );
  // The text of this device is the one that its next patient signs. A failed refresh is repeated at the next one.
  if (result.type === 'saved') void refreshBranding();
  return result;
}
