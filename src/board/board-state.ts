import { BOARD_POLL_INTERVAL_MS, type BoardView } from '#contract/records/waiting-room.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { formatTime } from '#domain/time/format.ts';

export type BoardCall = BoardView['calls'][number];

export type BoardResponse =
  | { readonly type: 'view'; readonly view: BoardView; readonly etag: string | null }
  /** `serverTime`: time in ms since the epoch, to the second; null if unknown. */
  | { readonly type: 'unchanged'; readonly serverTime: number | null }
  /** The server itself responds that the link does not work. */
  | { readonly type: 'revoked' }
  | { readonly type: 'failed' };

export interface BoardState {
  readonly link: 'connecting' | 'online' | 'lost' | 'revoked';
  /** Last response with calls; null before the first one, and after the link was revoked. */
  readonly view: BoardView | null;
  readonly etag: string | null;
  /** Number of failed requests since the last response. */
  readonly failures: number;
  /** Time of the last response, ms since the epoch; null before the first one. */
  readonly respondedAt: number | null;
  /** Milliseconds to add to the clock of the screen to get the server's. */
  readonly clockOffsetMs: number;
}

export const INITIAL_STATE: BoardState = {
  link: 'connecting',
  view: null,
  etag: null,
  failures: 0,
  respondedAt: null,
  clockOffsetMs: 0,
};

/** Calls that came with a response, newest first; empty for the first response, whose calls were made before the page opened. */
interface BoardStep {
  readonly state: BoardState;
  readonly arrived: readonly BoardCall[];
}

/** Age in ms from which a call does not sound, because it was made long before the network returned. */
const ANNOUNCED_CALL_MAX_AGE_MS = 5 * 60_000;
/** One failed request shows no notice, because the next one succeeds in most cases. */
const FAILURES_BEFORE_NOTICE = 2;
/**
 * Precision in ms of the server time in the `Date` header, which has no fractions of a second and arrives with the delay of the
 * response.
 */
const HEADER_PRECISION_MS = 2_000;

function arrivedCalls(before: BoardView | null, view: BoardView): readonly BoardCall[] {
  if (before === null) return [];
  const known = new Set(before.calls.map(({ id }) => id));
  const serverNow = Date.parse(view.server_time);
  return view.calls.filter(
    ({ id, called_at: at }) => !known.has(id) && serverNow - Date.parse(at) < ANNOUNCED_CALL_MAX_AGE_MS,
  );
}

/** Returns the new offset if the clock of the screen was changed; otherwise the previous offset, which is more precise. */
function correctedOffsetMs(offsetMs: number, serverTime: number | null, now: number): number {
  const newOffsetMs = serverTime === null ? offsetMs : serverTime - now;
  return Math.abs(newOffsetMs - offsetMs) > HEADER_PRECISION_MS ? newOffsetMs : offsetMs;
}

/** Returns the state after a response. `now`: time of the screen's clock, ms since the epoch. */
export function nextBoardState(state: BoardState, response: BoardResponse, now: number): BoardStep {
  switch (response.type) {
    case 'view': {
      const { view, etag } = response;
      const contact = { link: 'online', failures: 0, respondedAt: now } as const;
      return {
        state: { ...contact, view, etag, clockOffsetMs: Date.parse(view.server_time) - now },
        arrived: arrivedCalls(state.view, view),
      };
    }
    case 'unchanged':
      return {
        state: {
          ...state,
          link: 'online',
          failures: 0,
          respondedAt: now,
          clockOffsetMs: correctedOffsetMs(state.clockOffsetMs, response.serverTime, now),
        },
        arrived: [],
      };
    case 'revoked':
      return { state: { ...INITIAL_STATE, link: 'revoked', respondedAt: now }, arrived: [] };
    case 'failed': {
      const failures = state.failures + 1;
      const isLost = state.link !== 'revoked' && failures >= FAILURES_BEFORE_NOTICE;
      return { state: { ...state, failures, link: isLost ? 'lost' : state.link }, arrived: [] };
    }
  }
}

const POLL_INTERVAL_MAX_MS = 30_000;
const REVOKED_POLL_INTERVAL_MS = 60_000;
const JITTER_PART = 0.2;

/**
 * Returns the time in ms before the next request. `random`, from 0 to 1, spreads the requests of different screens over time
 * after an outage.
 */
export function pollDelayMs({ link, failures }: BoardState, random: number): number {
  if (link === 'revoked') return REVOKED_POLL_INTERVAL_MS;
  if (failures === 0) return BOARD_POLL_INTERVAL_MS;
  const delay = Math.min(BOARD_POLL_INTERVAL_MS * 2 ** Math.min(failures, 10), POLL_INTERVAL_MAX_MS);
  return Math.round(delay * (1 - JITTER_PART * random));
}

/** Returns the calls of today. A page that has no network at midnight thereby stops showing the calls of the previous day. */
export function shownCalls({ view, clockOffsetMs }: BoardState, now: number): readonly BoardCall[] {
  const today = bogotaDay(now + clockOffsetMs);
  return (view?.calls ?? []).filter(({ called_at: at }) => bogotaDay(Date.parse(at)) === today);
}

/** Returns the notice about the connection; empty while the screen is up to date. */
export function linkNotice({ link, respondedAt, clockOffsetMs }: BoardState): string {
  switch (link) {
    case 'connecting':
      return 'Conectando…';
    case 'online':
      return '';
    case 'lost':
      return respondedAt === null
        ? 'Sin conexión. Se sigue intentando.'
        : `Sin conexión desde las ${formatTime(respondedAt + clockOffsetMs)}`;
    case 'revoked':
      return 'Este enlace ya no sirve. Pide uno nuevo al administrador.';
  }
}

const RELOAD_MIN_AGE_MS = 10 * 60_000;
const RELOAD_QUIET_MS = 30_000;

/**
 * Returns true if the page must reload because the server has another version of it. The page stays while a call is new, and at
 * least ten minutes after `checkedAt`, because servers of two versions may respond in turns during an update.
 */
export function isReloadDue(state: BoardState, ownVersion: string, checkedAt: number, now: number): boolean {
  const { view, link, clockOffsetMs } = state;
  if (link !== 'online' || view === null || view.page_version === ownVersion) return false;
  const newest = view.calls[0];
  const isQuiet =
    newest === undefined || now + clockOffsetMs - Date.parse(newest.called_at) >= RELOAD_QUIET_MS;
  return isQuiet && now - checkedAt >= RELOAD_MIN_AGE_MS;
}

/** Returns what a screen reader announces for the calls: 'B-4, Consultorio 2'. */
export const callAnnouncement = (calls: readonly BoardCall[]): string =>
  calls
    .toReversed()
    .map(({ turn, name, room }) => [turn, name, room].filter(Boolean).join(', '))
    .join('. ');
