/**
 * Number of outbox requests that may be in flight at once, according to the last measurements of the connection (S11, S19).
 * Sizes in bytes, times in milliseconds of the device's clock.
 */

/** Request that got a response or was abandoned. */
export interface RequestSample {
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
export interface ConcurrencyEstimate {
  readonly roundTrips: readonly number[];
  readonly rates: readonly Rate[];
  /** Maximum in flight: a timeout halves it, each response adds one. */
  readonly ceiling: number;
}

/** Requests in flight, and the next one. `patience` is the timeout of the next one (S19). */
export interface RequestsInFlight {
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
const RETENTION_MAX_BYTES = 32 * 1024 * 1024;
/**
 * Multiple of the connection's capacity in flight, so that it stays busy between the end of one request and the start of the
 * next.
 */
const PIPES = 2;
/** Share of the timeout that a request is planned to take when others are in flight. */
const PLANNED_SHARE = 0.5;

export const INITIAL_CONCURRENCY: ConcurrencyEstimate = {
  roundTrips: [],
  rates: [],
  ceiling: MOST.streams.small,
};

const appendSample = <Value>(values: readonly Value[], next: Value): readonly Value[] =>
  [...values, next].slice(-REMEMBERED);

const isSmall = (size: number): boolean => size <= SMALL;
const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

function concurrencyAfterResponse(
  estimate: ConcurrencyEstimate,
  { size, took, answeredMeanwhile }: RequestSample,
): ConcurrencyEstimate {
  const time = Math.max(1, took); // A clock that was set back gives no valid time.
  const isOfFile = !isSmall(size);
  return {
    roundTrips: isOfFile ? estimate.roundTrips : appendSample(estimate.roundTrips, time),
    rates: appendSample(estimate.rates, { rate: answeredMeanwhile / time, isOfFile }),
    ceiling: Math.min(MOST.streams.small, estimate.ceiling + 1),
  };
}

export function concurrencyAfter(
  estimate: ConcurrencyEstimate,
  exchange: RequestSample,
): ConcurrencyEstimate {
  switch (exchange.outcome) {
    case 'answered':
      return concurrencyAfterResponse(estimate, exchange);
    case 'timeout':
      return { ...estimate, ceiling: Math.max(1, Math.floor(Math.min(estimate.ceiling, USUAL) / 2)) };
    case 'no_answer':
      return estimate;
  }
}

const best = (values: readonly number[], choose: (...values: number[]) => number): number | null =>
  values.length === 0 ? null : choose(...values);

/** Returns the bytes that fit in one round trip. */
function contentOf({ roundTrips, rates }: ConcurrencyEstimate): number {
  const roundTrip = best(roundTrips, Math.min) ?? 0;
  const rate = best(
    rates.map((known) => known.rate),
    Math.max,
  );
  return roundTrip * (rate ?? 0);
}

const bestRate = ({ rates }: ConcurrencyEstimate, isOfFile: boolean): number | null =>
  best(
    rates.filter((known) => known.isOfFile === isOfFile).map(({ rate }) => rate),
    Math.max,
  );

/**
 * Returns true when all bytes can be sent within the next request's timeout. A connection without a recent file is assumed to
 * carry as much as small requests have shown; when they show less, the two images of one evaluation.
 */
function bears(estimate: ConcurrencyEstimate, { sizes, next, patience }: RequestsInFlight): boolean {
  // A small request gets its share of the connection next to any other; a file waits for all before it.
  const bytes = isSmall(next) ? next * (sizes.length + 1) : sumOf(sizes) + next;
  const fits = (rate: number) => bytes / rate <= patience * (sizes.length < PAIR ? 1 : PLANNED_SHARE);
  const ofFiles = bestRate(estimate, true);
  if (ofFiles !== null) return fits(ofFiles);
  const shown = bestRate(estimate, false);
  return isSmall(next) || sizes.length < PAIR || (shown !== null && fits(shown));
}

const filesAmong = (sizes: readonly number[]): number => sizes.filter((size) => !isSmall(size)).length;

function fitsInFlight({ sizes, next, isMultiplexed }: RequestsInFlight): boolean {
  const most = isMultiplexed ? MOST.streams : MOST.connections;
  if (isSmall(next)) return sizes.length < most.small;
  return (
    sizes.length < most.small && filesAmong(sizes) < most.files && sumOf(sizes) + next <= RETENTION_MAX_BYTES
  );
}

/**
 * Returns true below the usual number. Small requests in flight mostly leave the connection free, so a file does not wait for
 * their responses.
 */
function isUsual({ sizes, next }: RequestsInFlight): boolean {
  return (isSmall(next) ? sizes.length : filesAmong(sizes)) < USUAL;
}

/**
 * Returns true for the first small request: even after timeouts an evaluation does not wait for the files that timed out (S12).
 */
const isFirstSmall = ({ sizes, next }: RequestsInFlight): boolean => isSmall(next) && !sizes.some(isSmall);

/** Returns true when one more request may be sent next to those in flight. One alone is always allowed. */
export function maySend(estimate: ConcurrencyEstimate, travelling: RequestsInFlight): boolean {
  const { sizes } = travelling;
  if (sizes.length === 0) return true;
  if (sizes.length >= estimate.ceiling && !isFirstSmall(travelling)) return false;
  if (!fitsInFlight(travelling) || !bears(estimate, travelling)) return false;
  return isUsual(travelling) || sumOf(sizes) <= PIPES * contentOf(estimate);
}
