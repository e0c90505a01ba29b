/**
 * This file decides how many outbox requests may be in flight at once, based on recent measurements of the connection (S11,
 * S19). Sizes are in bytes, times in milliseconds of the device's clock.
 */

/** Measurement of one request that has ended, with or without a response. */
export interface RequestSample {
  readonly size: number;
  readonly took: number;
  /** Bytes of all requests that got a response while this request was in flight, including this request. */
  readonly answeredMeanwhile: number;
  readonly outcome: 'answered' | 'timeout' | 'no_answer';
}

interface RateSample {
  /** Bytes per millisecond. */
  readonly rate: number;
  /** True for a measurement of a file. Only a file's upload takes long enough to show the full capacity of the connection. */
  readonly isOfFile: boolean;
}

/** Recent measurements of the connection. Older ones are dropped, because connections change. */
export interface ConcurrencyEstimate {
  readonly roundTrips: readonly number[];
  readonly rates: readonly RateSample[];
  /**
   * Maximum number of requests in flight. A timeout sets it to half, and to at most half of `UNCHECKED_CONCURRENCY`; a response
   * adds one.
   */
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
const SMALL_REQUEST_BYTES = 16_384;
const MAX_SAMPLES = 8;
/**
 * While fewer requests (for a file: fewer files) are in flight, the next one is sent without comparing the bytes in flight with
 * the bytes of a round trip. That many requests keep the connection in use while the server processes one.
 */
const UNCHECKED_CONCURRENCY = 4;
/** Number of images of one evaluation: photo and signature (S12). */
const PICTURES_PER_EVALUATION = 2;
/**
 * Maximum number of requests in flight. It leaves connections to the page: during file uploads at any time, during small
 * requests after a short wait, because these end soon.
 */
const MAX_CONCURRENCY = { connections: { small: 6, files: 4 }, streams: { small: 24, files: 12 } } as const;
/**
 * Maximum bytes in flight. The limit protects the memory, in which each file exists twice: decrypted, and in the form that is
 * sent. An attachment has up to 15 MB (S19).
 */
const IN_FLIGHT_MAX_BYTES = 32 * 1024 * 1024;
/**
 * The bytes in flight may be this multiple of the bytes that the connection carries in one round trip, so that the connection
 * is not idle between two requests.
 */
const IN_FLIGHT_ROUND_TRIPS = 2;
/** Maximum expected duration of a request that is sent while at least two others are in flight, as a share of its timeout. */
const MAX_TIMEOUT_SHARE = 0.5;

export const INITIAL_CONCURRENCY_ESTIMATE: ConcurrencyEstimate = {
  roundTrips: [],
  rates: [],
  ceiling: MAX_CONCURRENCY.streams.small,
};

const appendSample = <Value>(values: readonly Value[], next: Value): readonly Value[] =>
  [...values, next].slice(-MAX_SAMPLES);

const isSmallRequest = (size: number): boolean => size <= SMALL_REQUEST_BYTES;
const sumBytes = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

function updateEstimateAfterResponse(
  estimate: ConcurrencyEstimate,
  { size, took, answeredMeanwhile }: RequestSample,
): ConcurrencyEstimate {
  const time = Math.max(1, took); // A clock that was set back would give zero or a negative duration.
  const isOfFile = !isSmallRequest(size);
  return {
    roundTrips: isOfFile ? estimate.roundTrips : appendSample(estimate.roundTrips, time),
    rates: appendSample(estimate.rates, { rate: answeredMeanwhile / time, isOfFile }),
    ceiling: Math.min(MAX_CONCURRENCY.streams.small, estimate.ceiling + 1),
  };
}

export function updateConcurrencyEstimate(
  estimate: ConcurrencyEstimate,
  exchange: RequestSample,
): ConcurrencyEstimate {
  switch (exchange.outcome) {
    case 'answered':
      return updateEstimateAfterResponse(estimate, exchange);
    case 'timeout':
      return {
        ...estimate,
        ceiling: Math.max(1, Math.floor(Math.min(estimate.ceiling, UNCHECKED_CONCURRENCY) / 2)),
      };
    case 'no_answer':
      return estimate;
  }
}

const applyOrNullIfEmpty = (
  values: readonly number[],
  choose: (...values: number[]) => number,
): number | null => (values.length === 0 ? null : choose(...values));

/** Returns the bytes that the connection carries in one round trip. */
function computeBytesPerRoundTrip({ roundTrips, rates }: ConcurrencyEstimate): number {
  const roundTrip = applyOrNullIfEmpty(roundTrips, Math.min) ?? 0;
  const rate = applyOrNullIfEmpty(
    rates.map((known) => known.rate),
    Math.max,
  );
  return roundTrip * (rate ?? 0);
}

const bestBytesPerMs = ({ rates }: ConcurrencyEstimate, isOfFile: boolean): number | null =>
  applyOrNullIfEmpty(
    rates.filter((known) => known.isOfFile === isOfFile).map(({ rate }) => rate),
    Math.max,
  );

/**
 * Returns true when the requests in flight and the next one can be sent within the timeout of the next one. If no file was sent
 * recently, the rate of small requests is used. Even if that rate is too low, the two images of one evaluation are allowed.
 */
function canFinishWithinTimeout(
  estimate: ConcurrencyEstimate,
  { sizes, next, patience }: RequestsInFlight,
): boolean {
  // A small request shares the connection equally with the other requests; a file is complete only after all other requests
  // are.
  const bytes = isSmallRequest(next) ? next * (sizes.length + 1) : sumBytes(sizes) + next;
  const isWithinTimeout = (rate: number) =>
    bytes / rate <= patience * (sizes.length < PICTURES_PER_EVALUATION ? 1 : MAX_TIMEOUT_SHARE);
  const ofFiles = bestBytesPerMs(estimate, true);
  if (ofFiles !== null) return isWithinTimeout(ofFiles);
  const shown = bestBytesPerMs(estimate, false);
  return (
    isSmallRequest(next) ||
    sizes.length < PICTURES_PER_EVALUATION ||
    (shown !== null && isWithinTimeout(shown))
  );
}

const countFilesInFlight = (sizes: readonly number[]): number =>
  sizes.filter((size) => !isSmallRequest(size)).length;

function isWithinInFlightLimits({ sizes, next, isMultiplexed }: RequestsInFlight): boolean {
  const most = isMultiplexed ? MAX_CONCURRENCY.streams : MAX_CONCURRENCY.connections;
  if (isSmallRequest(next)) return sizes.length < most.small;
  return (
    sizes.length < most.small &&
    countFilesInFlight(sizes) < most.files &&
    sumBytes(sizes) + next <= IN_FLIGHT_MAX_BYTES
  );
}

/**
 * Returns true while fewer than `UNCHECKED_CONCURRENCY` requests are in flight. If the next request is a file, only files count, because small
 * requests mostly wait for their responses and leave the connection free.
 */
function isBelowUncheckedConcurrency({ sizes, next }: RequestsInFlight): boolean {
  return (isSmallRequest(next) ? sizes.length : countFilesInFlight(sizes)) < UNCHECKED_CONCURRENCY;
}

/**
 * Returns true for a small request when no other small request is in flight. This request may be sent even after timeouts, so
 * that an evaluation does not wait for files (S12).
 */
const isFirstSmallRequest = ({ sizes, next }: RequestsInFlight): boolean =>
  isSmallRequest(next) && !sizes.some(isSmallRequest);

/** Returns true when one more request may be sent; always true when no request is in flight. */
export function canSendNext(estimate: ConcurrencyEstimate, travelling: RequestsInFlight): boolean {
  const { sizes } = travelling;
  if (sizes.length === 0) return true;
  if (sizes.length >= estimate.ceiling && !isFirstSmallRequest(travelling)) return false;
  if (!isWithinInFlightLimits(travelling) || !canFinishWithinTimeout(estimate, travelling)) return false;
  return (
    isBelowUncheckedConcurrency(travelling) ||
    sumBytes(sizes) <= IN_FLIGHT_ROUND_TRIPS * computeBytesPerRoundTrip(estimate)
  );
}
