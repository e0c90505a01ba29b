import { EXPECTED_DAY_PEOPLE_MAX, type ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import {
  EXPECTED_STATES,
  type ExpectedPerson,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import type { ExpectedDayPeople } from '#domain/expected/day-index.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { CacheRow } from '../database/records.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { StoredExpectedDayHead, StoredExpectedPack } from '../vault/expected-day.ts';
import { decryptJsonOrFallback, encryptJson, type VaultKeys } from '../vault/vault.ts';
import { cacheAadOf, cacheRowKeyOf, type CacheOwner } from './cache.ts';
import {
  mergeIntoPacks,
  newRevision,
  PACK_SIZE,
  type Pack,
  withoutOlderRevisions,
} from './expected-packs.ts';

/** Maximum number of rows of a day, including people who were cancelled in the meantime; then the whole day is requested again. */
const MAX_PACKS = Math.ceil((2 * EXPECTED_DAY_PEOPLE_MAX) / PACK_SIZE);

export interface ExpectedDayPlace extends CacheOwner {
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** Expected people of a day of a branch, as stored on this device. */
export interface StoredExpectedDay extends ExpectedDayPeople {
  /** Start of the next reading of changes; null if the whole day must be requested. */
  readonly cursor: string | null;
  /** Time of the last successful reading, ms since the epoch. */
  readonly fetchedAt: number;
}

interface ReadPack extends Pack {
  /** False if this version cannot read some of the row's people. */
  readonly isWhole: boolean;
}
type ReadPacks = ReadonlyMap<number, ReadPack>;

interface ReadDay {
  readonly key: string;
  readonly revision: string;
  readonly packs: ReadPacks;
  readonly value: StoredExpectedDay;
}

/** Last day that this page has read. Unchanged rows are not decrypted again. */
let memory: ReadDay | null = null;

const headKeyOf = ({ day, ...reader }: ExpectedDayPlace): string =>
  cacheRowKeyOf(reader, { kind: 'expected', name: day });
const packKeyOf = (place: ExpectedDayPlace, pack: number): string => `${headKeyOf(place)}:${pack}`;

async function decryptPack(keys: VaultKeys, row: CacheRow | undefined): Promise<ReadPack | null> {
  if (row?.revision === undefined) return null;
  const aad = cacheAadOf(row.key);
  const content = await decryptJsonOrFallback(null, keys, aad, StoredExpectedPack, row.sealed);
  return (
    content && {
      revision: row.revision,
      isWhole: content.count === content.people.length,
      people: content.people,
    }
  );
}

/** Reads the rows of the head. A row whose revision is in memory is not read again; a missing or unreadable one is left out. */
async function readPacks(
  keys: VaultKeys,
  place: ExpectedDayPlace,
  { packs }: StoredExpectedDayHead,
): Promise<ReadPacks> {
  const known = memory?.key === headKeyOf(place) ? memory.packs : new Map<number, ReadPack>();
  const isKnown = (pack: number, revision: string) => known.get(pack)?.revision === revision;
  const missing = packs.filter(({ pack, revision }) => !isKnown(pack, revision));
  const rows = await db.cache.bulkGet(missing.map(({ pack }) => packKeyOf(place, pack)));
  const read = new Map<number, ReadPack>();
  for (const [nth, { pack, revision }] of missing.entries()) {
    const content = await decryptPack(keys, rows[nth]);
    if (content?.revision === revision) read.set(pack, content);
  }
  return new Map(
    packs.flatMap(({ pack }) => {
      const content = read.get(pack) ?? known.get(pack);
      return content ? [[pack, content] as const] : [];
    }),
  );
}

async function readDay(place: ExpectedDayPlace): Promise<ReadDay | null> {
  const key = headKeyOf(place);
  const [row, keys] = await Promise.all([db.cache.get(key), requireKeysOf(place.ownerId)]);
  if (row?.revision === undefined) {
    memory = null;
    return null;
  }
  const { revision, fetchedAt } = row;
  if (memory?.key === key && memory.revision === revision) return memory;
  const head = await decryptJsonOrFallback(null, keys, cacheAadOf(key), StoredExpectedDayHead, row.sealed);
  if (!head) return null;
  const packs = await readPacks(keys, place, head);
  const read = [...packs.values()];
  const isWhole = read.length === head.packs.length && read.every((pack) => pack.isWhole);
  const people = read.flatMap((pack) => pack.people);
  const before = memory?.key === key ? memory.value : null;
  const isUnchanged = before !== null && hasSameItems(before.people, people);
  memory = {
    key,
    revision,
    packs,
    value: {
      day: place.day,
      lists: head.lists,
      // The same list of people lets callers keep what they have derived from it.
      people: isUnchanged ? before.people : people,
      cursor: isWhole ? head.cursor : null,
      fetchedAt,
    },
  };
  return memory;
}

const hasSameItems = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, nth) => item === other[nth]);

/**
 * Returns the expected people of a day; null if the device has none. People that this version cannot read, or whose row the
 * device has deleted for lack of space, are missing, and the cursor is then null. In a live query it follows each write of the
 * day.
 */
export const readExpectedDay = (place: ExpectedDayPlace): Promise<StoredExpectedDay | null> =>
  runStorageOperation(async () => (await readDay(place))?.value ?? null);

/** Returns the number of people of a day by state; null if the device has no people of this day. */
export async function countExpectedByState(
  place: ExpectedDayPlace,
): Promise<Readonly<Record<ExpectedState, number>> | null> {
  const stored = await readExpectedDay(place);
  if (!stored) return null;
  const counts = Object.fromEntries(EXPECTED_STATES.map((state) => [state, 0])) as Record<
    ExpectedState,
    number
  >;
  for (const { status } of stored.people) counts[status.state] += 1;
  return counts;
}

interface DayToWrite {
  readonly lists: readonly ExpectedDayList[];
  readonly cursor: string | null;
  readonly packs: ReadonlyMap<number, Pack>;
  /** Packs whose rows must be written. */
  readonly changed: ReadonlySet<number>;
}

const encryptRow = async (
  keys: VaultKeys,
  { ownerId, branchId }: CacheOwner,
  row: Required<Pick<CacheRow, 'key' | 'revision' | 'fetchedAt'>>,
  content: unknown,
): Promise<CacheRow> => ({
  ...row,
  ownerId,
  branchId,
  kind: 'expected',
  evaluationId: null,
  sealed: await encryptJson(keys, cacheAadOf(row.key), content),
  openedAt: null,
});

/**
 * Writes the rows of a day in one transaction, and deletes other rows of the day. Does nothing if the user has signed out.
 * @returns false if the day was written by another write since `before` was read, and nothing was written
 */
async function writeDay(
  place: ExpectedDayPlace,
  before: string | null,
  { lists, cursor, packs, changed }: DayToWrite,
  fetchedAt: number,
): Promise<boolean> {
  const keys = await requireKeysOf(place.ownerId);
  const rows: CacheRow[] = [];
  for (const [pack, { revision, people }] of packs)
    if (changed.has(pack)) {
      const content = { people, count: people.length };
      rows.push(await encryptRow(keys, place, { key: packKeyOf(place, pack), revision, fetchedAt }, content));
    }
  const head: StoredExpectedDayHead = {
    cursor,
    lists: [...lists],
    packs: [...packs].map(([pack, { revision }]) => ({ pack, revision })),
  };
  const headKey = headKeyOf(place);
  rows.push(await encryptRow(keys, place, { key: headKey, revision: newRevision(), fetchedAt }, head));
  return db.transaction('rw', db.cache, db.keys, async () => {
    if (!(await db.keys.get(place.ownerId))) return true;
    if (((await db.cache.get(headKey))?.revision ?? null) !== before) return false;
    const present = await db.cache.where('key').startsWith(`${headKey}:`).primaryKeys();
    const kept = new Set([...packs.keys()].map((pack) => packKeyOf(place, pack)));
    await db.cache.bulkDelete(present.filter((key) => !kept.has(key)));
    await db.cache.bulkPut(rows);
    return true;
  });
}

interface FetchedDay {
  readonly lists: readonly ExpectedDayList[];
  readonly people: readonly ExpectedPerson[];
  readonly cursor: string;
}

type DayChanges = Pick<FetchedDay, 'people'> & Partial<FetchedDay>;
/** Number of times that changes are merged when other writes of the day come in between. */
const MAX_MERGES = 10;

/** Stores all people of a day instead of those that the device has. */
export const replaceExpectedDay = (
  place: ExpectedDayPlace,
  { lists, people, cursor }: FetchedDay,
  now: number,
): Promise<void> =>
  runStorageOperation(async () => {
    const before = (await db.cache.get(headKeyOf(place)))?.revision ?? null;
    const packs = new Map<number, Pack>();
    for (let from = 0; from < people.length; from += PACK_SIZE)
      packs.set(packs.size, { revision: newRevision(), people: people.slice(from, from + PACK_SIZE) });
    await writeDay(place, before, { lists, cursor, packs, changed: new Set(packs.keys()) }, now);
  }, 'nothing');

/**
 * Adds changes to the stored day. Without `lists` and `cursor`, only these people changed, for example by a request of this
 * device. Does nothing if the device does not have the day. If another write comes in between, the changes are merged again.
 */
export const updateExpectedDay = (
  place: ExpectedDayPlace,
  changes: DayChanges,
  now?: number,
): Promise<void> =>
  runStorageOperation(async () => {
    for (let attempt = 0; attempt < MAX_MERGES; attempt += 1)
      if (await mergeIntoStoredDay(place, changes, now)) return;
  }, 'nothing');

/** Returns false if another write came in between, and nothing was written. */
async function mergeIntoStoredDay(
  place: ExpectedDayPlace,
  { people, lists, cursor }: DayChanges,
  now: number | undefined,
): Promise<boolean> {
  const stored = await readDay(place);
  if (!stored) return true;
  const { value } = stored;
  const merged = mergeIntoPacks(stored.packs, withoutOlderRevisions(value.people, people));
  const next = value.cursor === null ? null : (cursor ?? value.cursor);
  return writeDay(
    place,
    stored.revision,
    { ...merged, lists: lists ?? value.lists, cursor: merged.packs.size > MAX_PACKS ? null : next },
    now ?? value.fetchedAt,
  );
}

/** Length of a day, YYYY-MM-DD. */
const DAY_LENGTH = 10;

/**
 * Deletes the people of days before `today` for all users of the device, except of days for which marks wait. A user who left
 * without signing out would otherwise leave them on a shared tablet.
 */
export const deletePastExpectedDays = (today: string, waitingDays: ReadonlySet<string>): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.cache, async () => {
      const owners = (await db.cache.orderBy('ownerId').uniqueKeys()) as string[];
      const places = owners.map((ownerId) => [ownerId, 'expected']);
      const rows = db.cache.where('[ownerId+kind]').anyOf(places);
      const isPast = (key: string) => {
        const day = (key.split(':expected:').at(-1) ?? '').slice(0, DAY_LENGTH);
        return day < today && !waitingDays.has(day);
      };
      await db.cache.bulkDelete((await rows.primaryKeys()).filter(isPast));
    }),
  );

/** Deletes all expected people of a user, because the server does not offer them. */
export const deleteAllExpectedDays = (ownerId: string): Promise<void> =>
  runStorageOperation(async () => {
    await db.cache.where('[ownerId+kind]').equals([ownerId, 'expected']).delete();
  });
