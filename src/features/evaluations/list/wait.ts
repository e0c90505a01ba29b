const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Waiting time in ms from which staff should check on the patient. */
const LONG_WAIT_MS = 30 * MINUTE_MS;

interface WaitingTimeText {
  readonly text: string;
  /** Text such as '48 min', with a non-breaking space. */
  readonly time: string;
  readonly isLong: boolean;
}

/** Returns the waiting time of a patient; null below one minute and above one day. Both arguments are in ms since the epoch. */
export function waitingTimeOf(startedAt: number, now: number): WaitingTimeText | null {
  const passed = now - startedAt;
  if (passed < MINUTE_MS || passed >= DAY_MS) return null;
  const time =
    passed < HOUR_MS
      ? `${Math.floor(passed / MINUTE_MS)}\u00a0min`
      : `${Math.floor(passed / HOUR_MS)}\u00a0h`;
  return { text: `espera ${time}`, time, isLong: passed >= LONG_WAIT_MS };
}
