import { readSignedInState } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { readQueueNumberCounter } from '#storage/device/queue-numbers.ts';

/**
 * Returns the active branch while the device lacks its queue letters (S28) and the server is reachable; otherwise null. Can be
 * used in a live query.
 */
export async function findBranchWithoutQueueLetters(): Promise<string | null> {
  const [presence, link] = await Promise.all([readSignedInState(), readConnectionState()]);
  if (presence?.gate !== 'open' || presence.branchId === null || link.name === 'down') return null;
  const turns = await readQueueNumberCounter(presence.branchId);
  return turns === null || turns.letters === null ? presence.branchId : null;
}
