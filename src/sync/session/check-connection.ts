import { probe } from '../outbox/probe.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { revalidateSession } from './session.ts';

/**
 * Probes the server on the user's request: updates the connection state and, if the server responds, the session state. Then
 * starts a drain at once.
 */
export async function checkConnection(): Promise<void> {
  const { reached } = await probe();
  if (reached) await revalidateSession();
  requestDrain('person');
}
