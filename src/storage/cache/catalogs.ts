import type { ReceptionCatalogPathSegment } from '#contract/catalogs/all.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';
import {
  foldText,
  jobSearchTerms,
  containsAllTerms,
  searchTerms,
  removeDotsAndDashes,
} from '#domain/text/fold.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { StoredCatalogRow } from '../database/records.ts';
import { listUsualChoiceIds, type RecentsQuery } from './recents.ts';

/** The type causes a compile error if the list lacks a catalogue that reception copies to the device. */
const RECEPTION_CATALOGS: Readonly<Record<ReceptionCatalogPathSegment | 'occupations', true>> = {
  'evaluation-types': true,
  companies: true,
  exams: true,
  doctors: true,
  occupations: true,
};
/** Catalogues in the device's cache that reception needs. */
export const REQUIRED_CATALOGS = Object.keys(RECEPTION_CATALOGS) as (keyof typeof RECEPTION_CATALOGS)[];
/**
 * Catalogue of phrases. A device counts as ready without these phrases, because only doctors use them and the base contract
 * lacks them.
 */
export const NOTE_PHRASES_RESOURCE = 'note-phrases';
/** Definitions of the clinic's own fields. A device is ready without them, because the base contract lacks them. */
export const ADDITIONAL_FIELDS_RESOURCE = 'additional-fields';
export type CatalogResource =
  | (typeof REQUIRED_CATALOGS)[number]
  | typeof NOTE_PHRASES_RESOURCE
  | typeof ADDITIONAL_FIELDS_RESOURCE;

export interface CatalogRowView extends Readonly<Pick<StoredCatalogRow, 'isProposed' | 'proposal'>> {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** City of a company or specialty of a doctor. */
  readonly detail: string | null;
  readonly active: boolean;
  readonly recent: boolean;
}

export type CatalogRecord = Omit<StoredCatalogRow, 'resource' | 'folded' | 'keptAt'>;

/**
 * All rows of a catalogue, sorted by name, until the catalogue is written again. A search in ten thousand rows takes a
 * millisecond or two in memory; reading them from IndexedDB at each keystroke takes far longer.
 */
const loadedCatalogs = new Map<CatalogResource, { version: string; rows: StoredCatalogRow[] }>();
const nameCollator = createLazyGetter(() => new Intl.Collator('es-CO'));

export async function loadCatalogRows(resource: CatalogResource): Promise<StoredCatalogRow[]> {
  const cachedCatalog = await db.mirrors.get(resource);
  const version = cachedCatalog && `${cachedCatalog.refreshedAt} ${cachedCatalog.rowsKept ?? 0}`;
  const held = loadedCatalogs.get(resource);
  if (held && held.version === version) return held.rows;
  const rows = await db.catalogs.where('resource').equals(resource).toArray();
  rows.sort((a, b) => nameCollator().compare(a.name, b.name));
  // The catalogue has hardly any rows before the first full refresh, so the rows are not held in memory.
  if (version !== undefined) loadedCatalogs.set(resource, { version, rows });
  return rows;
}

const NO_RECENTS: ReadonlySet<string> = new Set();

/**
 * Returns the rank of a match: 0 if its code equals the query, 1 if it was recently used, 2 if it begins with the query, 3 if a
 * word begins with the query, 4 if it contains all words. Null if it does not match.
 */
function matchRankOf(
  row: StoredCatalogRow,
  words: readonly string[],
  recent: ReadonlySet<string>,
): number | null {
  if (!containsAllTerms(row.folded, words)) return null;
  if (row.code !== null && removeDotsAndDashes(foldText(row.code)) === removeDotsAndDashes(words.join(' ')))
    return 0;
  if (recent.has(row.id)) return 1;
  const first = words[0] ?? '';
  if (row.folded.startsWith(first) || foldText(row.name).startsWith(first)) return 2;
  return row.folded.includes(` ${first}`) ? 3 : 4;
}

interface CatalogMatchOptions {
  readonly limit: number;
  readonly recent?: ReadonlySet<string>;
  /** False to search only inactive rows, which can no longer be chosen. */
  readonly active?: boolean;
}

function findBestMatches(
  rows: readonly StoredCatalogRow[],
  words: readonly string[],
  { limit, recent = NO_RECENTS, active = true }: CatalogMatchOptions,
): StoredCatalogRow[] {
  const groups: StoredCatalogRow[][] = [[], [], [], [], []];
  for (const row of rows) {
    const group = row.active === active ? matchRankOf(row, words, recent) : null;
    if (group !== null) groups[group]?.push(row);
  }
  return groups.flat().slice(0, limit);
}

