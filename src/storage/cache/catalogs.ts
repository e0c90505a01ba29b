import { lazily } from '#domain/text/lazily.ts';
import { foldText, jobWords, matchesFolded, searchWords, withoutDividers } from '#domain/text/fold.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { CatalogRowRecord } from '../database/records.ts';
import { usualIds, type Looking } from './recents.ts';

/** Catalogues that are stored completely on the device (R1). */
export const MIRRORED = ['evaluation-types', 'companies', 'exams', 'doctors', 'occupations'] as const;
/** Used by doctors only and not part of the base contract: a device is ready without it. */
export const NOTE_PHRASES = 'note-phrases';
export type MirroredResource = (typeof MIRRORED)[number] | typeof NOTE_PHRASES;

export interface CatalogRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** City of a company, specialty of a doctor. */
  readonly detail: string | null;
  readonly active: boolean;
  readonly recent: boolean;
}

export type MirroredRecord = Omit<CatalogRowRecord, 'resource' | 'folded' | 'keptAt'>;

/**
 * All rows of a catalogue in memory, sorted by name, until its cache is written again. A search in ten thousand rows takes a
 * millisecond or two in memory; reading them from IndexedDB at each keystroke takes far longer.
 */
const loaded = new Map<MirroredResource, { version: string; rows: CatalogRowRecord[] }>();
const byName = lazily(() => new Intl.Collator('es-CO'));

async function rowsOf(resource: MirroredResource): Promise<CatalogRowRecord[]> {
  const mirror = await db.mirrors.get(resource);
  const version = mirror && `${mirror.refreshedAt} ${mirror.rowsKept ?? 0}`;
  const held = loaded.get(resource);
  if (held && held.version === version) return held.rows;
  const rows = await db.catalogs.where('resource').equals(resource).toArray();
  rows.sort((a, b) => byName().compare(a.name, b.name));
  // Before the first full refresh there are hardly any rows to read.
  if (version !== undefined) loaded.set(resource, { version, rows });
  return rows;
}

const NO_RECENTS: ReadonlySet<string> = new Set();

/**
 * Returns the rank of a match: 0 if its code equals the query, 1 if recently used, 2 if it begins with the query, 3 if a word
 * begins with it, 4 if it contains all words; null without a match.
 */
function rank(row: CatalogRowRecord, words: readonly string[], recent: ReadonlySet<string>): number | null {
  if (!matchesFolded(row.folded, words)) return null;
  if (row.code !== null && withoutDividers(foldText(row.code)) === withoutDividers(words.join(' '))) return 0;
  if (recent.has(row.id)) return 1;
  const first = words[0] ?? '';
  if (row.folded.startsWith(first) || foldText(row.name).startsWith(first)) return 2;
  return row.folded.includes(` ${first}`) ? 3 : 4;
}

interface Wanted {
  readonly limit: number;
  readonly recent?: ReadonlySet<string>;
  /** False: only inactive rows, which can no longer be chosen. */
  readonly active?: boolean;
}

function bestMatches(
  rows: readonly CatalogRowRecord[],
  words: readonly string[],
  { limit, recent = NO_RECENTS, active = true }: Wanted,
): CatalogRowRecord[] {
  const groups: CatalogRowRecord[][] = [[], [], [], [], []];
  for (const row of rows) {
    const group = row.active === active ? rank(row, words, recent) : null;
    if (group !== null) groups[group]?.push(row);
  }
  return groups.flat().slice(0, limit);
}

const toRow =
  (recentIds: ReadonlySet<string>) =>
  ({ id, code, name, detail, active }: CatalogRowRecord): CatalogRow => ({
    id,
    code,
    name,
    detail,
    active,
    recent: recentIds.has(id),
  });

interface Usual {
  readonly rows: readonly CatalogRowRecord[];
  readonly usual: readonly CatalogRowRecord[];
}

async function usualAmong(resource: MirroredResource, looking: Looking): Promise<Usual> {
  const [rows, ids] = await Promise.all([rowsOf(resource), usualIds(resource, looking)]);
  return { rows, usual: ids.flatMap((id) => rows.find((row) => row.id === id && row.active) ?? []) };
}

/** Searches active rows: the usual ones first for an empty query, otherwise the best matches (`rank`). */
export async function searchCatalog(
  resource: MirroredResource,
  query: string,
  { limit = 20, ...looking }: Looking & { limit?: number },
): Promise<CatalogRow[]> {
  const { rows, usual } = await usualAmong(resource, looking);
  const recent = new Set(usual.map(({ id }) => id));
  const present = toRow(recent);
  const words = searchWords(query);
  if (words.length > 0) return bestMatches(rows, words, { limit, recent }).map(present);
  const others = rows.filter((row) => row.active && !recent.has(row.id));
  return [...usual, ...others].slice(0, limit).map(present);
}

/** Searches inactive rows, for a user who finds no active one; returns the best matches (`rank`). */
export async function searchInactive(
  resource: MirroredResource,
  query: string,
  limit: number,
): Promise<CatalogRow[]> {
  const words = searchWords(query);
  if (words.length === 0) return [];
  return bestMatches(await rowsOf(resource), words, { limit, active: false }).map(toRow(NO_RECENTS));
}

/** Returns the usual choices of the branch at this hour, the most usual first, without inactive rows. */
export async function usualRows(resource: MirroredResource, looking: Looking): Promise<CatalogRow[]> {
  const { usual } = await usualAmong(resource, looking);
  return usual.map(toRow(new Set(usual.map(({ id }) => id))));
}

