import { readPresence } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/link.ts';
import { readQueueNumbers } from '#storage/device/turns.ts';

/**
 * Returns the branch of the signed-in user while its queue letters are missing on the device (S28) and the server can be
 * reached; otherwise null. Live queries can follow it.
 */
export async function branchWithoutQueueLetters(): Promise<string | null> {
  const [presence, link] = await Promise.all([readPresence(), readConnectionState()]);
  if (presence?.gate !== 'open' || presence.branchId === null || link.name === 'down') return null;
  const turns = await readQueueNumbers(presence.branchId);
  return turns === null || turns.letters === null ? presence.branchId : null;
}