const createCatalogViewMapper =
  (recentIds: ReadonlySet<string>) =>
  ({ id, code, name, detail, active, isProposed, proposal }: StoredCatalogRow): CatalogRowView => ({
    id,
    code,
    name,
    detail,
    active,
    recent: recentIds.has(id),
    ...(isProposed !== undefined && { isProposed }),
    ...(proposal && { proposal }),
  });

interface CatalogWithUsualRows {
  readonly rows: readonly StoredCatalogRow[];
  readonly usual: readonly StoredCatalogRow[];
}

async function loadCatalogWithUsualRows(
  resource: CatalogResource,
  looking: RecentsQuery,
): Promise<CatalogWithUsualRows> {
  const [rows, ids] = await Promise.all([loadCatalogRows(resource), listUsualChoiceIds(resource, looking)]);
  return { rows, usual: ids.flatMap((id) => rows.find((row) => row.id === id && row.active) ?? []) };
}

/**
 * Searches active rows. For an empty query, returns the usual rows and then the other rows by name; otherwise returns the best
 * matches.
 */
export async function searchCatalog(
  resource: CatalogResource,
  query: string,
  { limit = 20, ...looking }: RecentsQuery & { limit?: number },
): Promise<CatalogRowView[]> {
  const { rows, usual } = await loadCatalogWithUsualRows(resource, looking);
  const recent = new Set(usual.map(({ id }) => id));
  const present = createCatalogViewMapper(recent);
  const words = searchTerms(query);
  if (words.length > 0) return findBestMatches(rows, words, { limit, recent }).map(present);
  const others = rows.filter((row) => row.active && !recent.has(row.id));
  return [...usual, ...others].slice(0, limit).map(present);
}

export async function searchInactiveCatalogRows(
  resource: CatalogResource,
  query: string,
  limit: number,
): Promise<CatalogRowView[]> {
  const words = searchTerms(query);
  if (words.length === 0) return [];
  return findBestMatches(await loadCatalogRows(resource), words, { limit, active: false }).map(
    createCatalogViewMapper(NO_RECENTS),
  );
}

export async function listUsualCatalogRows(
  resource: CatalogResource,
  looking: RecentsQuery,
): Promise<CatalogRowView[]> {
  const { usual } = await loadCatalogWithUsualRows(resource, looking);
  return usual.map(createCatalogViewMapper(new Set(usual.map(({ id }) => id))));
}

/** Returns several rows in one read, in the order of the keys; null for a missing row. */
export async function findCatalogRows(
  keys: readonly (readonly [resource: CatalogResource, id: string])[],
): Promise<(CatalogRowView | null)[]> {
  const rows = await db.catalogs.bulkGet(keys.map(([resource, id]): [string, string] => [resource, id]));
  return rows.map((row) => (row ? createCatalogViewMapper(NO_RECENTS)(row) : null));
}

export async function findCatalogRow(resource: CatalogResource, id: string): Promise<CatalogRowView | null> {
  const row = await db.catalogs.get([resource, id]);
  return row ? createCatalogViewMapper(NO_RECENTS)(row) : null;
}

export async function searchOccupations(query: string, limit = 25): Promise<{ id: string; name: string }[]> {
  const rows = await loadCatalogRows('occupations');
  return findBestMatches(rows, jobSearchTerms(query), { limit }).map(({ id, name }) => ({ id, name }));
}

/** Returns the occupation with the name, ignoring case, accents and spaces. */
export async function findOccupationByName(name: string): Promise<{ id: string; name: string } | null> {
  const wanted = foldText(name);
  const row = (await loadCatalogRows('occupations')).find((candidate) => candidate.folded === wanted);
  return row ? { id: row.id, name: row.name } : null;
}

/**
 * `ready` is true if every catalogue that reception needs was loaded completely; `refreshedAt` is the time of the oldest
 * refresh, ms since the epoch, and null if `ready` is false.
 */
export async function readCatalogReadiness(): Promise<{ ready: boolean; refreshedAt: number | null }> {
  const catalogCaches = await db.mirrors.toArray();
  const ready = REQUIRED_CATALOGS.every((resource) =>
    catalogCaches.some((cachedCatalog) => cachedCatalog.resource === resource),
  );
  return {
    ready,
    refreshedAt: ready ? Math.min(...catalogCaches.map((cachedCatalog) => cachedCatalog.refreshedAt)) : null,
  };
}

/**
 * Returns true if the device stores definitions of the clinic's own fields, or if a form must still show the notice that the
 * server no longer offers them.
 */
