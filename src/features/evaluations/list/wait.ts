const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on somebody should look. */
const LONG_MS = 30 * MINUTE_MS;

interface Wait {
  /** 'espera 48 min' */
  readonly text: string;
  /** '48 min', which no line breaks. */
  readonly time: string;
  readonly isLong: boolean;
}

/** How long somebody has waited since `startedAt`, of today's people: null under a minute, and after a day. Milliseconds. */
export function waitOf(startedAt: number, now: number): Wait | null {
  const passed = now - startedAt;
  if (passed < MINUTE_MS || passed >= DAY_MS) return null;
  const time =
    passed < HOUR_MS
      ? `${Math.floor(passed / MINUTE_MS)}\u00a0min`
      : `${Math.floor(passed / HOUR_MS)}\u00a0h`;
  return { text: `espera ${time}`, time, isLong: passed >= LONG_MS };
}
