import { probe } from '../outbox/probe.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { revalidateSession } from './session.ts';

/** A person asks how it stands: the link and the gate follow from the answers, and what waits for the link is tried at once. */
export async function checkConnection(): Promise<void> {
  const { reached } = await probe();
  if (reached) await revalidateSession();
  requestDrain('person');
}
