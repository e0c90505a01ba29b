import type { Fault } from '#tests/support/faults/fault.ts';
import { portalPageFault, rejectionFault } from '#tests/support/faults/fault.ts';
import { Random } from '#tests/simulation/random.ts';

/** Relative frequency of each event that can happen during registrations. */
const EVENT_WEIGHTS = {
  nothing: 2,
  kill_tab: 2,
  kill_browser: 2,
  kill_provider: 2,
  line_down: 2,
  connections_refused: 2,
  portal: 1,
  clock_jump: 2,
  second_tab: 2,
  switch_user: 2,
  switch_user_offline: 2,
  end_sessions: 1,
  hand_over: 2,
  rescue: 1,
  lose_database: 1,
} as const;
export type EventName = keyof typeof EVENT_WEIGHTS;

export interface Round {
  readonly event: EventName;
  /** Number of registrations. */
  readonly captures: number;
  /** True if one registration of the round is made through the app's screens. */
  readonly byHand: boolean;
  /** Delay before the event in ms; `lasts` is the event's duration in ms. */
  readonly after: number;
  readonly lasts: number;
  /** Amount in ms by which a clock jump changes the clock. */
  readonly jump: number;
  /**
   * In a transfer event: true if the tab dies while it receives the transfer (handover or rescue file). In a kill event: true
   * if the tab dies while drafts are being parked (S27).
   */
  readonly dies: boolean;
  /** Percentage of the outbox's requests that get a fault. */
  readonly faulty: number;
}

/** Rounds in which two users work at one tablet, until the server has all their registrations. */
export interface ChaosShift {
  readonly rounds: readonly Round[];
}

const REGISTRATIONS_PER_SHIFT = 60;
const DAY_MS = 24 * 60 * 60_000;
const MIN_REGISTRATIONS_PER_ROUND = 2;
/** Maximum number of registrations per round. A short run has as many rounds as a long one, with fewer registrations each. */
const MAX_REGISTRATIONS_PER_ROUND = 14;
const MIN_ROUNDS_PER_SHIFT = 4;

function createRound(random: Random, most: number, byHand: boolean): Round {
  return {
    event: random.pickWeighted<EventName>(EVENT_WEIGHTS),
    byHand,
    captures: Math.min(most, MIN_REGISTRATIONS_PER_ROUND + random.int(most)),
    after: random.int(1_500),
    lasts: 500 + random.int(2_500),
    jump: Math.round((random.fraction() - 0.5) * 4 * DAY_MS),
    faulty: random.pick([0, 15, 30, 50]) ?? 0,
    dies: random.percent(50),
  };
}

function createShift(random: Random, size: number): ChaosShift {
  const rounds: Round[] = [];
  const most = Math.min(MAX_REGISTRATIONS_PER_ROUND, Math.ceil(size / MIN_ROUNDS_PER_SHIFT));
  for (let left = size; left > 0;) {
    // Only the first round registers through the screens, because a clock jump may have locked the screen before a later round.
    const next = createRound(random, Math.min(left, most), rounds.length === 0);
    rounds.push(next);
    left -= next.captures;
  }
  return { rounds };
}

/** Returns the shifts of a run. The same seed gives the same shifts. */
export function createChaosShifts(seed: number, evaluations: number): ChaosShift[] {
  const random = new Random(seed);
  const shifts: ChaosShift[] = [];
  for (let left = evaluations; left > 0; left -= REGISTRATIONS_PER_SHIFT)
    shifts.push(createShift(random, Math.min(left, REGISTRATIONS_PER_SHIFT)));
  return shifts;
}

const FAULT_WEIGHTS = {
  cut_before: 3,
  cut_upload: 2,
  cut_after: 4,
  truncate: 3,
  damage: 3,
  portal: 1,
  busy: 2,
  limited: 1,
  refused: 0.3,
  delay: 2,
} as const;

const createRejectionBody = (code: 'unavailable' | 'rate_limited' | 'validation_failed') => ({
  code,
  message: 'Prueba.',
  details: [],
});

function createFault(name: keyof typeof FAULT_WEIGHTS, random: Random): Fault {
  const wait = { 'retry-after': String(random.int(4)) };
  switch (name) {
    case 'cut_before':
    case 'cut_after':
      return { type: name };
    case 'cut_upload':
      return { type: 'cut_upload', afterBytes: 200 + random.int(2_000) };
    case 'truncate':
      return { type: 'truncate', share: random.fraction() };
    case 'damage':
      return { type: 'damage', at: random.fraction() };
    case 'portal':
      return portalPageFault;
    case 'busy':
      return rejectionFault(503, createRejectionBody('unavailable'), wait);
    case 'limited':
      return rejectionFault(429, createRejectionBody('rate_limited'), wait);
    case 'refused':
      return rejectionFault(400, createRejectionBody('validation_failed'));
    case 'delay': {
      // No other code awaits this timer: the delay itself is the fault.
      const until = new Promise<void>((resolve) => setTimeout(resolve, random.int(2_000)));
      return { type: 'hold', at: random.percent(50) ? 'before' : 'after', until };
    }
  }
}

/** Sequence of faults for requests. The seed determines the order of the faults, but not which request gets which fault. */
export class FaultSequence {
  readonly met = new Map<string, number>();
  faulty = 0;
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(~seed);
  }

  nextFault(): Fault | null {
    if (!this.#random.percent(this.faulty)) return null;
    const name = this.#random.pickWeighted<keyof typeof FAULT_WEIGHTS>(FAULT_WEIGHTS);
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
    return createFault(name, this.#random);
  }
}
