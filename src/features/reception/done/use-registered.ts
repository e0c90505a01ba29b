import { useLiveQuery } from 'dexie-react-hooks';
import { readSignedInState } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { readQueuedRegistration, readRegistrationReceipt } from '#storage/outbox/entries.ts';
import { mayQueueNumbersBeUsed } from '#storage/device/queue-numbers.ts';
import { NO_QUEUE_NUMBER_TEXT, queueNumberText } from '#sync/messages/queue-number-text.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { toDeliveryState, type ConfirmedRegistration } from './done-state.ts';

/**
 * Returns the registration's entry, or its receipt once the entry has left the outbox (`kept`). `registered` and `kept` are
 * undefined while both are being read, and if `entryId` is null.
 */
export function useConfirmedRegistration(ownerId: string, entryId: string | null) {
  const read = useLiveQuery(async () => {
    if (entryId === null) return undefined;
    const [entry, receipt, link, presence] = await Promise.all([
      readQueuedRegistration(ownerId, entryId),
      readRegistrationReceipt(ownerId, entryId),
      readConnectionState(),
      readSignedInState(),
    ]);
    return { of: entryId, registered: { entry, receipt, link, gate: presence?.gate ?? 'open' } };
  }, [ownerId, entryId]);
  // This is read before the first confirmation, so that the announcement contains the queue number.
  const areNumbersAssigned = useDelayedLiveQuery(['device'], mayQueueNumbersBeUsed, []) ?? false;
  // The live query returns the previous registration until it has read the new one.
  const registered: ConfirmedRegistration | undefined = read?.of === entryId ? read.registered : undefined;
  const kept = registered?.entry ?? registered?.receipt ?? undefined;
  return {
    registered,
    kept,
    state: toDeliveryState(registered),
    /** True if the device no longer has the registration. */
    isGone: registered !== undefined && kept === undefined,
    /** 'Turno B-14', or why the number is missing; null if the server assigns no queue numbers. */
    turn: kept ? (queueNumberText(kept) ?? (areNumbersAssigned ? NO_QUEUE_NUMBER_TEXT : null)) : null,
  };
}

export type ConfirmationView = ReturnType<typeof useConfirmedRegistration>;
