import type { Branding } from '#contract/records/branding.ts';
import { Serial } from '#domain/serial.ts';
import { readAccount, type Account } from '#storage/account/accounts.ts';
import { isLogoStored, saveBranding, saveLogo } from '#storage/account/brand.ts';
import { callServer, callServerForBytes } from '../api/remote.ts';

export { readBrand, type Brand } from '#storage/account/brand.ts';

/** MIME types in which the server serves the logos that it accepts. */
const LOGO_SERVED = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Fetches and stores the logo if it is not on the device. If that fails, the name is shown without it, and the next refresh
 * retries.
 */
async function refreshLogo(account: Account, branding: Branding): Promise<void> {
  if (branding.has_logo !== true || (await isLogoStored(account, branding))) return;
  const response = await callServerForBytes('ownLogo', LOGO_SERVED);
  if (response.type === 'ok') await saveLogo(account, branding, response.body);
}

async function refresh(): Promise<void> {
  const account = await readAccount();
  if (account?.gate !== 'open') return; // The cookie may belong to another user (D2).
  const response = await callServer('branding');
  if (response.type !== 'ok') return;
  const { branch_id: branchId = account.branchId } = response.body;
  if (branchId !== account.branchId) return; // The session acts for a branch other than the one that the device knows.
  await saveBranding(account, response.body);
  await refreshLogo(account, response.body);
}

/** Refreshes run sequentially: a late response about the former branch must not win. */
const queue = new Serial();

/**
 * Fetches the active branch's name, and its logo if it differs from the one on the device, and stores both for the next start
 * without network. The shell shows the stored values: call it after the branch or its logo was saved.
 */
export const refreshBranding = (): Promise<void> => queue.run(refresh);
