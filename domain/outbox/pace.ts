/**
 * Number of outbox requests that may be in flight at once, according to the last measurements of the connection (S11, S19).
 * Sizes in bytes, times in milliseconds of the device's clock.
 */

/** Request that got a response or was abandoned. */
export interface Exchange {
  readonly size: number;
  readonly took: number;
  /** Bytes of this request and of others that got a response while it was in flight. */
  readonly answeredMeanwhile: number;
  readonly outcome: 'answered' | 'timeout' | 'no_answer';
}

interface Rate {
  /** Bytes per millisecond. */
  readonly rate: number;
  /** True for a file: it fills the connection for a while, so that the rate shows the connection's capacity. */
  readonly isOfFile: boolean;
}

/** Measurements of the connection; only the last few exchanges count, because it changes. */
export interface Pace {
  readonly roundTrips: readonly number[];
  readonly rates: readonly Rate[];
  /** Maximum in flight: a timeout halves it, each response adds one. */
  readonly ceiling: number;
}

/** Requests in flight, and the next one. `patience` is the timeout of the next one (S19). */
export interface Travelling {
  readonly sizes: readonly number[];
  readonly next: number;
  readonly patience: number;
  /**
   * True for HTTP/2 and later, which carry many requests on one connection; with HTTP/1.1 a browser has six connections, shared
   * with the page.
   */
  readonly isMultiplexed: boolean;
}

/** Size up to which the round trip takes the time, not the bytes. */
const SMALL = 16_384;
const REMEMBERED = 8;
/** Number always allowed: it keeps a connection with a short round trip busy while the server works. */
const USUAL = 4;
/** Photo and signature of one evaluation (S12). */
const PAIR = 2;
/**
 * Maximum in flight, so that the page's own requests find a free connection: soon next to small requests, immediately next to
 * files.
 */
const MOST = { connections: { small: 6, files: 4 }, streams: { small: 24, files: 12 } } as const;
/** Maximum bytes in flight: they are decrypted in memory, and once more in their forms. An attachment has up to 15 MB (S19). */
const MOST_BYTES = 32 * 1024 * 1024;
/**
 * Multiple of the connection's capacity in flight, so that it stays busy between the end of one request and the start of the
 * next.
 */
const PIPES = 2;
/** Share of the timeout that a request is planned to take when others are in flight. */
const PLANNED_SHARE = 0.5;

export const UNKNOWN_PACE: Pace = { roundTrips: [], rates: [], ceiling: MOST.streams.small };

const lastOf = <Value>(values: readonly Value[], next: Value): readonly Value[] =>
  [...values, next].slice(-REMEMBERED);

const isSmall = (size: number): boolean => size <= SMALL;
const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

function answeredPace(pace: Pace, { size, took, answeredMeanwhile }: Exchange): Pace {
  const time = Math.max(1, took); // A clock that was set back gives no valid time.
  const isOfFile = !isSmall(size);
  return {
    roundTrips: isOfFile ? pace.roundTrips : lastOf(pace.roundTrips, time),
    rates: lastOf(pace.rates, { rate: answeredMeanwhile / time, isOfFile }),
    ceiling: Math.min(MOST.streams.small, pace.ceiling + 1),
  };
}

export function paceAfter(pace: Pace, exchange: Exchange): Pace {
  switch (exchange.outcome) {
    case 'answered':
      return answeredPace(pace, exchange);
    case 'timeout':
      return { ...pace, ceiling: Math.max(1, Math.floor(Math.min(pace.ceiling, USUAL) / 2)) };
    case 'no_answer':
      return pace;
  }
}

const best = (values: readonly number[], choose: (...values: number[]) => number): number | null =>
  values.length === 0 ? null : choose(...values);

/** Returns the bytes that fit in one round trip. */
function contentOf({ roundTrips, rates }: Pace): number {
  const roundTrip = best(roundTrips, Math.min) ?? 0;
  const rate = best(
    rates.map((known) => known.rate),
    Math.max,
  );
  return roundTrip * (rate ?? 0);
}

const bestRate = ({ rates }: Pace, isOfFile: boolean): number | null =>
  best(
    rates.filter((known) => known.isOfFile === isOfFile).map(({ rate }) => rate),
    Math.max,
  );

/**
 * Returns true when all bytes can be sent within the next request's timeout. A connection without a recent file is assumed to
 * carry as much as small requests have shown; when they show less, the two images of one evaluation.
 */
function bears(pace: Pace, { sizes, next, patience }: Travelling): boolean {
  // A small request gets its share of the connection next to any other; a file waits for all before it.
  const bytes = isSmall(next) ? next * (sizes.length + 1) : sumOf(sizes) + next;
  const fits = (rate: number) => bytes / rate <= patience * (sizes.length < PAIR ? 1 : PLANNED_SHARE);
  const ofFiles = bestRate(pace, true);
  if (ofFiles !== null) return fits(ofFiles);
  const shown = bestRate(pace, false);
  return isSmall(next) || sizes.length < PAIR || (shown !== null && fits(shown));
}

const filesAmong = (sizes: readonly number[]): number => sizes.filter((size) => !isSmall(size)).length;

function isRoomFor({ sizes, next, isMultiplexed }: Travelling): boolean {
  const most = isMultiplexed ? MOST.streams : MOST.connections;
  if (isSmall(next)) return sizes.length < most.small;
  return sizes.length < most.small && filesAmong(sizes) < most.files && sumOf(sizes) + next <= MOST_BYTES;
}

/**
 * Returns true below the usual number. Small requests in flight mostly leave the connection free, so a file does not wait for
 * their responses.
 */
function isUsual({ sizes, next }: Travelling): boolean {
  return (isSmall(next) ? sizes.length : filesAmong(sizes)) < USUAL;
}

/**
 * Returns true for the first small request: even after timeouts an evaluation does not wait for the files that timed out (S12).
 */
const isFirstSmall = ({ sizes, next }: Travelling): boolean => isSmall(next) && !sizes.some(isSmall);

/** Returns true when one more request may be sent next to those in flight. One alone is always allowed. */
export function mayTravel(pace: Pace, travelling: Travelling): boolean {
  const { sizes } = travelling;
  if (sizes.length === 0) return true;
  if (sizes.length >= pace.ceiling && !isFirstSmall(travelling)) return false;
  if (!isRoomFor(travelling) || !bears(pace, travelling)) return false;
  return isUsual(travelling) || sumOf(sizes) <= PIPES * contentOf(pace);
}
