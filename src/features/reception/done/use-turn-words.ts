import { areQueueNumbersAssigned } from '#storage/device/turns.ts';
import { NO_QUEUE_NUMBER, queueNumberText } from '#sync/words/turn-text.ts';
import { useSettledQuery } from '#components/use-settled.ts';

interface Called {
  readonly turn: string | null;
}

/**
 * Returns a function for the text of a queue number: 'Turno B-14', or that there is none; null if the server gives no queue
 * numbers.
 */
export function useQueueNumberText(): (kept: Called) => string | null {
  const areGiven = useSettledQuery(['device'], areQueueNumbersAssigned, []) ?? false;
  return (kept) => queueNumberText(kept) ?? (areGiven ? NO_QUEUE_NUMBER : null);
}
