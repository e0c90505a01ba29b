import type { Branding } from '#contract/records/branding.ts';
import { SerialTaskQueue } from '#domain/serial.ts';
import { readAccount, type Account } from '#storage/account/accounts.ts';
import { isLogoStored, saveBranding, saveLogo } from '#storage/account/brand.ts';
import { backgroundClient } from '../../api/api-client.ts';

export { readBrand, type Brand } from '#storage/account/brand.ts';

const LOGO_CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Fetches and stores the logo if the device lacks it. After a failure the app shows only the name, and the next refresh
 * retries.
 */
async function fetchLogoIfMissing(account: Account, branding: Branding): Promise<void> {
  if (branding.has_logo !== true || (await isLogoStored(account, branding))) return;
  const response = await backgroundClient.callBytes('ownLogo', LOGO_CONTENT_TYPES);
  if (response.type === 'ok') await saveLogo(account, branding, response.body);
}

async function fetchAndStoreBranding(): Promise<void> {
  const account = await readAccount();
  if (account?.gate !== 'open') return; // Unless the session is open, its cookie may belong to another user (D2).
  const response = await backgroundClient.call('branding');
  if (response.type !== 'ok') return;
  const { branch_id: branchId = account.branchId } = response.body;
  if (branchId !== account.branchId) return; // The session's branch differs from the branch in the device's account, so its branding is not stored.
  await saveBranding(account, response.body);
  await fetchLogoIfMissing(account, response.body);
}

/** Runs refreshes one after another, so that a late response for the previous branch cannot overwrite the new branding. */
const brandingRefreshQueue = new SerialTaskQueue();

/**
 * Fetches the active branch's name, and its logo if it changed, and stores both. The shell shows the stored values, so call
 * this after every save of the branch or its logo.
 */
export const refreshBranding = (): Promise<void> => brandingRefreshQueue.run(fetchAndStoreBranding);
