import { probeServer } from '../outbox/sending/probe.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { revalidateSession } from './session.ts';

/** Probes the server at the user's request, updates connection and session state, and starts a drain. */
export async function checkConnectionAndDrain(): Promise<void> {
  const { reached } = await probeServer();
  if (reached) await revalidateSession();
  requestDrain('person');
}
