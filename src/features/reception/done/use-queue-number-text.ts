import { areQueueNumbersUsed } from '#storage/device/queue-numbers.ts';
import { NO_QUEUE_NUMBER_TEXT, queueNumberText } from '#sync/messages/queue-number-text.ts';
import { useDelayedLiveQuery } from '#components/use-settled-query.ts';

interface QueueNumberHolder {
  readonly turn: string | null;
}

/**
 * Returns a function that formats a queue number as 'Turno B-14', or explains why the number is missing. It returns null if the
 * server assigns no queue numbers.
 */
export function useFormatQueueNumber(): (kept: QueueNumberHolder) => string | null {
  const areGiven = useDelayedLiveQuery(['device'], areQueueNumbersUsed, []) ?? false;
  return (kept) => queueNumberText(kept) ?? (areGiven ? NO_QUEUE_NUMBER_TEXT : null);
}