/** Returns several rows in one request, in the order of the keys; null for a missing row. */
export async function catalogRows(
  keys: readonly (readonly [resource: MirroredResource, id: string])[],
): Promise<(CatalogRow | null)[]> {
  const rows = await db.catalogs.bulkGet(keys.map(([resource, id]): [string, string] => [resource, id]));
  return rows.map((row) => (row ? toRow(NO_RECENTS)(row) : null));
}

export async function catalogRow(resource: MirroredResource, id: string): Promise<CatalogRow | null> {
  const row = await db.catalogs.get([resource, id]);
  return row ? toRow(NO_RECENTS)(row) : null;
}

export async function searchOccupations(query: string, limit = 25): Promise<{ id: string; name: string }[]> {
  const rows = await rowsOf('occupations');
  return bestMatches(rows, jobWords(query), { limit }).map(({ id, name }) => ({ id, name }));
}

/** Returns the occupation with that name, ignoring case, accents and spaces. */
export async function findOccupationByName(name: string): Promise<{ id: string; name: string } | null> {
  const wanted = foldText(name);
  const row = (await rowsOf('occupations')).find((candidate) => candidate.folded === wanted);
  return row ? { id: row.id, name: row.name } : null;
}

/**
 * Returns `ready` when every catalogue was loaded completely; `refreshedAt` is the time of the oldest refresh, ms since the
 * epoch.
 */
export async function catalogState(): Promise<{ ready: boolean; refreshedAt: number | null }> {
  const mirrors = await db.mirrors.toArray();
  const ready = MIRRORED.every((resource) => mirrors.some((mirror) => mirror.resource === resource));
  return { ready, refreshedAt: ready ? Math.min(...mirrors.map((mirror) => mirror.refreshedAt)) : null };
}

/** Returns the catalogues required for a registration that are loaded but have no active row. */
export async function emptyCatalogs(): Promise<MirroredResource[]> {
  const wanted = ['evaluation-types', 'companies'] as const;
  const isEmpty = await Promise.all(
    wanted.map(async (resource) => {
      const mirror = await db.mirrors.get(resource);
      return mirror !== undefined && !(await rowsOf(resource)).some(({ active }) => active);
    }),
  );
  return wanted.filter((_resource, nth) => isEmpty[nth]);
}

export const mirrorEtags = async (resource: MirroredResource): Promise<string[]> =>
  (await db.mirrors.get(resource))?.etags ?? [];

/** Records that the server's catalogue is unchanged. */
export const confirmMirror = (resource: MirroredResource, now: number): Promise<void> =>
  storing(async () => {
    await db.mirrors.update(resource, { refreshedAt: now });
  });

/**
 * Lifetime of a row that was stored between two refreshes and is in neither, ms: a refresh may have begun before the row was
 * created, and a server may not support pages. By then a form with the row has been sent or restarted.
 */
const KEPT_ROW_MS = 7 * 24 * 60 * 60 * 1_000;
const KEPT_ROWS_MAX = 50;

/** Returns recently stored rows that this refresh does not contain. */
async function rowsToKeep(
  resource: MirroredResource,
  crawled: readonly MirroredRecord[],
  now: number,
): Promise<CatalogRowRecord[]> {
  const ids = new Set(crawled.map(({ id }) => id));
  const kept = await db.catalogs
    .where('resource')
    .equals(resource)
    .filter(({ id, keptAt }) => keptAt !== undefined && now - keptAt < KEPT_ROW_MS && !ids.has(id))
    .toArray();
  return kept.sort((a, b) => (b.keptAt ?? 0) - (a.keptAt ?? 0)).slice(0, KEPT_ROWS_MAX);
}

/** Replaces a catalogue in one transaction, so that a search never sees half of it. */
export const replaceMirror = (
  resource: MirroredResource,
  records: readonly MirroredRecord[],
  etags: string[],
  now: number,
): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      const kept = await rowsToKeep(resource, records, now);
      await db.catalogs.where('resource').equals(resource).delete();
      await db.catalogs.bulkPut([...records.map((record) => rowOf(resource, record)), ...kept]);
      await db.mirrors.put({ resource, etags, refreshedAt: now });
    }),
  );

const foldedOf = (resource: MirroredResource, record: MirroredRecord): string =>
  resource === 'occupations'
    ? foldText(record.name)
    : foldText(`${record.code} ${record.name} ${record.detail ?? ''}`);

const rowOf = (resource: MirroredResource, record: MirroredRecord): CatalogRowRecord => ({
  ...record,
  resource,
  folded: foldedOf(resource, record),
});

/** Returns the rows that are missing on the device or differ in name or status. */
export async function newToDevice(
  resource: MirroredResource,
  records: readonly MirroredRecord[],
): Promise<MirroredRecord[]> {
  const known = await db.catalogs.bulkGet(records.map(({ id }): [string, string] => [resource, id]));
  return records.filter(({ name, active }, nth) => known[nth]?.name !== name || known[nth].active !== active);
}

/** Stores a row that no refresh has delivered yet, so that the user who chose it finds it offline, too. */
export const keepCatalogRow = (
  resource: MirroredResource,
  record: MirroredRecord,
  now: number,
): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      const known = await db.catalogs.get([resource, record.id]);
      const code = record.code || (known?.code ?? '');
      const detail = record.detail ?? known?.detail ?? null;
      await db.catalogs.put({ ...rowOf(resource, { ...record, code, detail }), keptAt: now });
      const mirror = await db.mirrors.get(resource);
      if (mirror) await db.mirrors.put({ ...mirror, rowsKept: (mirror.rowsKept ?? 0) + 1 });
    }),
  );
