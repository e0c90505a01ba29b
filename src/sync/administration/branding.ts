import type { Branding } from '#contract/records/branding.ts';
import { Serial } from '#domain/serial.ts';
import { readAccount, type Account } from '#storage/account/accounts.ts';
import { isLogoHere, saveBranding, saveLogo } from '#storage/account/brand.ts';
import { callProvider, callProviderForBytes } from '../api/remote.ts';

export { readBrand, type Brand } from '#storage/account/brand.ts';

/** What the provider makes of every logo that it takes. */
const LOGO_SERVED = ['image/png', 'image/jpeg', 'image/webp'];

/** A logo that does not come leaves the name without it; the next refresh asks again. */
async function refreshLogo(account: Account, branding: Branding): Promise<void> {
  if (branding.has_logo !== true || (await isLogoHere(account, branding))) return;
  const answer = await callProviderForBytes('ownLogo', LOGO_SERVED);
  if (answer.type === 'ok') await saveLogo(account, branding, answer.body);
}

async function refresh(): Promise<void> {
  const account = await readAccount();
  if (account?.gate !== 'open') return; // The cookie may be anybody's (D2).
  const answer = await callProvider('branding');
  if (answer.type !== 'ok') return;
  const { branch_id: branchId = account.branchId } = answer.body;
  if (branchId !== account.branchId) return; // The session acts for another branch than the device knows of yet.
  await saveBranding(account, answer.body);
  await refreshLogo(account, answer.body);
}

/** One after the other: a late answer about the former branch must not win. */
const queue = new Serial();

/**
 * Fetches the active branch's name, and its logo where that is another than the one on the device, and keeps both for
 * the next start without network. The shell follows what is kept: call it after the branch or its logo was saved.
 */
export const refreshBranding = (): Promise<void> => queue.run(refresh);
