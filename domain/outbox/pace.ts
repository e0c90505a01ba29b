/**
 * How many requests of the outbox may travel at once, as the link was last seen to bear them (S11, S19). Sizes in bytes, times in
 * milliseconds of the device's clock.
 */

/** One request that was answered, or given up. */
export interface Exchange {
  readonly size: number;
  readonly took: number;
  /** Its own and what else was answered while it travelled. */
  readonly answeredMeanwhile: number;
  readonly outcome: 'answered' | 'timeout' | 'no_answer';
}

interface Rate {
  /** Bytes a millisecond. */
  readonly rate: number;
  /** Of a file: it fills the link for a while, so that less than this is what the link bears. */
  readonly isOfFile: boolean;
}

/** What is known of the link: the last few exchanges say it anew, for it changes. */
export interface Pace {
  readonly roundTrips: readonly number[];
  readonly rates: readonly Rate[];
  /** Time-outs halve it, each answer gives one back. */
  readonly ceiling: number;
}

/** What a request may wait for. `patience`: of the next one, until it would be given up (S19). */
export interface Travelling {
  readonly sizes: readonly number[];
  readonly next: number;
  readonly patience: number;
  /** HTTP/2 and later carry many on one connection; before, a browser has six to share with the page. */
  readonly isMultiplexed: boolean;
}

/** Up to here the round trip takes the time, not the bytes. */
const SMALL = 16_384;
const REMEMBERED = 8;
/** As many as need no reason: they keep a link of a short round trip busy while the provider works. */
const USUAL = 4;
/** Photo and signature of one evaluation (S12). */
const PAIR = 2;
/** The page's own calls find a connection free: small ones soon, beside files at once. */
const MOST = { connections: { small: 6, files: 4 }, streams: { small: 24, files: 12 } } as const;
/** Bytes that travel at once: they are open, and once more in their forms. An attachment has up to 15 MB (S19). */
const MOST_BYTES = 32 * 1024 * 1024;
/** How often the link's content lies in flight, so that it does not run dry while one has ended and the next begins. */
const PIPES = 2;
/** The share of its patience that a request is planned to take, once others travel. */
const PLANNED_SHARE = 0.5;

export const UNKNOWN_PACE: Pace = { roundTrips: [], rates: [], ceiling: MOST.streams.small };

const lastOf = <Value>(values: readonly Value[], next: Value): readonly Value[] =>
  [...values, next].slice(-REMEMBERED);

const isSmall = (size: number): boolean => size <= SMALL;
const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

function answeredPace(pace: Pace, { size, took, answeredMeanwhile }: Exchange): Pace {
  const time = Math.max(1, took); // A clock that was set back says nothing.
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

/** What fits on the way to the provider and back. */
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
 * All bytes must go within the next request's time-out. A link that has carried no file of late bears as much as small
 * ones have shown; where they show less, the two pictures of one.
 */
function bears(pace: Pace, { sizes, next, patience }: Travelling): boolean {
  // A small one has its share of the link, whatever it travels beside; a file waits for all before it.
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

/** Small ones that travel have left the way free, mostly: a file does not wait for their answers. */
function isUsual({ sizes, next }: Travelling): boolean {
  return (isSmall(next) ? sizes.length : filesAmong(sizes)) < USUAL;
}

/** After time-outs, too, an evaluation does not wait for the files that met them (S12). */
const isFirstSmall = ({ sizes, next }: Travelling): boolean => isSmall(next) && !sizes.some(isSmall);

/** Whether one more may be sent beside those that travel. One alone always may. */
export function mayTravel(pace: Pace, travelling: Travelling): boolean {
  const { sizes } = travelling;
  if (sizes.length === 0) return true;
  if (sizes.length >= pace.ceiling && !isFirstSmall(travelling)) return false;
  if (!isRoomFor(travelling) || !bears(pace, travelling)) return false;
  return isUsual(travelling) || sumOf(sizes) <= PIPES * contentOf(pace);
}
