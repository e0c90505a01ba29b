import { areTurnsGiven } from '#storage/device/turns.ts';
import { NO_TURN, turnWords } from '#sync/words/turn-text.ts';
import { useSettled } from '#components/use-settled.ts';

interface Called {
  readonly turn: string | null;
}

/**
 * Returns a function for the text of a queue number: 'Turno B-14', or that there is none; null if the server gives no queue
 * numbers.
 */
export function useTurnWords(): (kept: Called) => string | null {
  const areGiven = useSettled(['device'], areTurnsGiven, []) ?? false;
  return (kept) => turnWords(kept) ?? (areGiven ? NO_TURN : null);
}
