/**
 * This file decides how many outbox requests may be in flight at once, based on recent measurements of the connection (S11,
 * S19). Sizes are in bytes, times in milliseconds of the device's clock.
 */

/** Measurement of one request that has ended, with or without a response. */
export interface RequestSample {
  readonly size: number;
  readonly took: number;
  /** Bytes of all requests that got a response while this one was in flight, including this one. */
  readonly answeredMeanwhile: number;
  readonly outcome: 'answered' | 'timeout' | 'no_answer';
}

interface Rate {
  /** Bytes per millisecond. */
  readonly rate: number;
  /** True for a measurement of a file. Only a file's upload takes long enough to show the full capacity of the connection. */
  readonly isOfFile: boolean;
}

/** Recent measurements of the connection. Older ones are dropped, because connections change. */
export interface ConcurrencyEstimate {
  readonly roundTrips: readonly number[];
  readonly rates: readonly Rate[];
  /** Maximum number of requests in flight: a timeout halves it, a response adds one. */
  readonly ceiling: number;
}

/**
 * Sizes of the requests in flight (`sizes`) and of the request to be sent next (`next`); `patience` is the timeout of the next
 * request (S19).
 */
export interface RequestsInFlight {
  readonly sizes: readonly number[];
  readonly next: number;
  readonly patience: number;
  /**
   * True for HTTP/2 and later, which carry many requests on one connection. With HTTP/1.1 a browser has only six connections,
   * some of which the page needs.
   */
  readonly isMultiplexed: boolean;
}

/** Maximum bytes of a small request, whose duration is about one round trip whatever its size. */
const SMALL = 16_384;
const REMEMBERED = 8;
/**
 * Number of requests that may be in flight without further checks: enough to use the connection while the server processes a
 * request.
 */
const USUAL = 4;
/** Number of images of one evaluation: photo and signature (S12). */
const PAIR = 2;
/**
 * Maximum number of requests in flight. It leaves connections to the page: during file uploads at any time, during small
 * requests after a short wait, because these end soon.
 */
const MOST = { connections: { small: 6, files: 4 }, streams: { small: 24, files: 12 } } as const;
/**
 * Maximum bytes in flight. The limit protects the memory, in which each file exists twice: decrypted, and in the form that is
 * sent. An attachment has up to 15 MB (S19).
 */
const IN_FLIGHT_MAX_BYTES = 32 * 1024 * 1024;
/**
 * Factor for the bytes in flight: they are this multiple of the bytes that the connection carries in one round trip, so that
 * the connection is not idle between two requests.
 */
const PIPES = 2;
/** Maximum expected duration of a request that is sent next to others, as a share of its timeout. */
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
  const time = Math.max(1, took); // A clock that was set back would give zero or a negative duration.
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

/** Returns the bytes that the connection carries in one round trip. */
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
 * Returns true when the requests in flight and the next one can be sent within the timeout of the next one. If no file was sent
 * recently, the rate of small requests is used. If that rate is too low, the two images of one evaluation are still allowed.
 */
function bears(estimate: ConcurrencyEstimate, { sizes, next, patience }: RequestsInFlight): boolean {
  // A small request shares the connection equally with the other requests; a file is complete only after all other requests
  // are.
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
    sizes.length < most.small && filesAmong(sizes) < most.files && sumOf(sizes) + next <= IN_FLIGHT_MAX_BYTES
  );
}

/**
 * Returns true while fewer than `USUAL` requests are in flight. If the next request is a file, only files are counted: small
 * requests mostly wait for their responses and leave the connection free.
 */
function isUsual({ sizes, next }: RequestsInFlight): boolean {
  return (isSmall(next) ? sizes.length : filesAmong(sizes)) < USUAL;
}

/**
 * Returns true for a small request when no other small request is in flight. It may be sent even after timeouts, so that an
 * evaluation does not wait for files (S12).
 */
const isFirstSmall = ({ sizes, next }: RequestsInFlight): boolean => isSmall(next) && !sizes.some(isSmall);

/** Returns true when one more request may be sent; always true when no request is in flight. */
export function canSendNext(estimate: ConcurrencyEstimate, travelling: RequestsInFlight): boolean {
  const { sizes } = travelling;
  if (sizes.length === 0) return true;
  if (sizes.length >= estimate.ceiling && !isFirstSmall(travelling)) return false;
  if (!fitsInFlight(travelling) || !bears(estimate, travelling)) return false;
  return isUsual(travelling) || sumOf(sizes) <= PIPES * contentOf(estimate);
}
