import { readExpectedDay } from '#storage/cache/expected-day.ts';
import {
  countRegistrationsOnDevice,
  readMarksOnDevice,
  type PreparedBrigade,
} from '#storage/device/brigade.ts';
import { countUnsentOf, countUnsentOnDevice } from '#storage/device/device-census.ts';

export interface BrigadeCounts {
  /** People of the list, without cancelled ones; null if the signed-in user does not have them on this device. */
  readonly people: number | null;
  /** Number of these people who have arrived, as far as this device knows. */
  readonly arrived: number;
  /** Registrations of the day on this device, also of people who are on no list. */
  readonly registeredHere: number;
  /** Entries of all users that are not sent yet, and those of them that require attention. */
  readonly unsent: number;
  /** Unsent entries of other users, which are sent only after their sign-in. */
  readonly unsentOfOthers: number;
  readonly attention: number;
  /** Arrivals that any user marked and that the server does not know yet. */
  readonly unsentArrivals: number;
}

/** Counts from the device alone what happened at the brigade. */
export async function readBrigadeCounts(
  ownerId: string,
  { branchId, day, listId }: PreparedBrigade,
): Promise<BrigadeCounts> {
  const [marks, registeredHere, { unsent, attention }, own] = await Promise.all([
    readMarksOnDevice(day),
    countRegistrationsOnDevice(day),
    countUnsentOnDevice(),
    countUnsentOf(ownerId),
  ]);
  const stored = await readExpectedDay({ ownerId, branchId, day });
  const people = (stored?.people ?? []).filter(
    ({ list_id, status }) => list_id === listId && status.state !== 'cancelled',
  );
  const hasArrived = ({ id, status }: (typeof people)[number]) =>
    status.state === 'arrived' || status.state === 'registered' || marks.personIds.has(id);
  return {
    people: stored && people.length,
    arrived: people.filter(hasArrived).length,
    registeredHere,
    unsent,
    unsentOfOthers: unsent - own,
    attention,
    unsentArrivals: marks.unsentArrivals,
  };
}
