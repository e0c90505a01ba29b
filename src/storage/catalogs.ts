import { foldText, searchWords } from '#domain/text/fold.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';
import type { CatalogRowRecord } from './records.ts';

/** Catalogues that live whole on the device (R1). */
export const MIRRORED = ['evaluation-types', 'companies', 'exams', 'doctors', 'occupations'] as const;
export type MirroredResource = (typeof MIRRORED)[number];

export interface CatalogRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** City of a company, specialty of a doctor. */
  readonly detail: string | null;
  readonly active: boolean;
  readonly recent: boolean;
}

export type MirroredRecord = Omit<CatalogRowRecord, 'resource' | 'folded'>;

/**
 * All rows of a catalogue in memory, by name, until the mirror writes again: searching ten thousand rows takes
 * a millisecond or two there, and reading them from IndexedDB at each letter would not.
 */
const loaded = new Map<MirroredResource, { refreshedAt: number; rows: CatalogRowRecord[] }>();
const byName = new Intl.Collator('es-CO');

async function rowsOf(resource: MirroredResource): Promise<CatalogRowRecord[]> {
  const refreshedAt = (await db.mirrors.get(resource))?.refreshedAt ?? 0;
  const held = loaded.get(resource);
  if (held?.refreshedAt === refreshedAt) return held.rows;
  const rows = await db.catalogs.where('resource').equals(resource).toArray();
  rows.sort((a, b) => byName.compare(a.name, b.name));
  loaded.set(resource, { refreshedAt, rows });
  return rows;
}

/** 0 begins with the query, 1 has a word that begins with it, 2 holds all its words; null when it does not match. */
function rank(row: CatalogRowRecord, words: readonly string[]): number | null {
  if (!words.every((word) => row.folded.includes(word))) return null;
  const first = words[0] ?? '';
  if (row.folded.startsWith(first) || foldText(row.name).startsWith(first)) return 0;
  return row.folded.includes(` ${first}`) ? 1 : 2;
}

function bestMatches(
  rows: readonly CatalogRowRecord[],
  words: readonly string[],
  limit: number,
): CatalogRowRecord[] {
  const groups: CatalogRowRecord[][] = [[], [], []];
  for (const row of rows) {
    const group = row.active ? rank(row, words) : null;
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

/** Ids by last use of this user on this device, newest first. */
async function recentIdsOf(ownerId: string, resource: MirroredResource): Promise<string[]> {
  const range = db.recents
    .where('[ownerId+resource+usedAt]')
    .between([ownerId, resource, -Infinity], [ownerId, resource, Infinity]);
  return (await range.reverse().limit(5).toArray()).map((recent) => recent.id);
}

/** Active rows: the recently used first when nothing is typed, otherwise the best matches. */
export async function searchCatalog(
  resource: MirroredResource,
  query: string,
  options: { ownerId: string; limit?: number },
): Promise<CatalogRow[]> {
  const { ownerId, limit = 20 } = options;
  const [rows, recents] = await Promise.all([rowsOf(resource), recentIdsOf(ownerId, resource)]);
  const present = toRow(new Set(recents));
  const words = searchWords(query);
  if (words.length > 0) return bestMatches(rows, words, limit).map(present);
  const used = recents.flatMap((id) => rows.find((row) => row.id === id && row.active) ?? []);
  const others = rows.filter((row) => row.active && !recents.includes(row.id));
  return [...used, ...others].slice(0, limit).map(present);
}

export async function catalogRow(resource: MirroredResource, id: string): Promise<CatalogRow | null> {
  const row = await db.catalogs.get([resource, id]);
  return row ? toRow(new Set())(row) : null;
}

export async function searchOccupations(query: string, limit = 25): Promise<{ id: string; name: string }[]> {
  const rows = await rowsOf('occupations');
  return bestMatches(rows, searchWords(query), limit).map(({ id, name }) => ({ id, name }));
}

/** The occupation of that name, however it is written: case, accents and blanks folded. */
export async function findOccupationByName(name: string): Promise<{ id: string; name: string } | null> {
  const wanted = foldText(name);
  const row = (await rowsOf('occupations')).find((candidate) => candidate.folded === wanted);
  return row ? { id: row.id, name: row.name } : null;
}

/** `ready` once every catalogue has been loaded whole; `refreshedAt` is the oldest of them. Milliseconds. */
export async function catalogState(): Promise<{ ready: boolean; refreshedAt: number | null }> {
  const mirrors = await db.mirrors.toArray();
  const ready = MIRRORED.every((resource) => mirrors.some((mirror) => mirror.resource === resource));
  return { ready, refreshedAt: ready ? Math.min(...mirrors.map((mirror) => mirror.refreshedAt)) : null };
}

export const mirrorEtags = async (resource: MirroredResource): Promise<string[]> =>
  (await db.mirrors.get(resource))?.etags ?? [];

/** Notes that the provider's catalogue is still the one held here. */
export const confirmMirror = (resource: MirroredResource, now: number): Promise<void> =>
  storing(async () => {
    await db.mirrors.update(resource, { refreshedAt: now });
  });

/** Replaces a catalogue whole, in one transaction: a search never sees half of one. */
export const replaceMirror = (
  resource: MirroredResource,
  records: readonly MirroredRecord[],
  etags: string[],
  now: number,
): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      await db.catalogs.where('resource').equals(resource).delete();
      await db.catalogs.bulkPut(
        records.map((record) => ({ ...record, resource, folded: foldedOf(resource, record) })),
      );
      await db.mirrors.put({ resource, etags, refreshedAt: now });
    }),
  );

const foldedOf = (resource: MirroredResource, record: MirroredRecord): string =>
  resource === 'occupations'
    ? foldText(record.name)
    : foldText(`${record.code} ${record.name} ${record.detail ?? ''}`);

export const markUsed = (ownerId: string, resource: MirroredResource, id: string): Promise<void> =>
  storing(async () => {
    await db.recents.put({ ownerId, resource, id, usedAt: Date.now() });
  });
