import type { AuthorisationText } from '#contract/records/authorisation-text.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

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
 * @param text null if patients sign no text
 */
export const setAuthorisationText = async (
  read: Pick<AuthorisationText, 'revision'>,
  text: string | null,
): Promise<SaveResult<AuthorisationText>> =>
  saveResultOf(
    await sendRequest('setAuthorisationText', { body: { text }, headers: createIfMatchHeader(read) }),
  );
