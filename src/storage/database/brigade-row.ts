import * as z from 'zod/mini';
import { readDeviceRow } from './device-row.ts';
import type { DeviceRow } from './device-records.ts';
import type { CacheRow } from './records.ts';

/** Brigade for which this device is prepared: one list of announced people and its day, YYYY-MM-DD. */
export type PreparedBrigade = Omit<Extract<DeviceRow, { id: 'brigade' }>, 'id'>;

const StoredBrigade = z.object({
  branchId: z.string(),
  listId: z.string(),
  place: z._default(z.string(), ''),
  day: z.iso.date(),
});

/** Returns the brigade; null if the device is prepared for none, or if this version of the app cannot read the row. */
export const readPreparedBrigade = async (): Promise<PreparedBrigade | null> =>
  StoredBrigade.safeParse(await readDeviceRow('brigade')).data ?? null;

/** Names of the cached responses that are equal for all users of a branch. */
const BRANCH_RESPONSES = [
  'exam-packages',
  'decision-options',
  'evaluation-templates',
  'call-options',
] as const;
export type BranchResponseName = (typeof BRANCH_RESPONSES)[number];

/**
 * Returns true if a user's cached response stays on the device after the user's sign-out, because the device is prepared for a
 * brigade and users take turns there without network. It stays encrypted under the key of the user (D4).
 */
export function isKeptForBrigade(
  { key, kind, branchId, ownerId }: CacheRow,
  brigade: PreparedBrigade | null,
): boolean {
  if (brigade?.branchId !== branchId) return false;
  const name = key.slice(`${ownerId}:${branchId}:${kind}:`.length);
  // The people of a day are in several rows, whose names begin with the day.
  if (kind === 'expected') return name.split(':')[0] === brigade.day;
  return kind === 'list' && BRANCH_RESPONSES.some((response) => response === name);
}