export const hasAdditionalFieldsOrNotice = async (): Promise<boolean> =>
  (await db.catalogs.where('resource').equals(ADDITIONAL_FIELDS_RESOURCE).count()) > 0 ||
  ((await readDeviceRow('no-additional-fields'))?.isNoticeDue ?? false);

/** Returns the catalogues that a registration requires and that have no active row although they are loaded. */
export async function listEmptyRequiredCatalogs(): Promise<CatalogResource[]> {
  const wanted = ['evaluation-types', 'companies'] as const;
  const isEmpty = await Promise.all(
    wanted.map(async (resource) => {
      const cachedCatalog = await db.mirrors.get(resource);
      return cachedCatalog !== undefined && !(await loadCatalogRows(resource)).some(({ active }) => active);
    }),
  );
  return wanted.filter((_resource, nth) => isEmpty[nth]);
}

/** Changes with the stored form of the rows, so that an update of the app fetches all rows again. */
const STORED_ROWS_VERSION = 1;

export async function readCatalogCacheEtags(resource: CatalogResource): Promise<string[]> {
  const cachedCatalog = await db.mirrors.get(resource);
  return cachedCatalog?.rowsVersion === STORED_ROWS_VERSION ? cachedCatalog.etags : [];
}

export const refreshCatalogCacheTime = (resource: CatalogResource, now: number): Promise<void> =>
  runStorageOperation(async () => {
    await db.mirrors.update(resource, { refreshedAt: now });
  });

/**
 * Maximum time for which refreshes keep a row that was stored between two refreshes and that they do not contain, ms. A refresh
 * may have begun before the row was created, and a server that does not support pages may return only some of the rows.
 */
const MAX_UNREFRESHED_ROW_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
const MAX_UNREFRESHED_ROWS = 50;

async function findUnrefreshedRowsToKeep(
  resource: CatalogResource,
  crawled: readonly CatalogRecord[],
  now: number,
): Promise<StoredCatalogRow[]> {
  const ids = new Set(crawled.map(({ id }) => id));
  const kept = await db.catalogs
    .where('resource')
    .equals(resource)
    .filter(({ id, keptAt = -Infinity }) => now - keptAt < MAX_UNREFRESHED_ROW_AGE_MS && !ids.has(id))
    .toArray();
  return kept.sort((a, b) => (b.keptAt ?? 0) - (a.keptAt ?? 0)).slice(0, MAX_UNREFRESHED_ROWS);
}

/** Replaces a catalogue in one transaction, so that a search never sees a part of it. */
export const replaceCatalogCache = (
  resource: CatalogResource,
  records: readonly CatalogRecord[],
  etags: string[],
  now: number,
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      const kept = await findUnrefreshedRowsToKeep(resource, records, now);
      await db.catalogs.where('resource').equals(resource).delete();
      await db.catalogs.bulkPut([...records.map((record) => toStoredCatalogRow(resource, record)), ...kept]);
      const mirror = { resource, etags, refreshedAt: now, rowsVersion: STORED_ROWS_VERSION };
      await db.mirrors.put({ ...mirror, offersProposals: records.some((one) => 'isProposed' in one) });
    }),
  );

const foldedCatalogTextOf = (resource: CatalogResource, record: CatalogRecord): string =>
  resource === 'occupations'
    ? foldText(record.name)
    : foldText(`${record.code} ${record.name} ${record.detail ?? ''}`);

const toStoredCatalogRow = (resource: CatalogResource, record: CatalogRecord): StoredCatalogRow => ({
  ...record,
  resource,
  folded: foldedCatalogTextOf(resource, record),
});

export async function findNewRenamedOrToggled(
  resource: CatalogResource,
  records: readonly CatalogRecord[],
): Promise<CatalogRecord[]> {
  const known = await db.catalogs.bulkGet(records.map(({ id }): [string, string] => [resource, id]));
  return records.filter(({ name, active }, nth) => known[nth]?.name !== name || known[nth].active !== active);
}

/** Stores a row that no refresh contains yet, so that the user who chose it finds it offline. */
export const storeCatalogRow = (
  resource: CatalogResource,
  record: CatalogRecord,
  now: number,
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      const known = await db.catalogs.get([resource, record.id]);
      const code = record.code || (known?.code ?? '');
      // A company that is no longer proposed must not keep the mark as its city.
      const detail = record.detail ?? (known?.isProposed ? null : known?.detail) ?? null;
      await db.catalogs.put({ ...toStoredCatalogRow(resource, { ...record, code, detail }), keptAt: now });
      const cachedCatalog = await db.mirrors.get(resource);
      if (cachedCatalog)
        await db.mirrors.put({ ...cachedCatalog, rowsKept: (cachedCatalog.rowsKept ?? 0) + 1 });
    }),
  );
