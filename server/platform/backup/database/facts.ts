import type { Client } from 'pg';
import { z } from 'zod';
import { CATALOG_KEYS } from '#contract/catalogs/all.ts';

/**
 * Tables whose rows are never deleted, so that their number of rows never decreases. A test requires that every table is
 * classified as permanent or not.
 */
export const PERMANENT_TABLES = [
  ...CATALOG_KEYS,
  'absence_notices',
  'activity',
  'additional_values',
  'attachments',
  'authorisation_periods',
  'authorisations',
  'clarifications',
  'closings',
  'consents',
  'corrections',
  'decision_options',
  'decisions',
  'document_counters',
  'document_series',
  'evaluation_templates',
  'evaluations',
  'exam_orders',
  'exam_packages',
  'expected_lists',
  'expected_people',
  'expected_registrations',
  'idempotency_keys',
  'issued_concepts',
  'media',
  'occupations',
  'patient_additional_values',
  'patients',
  'receipts',
  'reopenings',
  'users',
  'waiting_boards',
  'waiting_calls',
] as const;

/** Facts about a database that a backup stores; after a restore, the restored database is compared with them. */
export const DatabaseFacts = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  counts: z.record(z.string(), z.number()),
  log: z.object({ sequence: z.number(), hash: z.string() }),
});
export type DatabaseFacts = z.output<typeof DatabaseFacts>;

/** Returns the tables in the list that exist, because a backup of an earlier version lacks newer tables. */
async function existingTables<Table extends string>(
  client: Client,
  tables: readonly Table[],
): Promise<Table[]> {
  const { rows } = await client.query<{ name: Table }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables],
  );
  return rows.map(({ name }) => name);
}

const createRowCountQuery = (tables: readonly string[]): string =>
  tables
    .map((table) => `select '${table}' as table, count(*)::integer as rows from ${table}`)
    .join(' union all ');

export async function readDatabaseFacts(client: Client): Promise<DatabaseFacts> {
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by number',
  );
  const counts = await client.query<{ table: string; rows: number }>(
    createRowCountQuery(await existingTables(client, PERMANENT_TABLES)),
  );
  const head = await client.query<{ sequence: number; hash: string }>(
    `select sequence::integer, encode(hash, 'hex') as hash from activity_head`,
  );
  return {
    migrations: migrations.rows,
    counts: Object.fromEntries(counts.rows.map(({ table, rows }) => [table, rows])),
    log: head.rows[0] ?? { sequence: 0, hash: '' },
  };
}

const CHAIN_CHECK_QUERY = `
select count(*) filter (where line.hash <> activity_hash(line)
    or line.prev_hash is distinct from case when line.sequence = 1 then activity_genesis() else before.hash end)::integer as broken,
  ((select sequence from activity_head) - count(*))::integer as missing,
  (select encode(hash, 'hex') from activity where sequence = $1) as known,
  (select head.hash is distinct from coalesce(newest.hash, activity_genesis())
    from activity_head head left join activity newest on newest.sequence = head.sequence) as cut
from activity line left join activity before on before.sequence = line.sequence - 1`;

/**
 * Log entries that are committed but not linked into the hash chain at the time of the backup. The next start of the server
 * links them.
 */
export interface PendingEntrySummary {
  readonly lines: number;
  /** Time of the oldest pending entry; null without one. */
  readonly since: Date | null;
}

const UNLINKED_ENTRIES_QUERY = `
select count(*)::integer as lines, min(written_at) as since,
  (count(*) filter (where digest <> unlinked_digest(line)))::integer as changed
from activity_unlinked line`;

async function checkUnlinkedEntries(
  client: Client,
): Promise<PendingEntrySummary & { readonly changed: number }> {
  const none = { lines: 0, since: null, changed: 0 };
  if ((await existingTables(client, ['activity_unlinked'])).length === 0) return none;
  const { rows } = await client.query<PendingEntrySummary & { changed: number }>(UNLINKED_ENTRIES_QUERY);
  return rows[0] ?? none;
}

export async function readPendingEntrySummary(client: Client): Promise<PendingEntrySummary> {
  const { lines, since } = await checkUnlinkedEntries(client);
  return { lines, since };
}

interface ChainCheckResult {
  broken: number;
  missing: number;
  known: string | null;
  cut: boolean;
}

function findChainProblems(chain: ChainCheckResult | undefined, { log }: DatabaseFacts): string[] {
  if (!chain) return ['no se puede leer el registro de actividad'];
  return [
    ...(chain.broken > 0 ? [`${chain.broken} líneas del registro de actividad fueron cambiadas`] : []),
    ...(chain.missing !== 0 ? [`faltan ${chain.missing} líneas del registro de actividad`] : []),
    ...(chain.cut ? ['el registro de actividad no termina en su última línea'] : []),
    ...(log.sequence > 0 && chain.known !== log.hash
      ? [`la línea ${log.sequence} del registro de actividad no es la que había`]
      : []),
  ];
}

/**
 * Returns a sentence for each difference between the database and the facts. Additional rows in the database count as a
 * difference only if `isExact` is true.
 */
export async function findDatabaseDifferences(
  client: Client,
  expected: DatabaseFacts,
  isExact: boolean,
): Promise<string[]> {
  const found = await readDatabaseFacts(client);
  // A backup of an earlier version may have counted tables that have since lost rows or no longer exist.
  const counted = PERMANENT_TABLES.filter((table) => expected.counts[table] !== undefined);
  const counts = counted.flatMap((table) => {
    const [rows = 0, there = 0] = [expected.counts[table], found.counts[table]];
    return there < rows || (isExact && there > rows) ? [`${table}: ${there} filas, y había ${rows}`] : [];
  });
  const { rows } = await client.query<ChainCheckResult>(CHAIN_CHECK_QUERY, [expected.log.sequence]);
  const { changed } = await checkUnlinkedEntries(client);
  const waiting =
    changed > 0 ? [`${changed} líneas del registro de actividad sin enlazar fueron cambiadas`] : [];
  return [...counts, ...findChainProblems(rows[0], expected), ...waiting];
}

export const FILE_REFERENCE_QUERIES = {
  media: 'select storage_path as path, stored_sha256 as sha256 from media',
  attachments: 'select storage_path, stored_sha256 from attachments',
  issued_concepts: 'select storage_path, stored_sha256 from issued_concepts',
  receipts: 'select storage_path, stored_sha256 from receipts',
  doctors: 'select signature_key, null from doctors where signature_key is not null',
  closings:
    'select doctor_signature_path, doctor_signature_sha256 from closings where doctor_signature_path is not null',
  branches: 'select logo_path, null from branches where logo_path is not null',
} as const;

export interface ReferencedFile {
  readonly path: string;
  /** Digest of the file according to the row; null when the row has none. */
  readonly sha256: string | null;
}

/** Returns every file that a row references. The sweep (server/sweep-files.ts) must use the same columns. */
export async function listReferencedFiles(client: Client): Promise<ReferencedFile[]> {
  const tables = await existingTables(
    client,
    Object.keys(FILE_REFERENCE_QUERIES) as (keyof typeof FILE_REFERENCE_QUERIES)[],
  );
  return (
    await client.query<ReferencedFile>(tables.map((table) => FILE_REFERENCE_QUERIES[table]).join(' union '))
  ).rows;
}
