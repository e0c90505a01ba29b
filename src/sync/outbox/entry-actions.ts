import { discardOutboxEntry, makeItemsDueForRetry } from '#storage/outbox/entry-actions.ts';
import { requestDrain } from './outbox.ts';

/** Retries at the user's request: all waiting items of the queue, or the waiting and rejected items of one entry (S10). */
export async function retryItemsNow(ownerId: string, entryId: string | null = null): Promise<void> {
  await makeItemsDueForRetry(ownerId, entryId, Date.now());
  requestDrain('person');
}

export const discardEntry = (ownerId: string, entryId: string): Promise<'discarded' | 'being_sent'> =>
  discardOutboxEntry(ownerId, entryId, Date.now());
