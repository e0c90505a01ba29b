import { bogotaDay } from '../time/clock.ts';
import { addCalendarDays } from '../time/shift.ts';
import { isSpaceScarce, registrationsThatFit, type StorageSpace } from '../storage-space.ts';

/** Largest difference of the device's clock to the server's, ms, with which the times of registrations are plausible. */
const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** Smallest charge with which a tablet that is not plugged in lasts for a morning. */
const LOW_BATTERY_LEVEL = 0.6;

export interface BatteryCharge {
  /** Between 0 and 1. */
  readonly level: number;
  readonly isCharging: boolean;
}

/** Data that a device without network needs for a brigade, and its state. Times are ms since the epoch. */
export interface BrigadeFacts {
  /** Day of the brigade and the present time. */
  readonly day: string;
  readonly now: number;
  /** True if the signed-in user can sign in on this device without network, at the brigade's branch. */
  readonly canSignInOffline: boolean;
  /** Announced people of the day on the device; null if the device does not have them. */
  readonly people: { readonly count: number; readonly readAt: number } | null;
  /** Time of the oldest refresh of a catalogue; null if one is missing. */
  readonly catalogsReadAt: number | null;
  /** True if patients sign a text, which the device then has; null if the device does not have the data of the branch. */
  readonly hasAuthorisation: boolean | null;
  /** True if the device has exam packages and, for doctors, decision options and templates. */
  readonly hasVisitAids: boolean;
  /** Letters of the queue numbers; null if they are missing, undefined if the server assigns none. */
  readonly queueLetters: string | null | undefined;
  /** Room to which this device calls patients; empty if it calls none. */
  readonly room: string;
  /** True if the app starts without network; null if the browser does not report it. */
  readonly isInstalled: boolean | null;
  /** Milliseconds to add to the device's clock to get the server's; null if they were never measured. */
  readonly clockOffset: number | null;
  /** Null if the browser does not report it. */
  readonly battery: BatteryCharge | null;
  /** Null if the browser does not report it. */
  readonly space: StorageSpace | null;
  /** Number of entries of all users that are not sent yet. */
  readonly unsent: number;
}

type Check<Id extends string, Facts = unknown> =
  | ({ readonly id: Id; readonly state: 'ok' } & Facts)
  | ({ readonly id: Id; readonly state: 'missing' } & Partial<Facts>)
  | { readonly id: Id; readonly state: 'unknown' };

export type BrigadeCheck =
  | Check<'sign-in'>
  | Check<'people', { readonly count: number; readonly readAt: number }>
  | Check<'catalogs', { readonly readAt: number }>
  | Check<'authorisation', { readonly hasAuthorisation: boolean }>
  | Check<'visit-aids'>
  | Check<'queue-letters', { readonly letters: string }>
  | { readonly id: 'room'; readonly state: 'ok'; readonly room: string }
  | Check<'app'>
  | Check<'clock', { readonly offset: number }>
  | Check<'battery', BatteryCharge>
  | Check<'space', { readonly registrations: number }>
  | Check<'unsent', { readonly unsent: number }>;

const stateOf = (isMet: boolean) => (isMet ? 'ok' : 'missing');

/** Returns true if the people were read today, or on the eve of the brigade or later: lists often grow until then. */
const arePeopleRecent = (readAt: number, { day, now }: BrigadeFacts): boolean =>
  [bogotaDay(now), addCalendarDays(day, -1)].some((from) => bogotaDay(readAt) >= from);

const checkQueueLetters = (letters: string | null): BrigadeCheck =>
  letters === null
    ? { id: 'queue-letters', state: 'missing' }
    : { id: 'queue-letters', state: 'ok', letters };

function checkData(facts: BrigadeFacts): (BrigadeCheck | null)[] {
  const { people, catalogsReadAt: readAt, hasAuthorisation, queueLetters } = facts;
  return [
    { id: 'sign-in', state: stateOf(facts.canSignInOffline) },
    people
      ? { id: 'people', state: stateOf(arePeopleRecent(people.readAt, facts)), ...people }
      : { id: 'people', state: 'missing' },
    readAt === null ? { id: 'catalogs', state: 'missing' } : { id: 'catalogs', state: 'ok', readAt },
    hasAuthorisation === null
      ? { id: 'authorisation', state: 'missing' }
      : { id: 'authorisation', state: 'ok', hasAuthorisation },
    { id: 'visit-aids', state: stateOf(facts.hasVisitAids) },
    queueLetters === undefined ? null : checkQueueLetters(queueLetters),
  ];
}

function checkDevice(facts: BrigadeFacts): (BrigadeCheck | null)[] {
  const { room, isInstalled, clockOffset, battery, space, unsent } = facts;
  return [
    room === '' ? null : { id: 'room', state: 'ok', room },
    { id: 'app', state: isInstalled === null ? 'unknown' : stateOf(isInstalled) },
    clockOffset === null
      ? { id: 'clock', state: 'unknown' }
      : { id: 'clock', state: stateOf(Math.abs(clockOffset) <= CLOCK_TOLERANCE_MS), offset: clockOffset },
    battery && {
      id: 'battery',
      state: stateOf(battery.isCharging || battery.level >= LOW_BATTERY_LEVEL),
      ...battery,
    },
    space === null
      ? { id: 'space', state: 'unknown' }
      : { id: 'space', state: stateOf(!isSpaceScarce(space)), registrations: registrationsThatFit(space) },
    { id: 'unsent', state: stateOf(unsent === 0), unsent },
  ];
}

/** Returns the check list of a device for a brigade. A check that does not apply to the device or user is left out. */
export const checkBrigade = (facts: BrigadeFacts): BrigadeCheck[] =>
  [...checkData(facts), ...checkDevice(facts)].filter((check) => check !== null);

/** Returns true if nothing is missing. A check whose result the browser does not report prevents nothing. */
export const isReadyForBrigade = (checks: readonly BrigadeCheck[]): boolean =>
  checks.every(({ state }) => state !== 'missing');
