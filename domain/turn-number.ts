import { Turn } from '#contract/primitives.ts';

/** How far a device has counted turns at one branch (S28). */
export interface TurnCount {
  /** Stand before its numbers and before nobody else's at the branch; null before the provider has given them. */
  readonly letters: string | null;
  /** The number given last; 0 before the first. */
  readonly last: number;
  /** The provider's day at the last report that it answered, YYYY-MM-DD; '' before. */
  readonly day: string;
  /** `last` as that report left. */
  readonly told: number;
}

export const NO_TURNS: TurnCount = { letters: null, last: 0, day: '', told: 0 };

/** Nobody registers so many at one device in a day; a count that goes on for weeks without network begins again behind it. */
export const HIGHEST_TURN = 9_999;

/** What was stored, sent, or came in a rescue file; null for what is no turn. */
export const toTurn = (told: unknown): string | null => Turn.safeParse(told).data ?? null;

/** The next turn, and the count with it; null for a device that has no letters. */
export function nextTurn(count: TurnCount): { readonly turn: string; readonly count: TurnCount } | null {
  if (count.letters === null) return null;
  const last = count.last >= HIGHEST_TURN ? 1 : count.last + 1;
  return { turn: `${count.letters}-${last}`, count: { ...count, last } };
}

/** What the provider said of a report that left when `told` was the last number. */
export interface ReportedTurns {
  readonly letters: string;
  readonly today: string;
  readonly told: number;
}

/**
 * Numbers begin again at 1 with a day that the provider has told, where none was given since a report of an earlier one: then
 * all of them were given before today. The device's clock has no say, so that none is given twice in a day whatever it shows.
 */
export function afterReport(count: TurnCount, { letters, today, told }: ReportedTurns): TurnCount {
  if (today < count.day) return { ...count, letters };
  const begins = today > count.day && count.last === count.told;
  return begins ? { letters, last: 0, day: today, told: 0 } : { letters, last: count.last, day: today, told };
}

/** Whether a number was given that no report has followed. */
export const hasUntoldTurn = ({ letters, last, told }: TurnCount): boolean =>
  letters !== null && last !== told;
