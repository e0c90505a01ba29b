import { readPresence } from '#storage/account/accounts.ts';
import { readLink } from '#storage/device/link.ts';
import { readTurns } from '#storage/device/turns.ts';

/**
 * The branch of whoever is signed in while its letters are not here (S28) and the provider can be asked for them; else null.
 * Live queries follow it.
 */
export async function branchWithoutLetters(): Promise<string | null> {
  const [presence, link] = await Promise.all([readPresence(), readLink()]);
  if (presence?.gate !== 'open' || presence.branchId === null || link.name === 'down') return null;
  const turns = await readTurns(presence.branchId);
  return turns === null || turns.letters === null ? presence.branchId : null;
}
