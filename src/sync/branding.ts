import { readAccount, saveBranding } from '#storage/accounts.ts';
import { callProvider } from './remote.ts';

export { readBranding } from '#storage/accounts.ts';

/** Fetches the active branch's face and keeps it for the next start without network. */
export async function refreshBranding(): Promise<void> {
  const account = await readAccount();
  if (!account) return;
  const answer = await callProvider('branding');
  if (answer.type === 'ok') await saveBranding(account.userId, answer.body);
}
