// @module-tag landing
import { randomBytes } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PERMANENT_TABLES,
  FILE_REFERENCE_QUERIES,
  findDatabaseDifferences,
  readDatabaseFacts,
} from '#server/platform/backup/database/facts.ts';
import { withClient } from '#server/platform/backup/database/source.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { newStoragePath } from '#server/platform/files/store.ts';
import { FILE_REFERENCE_COLUMNS, sweepOrphans } from '#server/sweep-files.ts';
import {
  type ClinicalFixture,
  sendReceipt,
  receiptParts,
  reopen,
  seedClinicalFixture,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import {
  whitePicture,
  heavyPhoto,
  photo,
  pngBomb,
  getSignaturePng,
  createSvg,
  transparentPicture,
} from '../support/files/pictures.ts';
import { type Caller, type Server, rejectionOf, startServer, statusesOf } from '../support/server.ts';

/**
 * Tables whose rows a backup does not count, because the rows are sometimes deleted, are derived from other tables, or have a
 * fixed number. KEPT lists all other tables.
 */
const UNCOUNTED_TABLES = [
  'activity_head',
  'activity_unlinked',
  'alerts',
  'app_files',
  'attempts',
  'catalog_revisions',
  'copies',
  'database_life',
  'devices',
  'evaluation_changes',
  'evaluation_counts',
  'evaluation_folds',
  'mails',
  'notes',
  'one_time_tokens',
  'patient_renames',
  'period_figures',
  'providers',
  'remembered_columns',
  'sessions',
  'turn_letters',
  'user_permissions',
  'verification_key',
];

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let drawnSignature: Buffer;
let evaluationIdWithoutReceipt: string;
beforeAll(async () => {
  server = await startServer('receipt-safety');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  drawnSignature = await getSignaturePng();
  evaluationIdWithoutReceipt = await createSignedEvaluation();
});
afterAll(() => server.stop());

interface StoredFileRow {
  storage_path: string;
  stored_sha256: string;
}
const receiptsOf = async (id: string): Promise<StoredFileRow[]> =>
  (await server.database.pool.query<StoredFileRow>('select * from receipts where evaluation_id = $1', [id]))
    .rows;
const createSignedEvaluation = () => seedSignedEvaluation(server, clinicalFixture);
const uploadReceipt = (id: string, file: Buffer, headers: Record<string, string> = {}) =>
  doctor.post(`/evaluations/${id}/receipt`, { parts: receiptParts(file), headers });
const etagOfEvaluation = async (id: string): Promise<string> =>
  String((await doctor.get(`/evaluations/${id}`)).headers['etag']);
const dateInDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
const sweep = (now: Date) => sweepOrphans(server.database.pool, createDiskFileStore(server.filesDir), now);

describe('P10.164 upload of a document receipt', () => {
  it.each([
    ['an SVG', 422, 'file_invalid', async () => createSvg('<circle cx="9" cy="9" r="9"/>')],
    ['a flat colour', 422, 'file_invalid', () => whitePicture(3)],
    ['nothing that is seen', 422, 'file_invalid', () => transparentPicture()],
    ['a picture that unpacks to too much', 422, 'file_invalid', async () => pngBomb(30_000)],
    [
      'a WebP',
      422,
      'file_invalid',
      async () =>
        sharp(await getSignaturePng())
          .webp()
          .toBuffer(),
    ],
    ['more than 500 KB', 413, 'file_too_large', () => heavyPhoto(600_000)],
    ['no bytes', 422, 'file_invalid', async () => Buffer.alloc(0)],
  ])(
    'the upload of a document receipt rejects this signature file: %s',
    async (_what, status, code, make) => {
      expect(rejectionOf(await uploadReceipt(evaluationIdWithoutReceipt, await make()))).toEqual([
        status,
        code,
      ]);
      expect(await receiptsOf(evaluationIdWithoutReceipt)).toEqual([]);
    },
  );

  it.each([
    ['no signature', receiptParts(Buffer.alloc(0)).slice(0, 2), 'file'],
    [
      'two signatures',
      [...receiptParts(Buffer.from('a')), ...receiptParts(Buffer.from('b')).slice(2)],
      'file',
    ],
    ['a list that is too long', receiptParts(Buffer.alloc(0), { items: 'concept,'.repeat(60) }), 'items'],
    ['a version without end', receiptParts(Buffer.alloc(0), { version: '9'.repeat(30) }), 'version'],
  ])('the upload of a document receipt rejects %s and names the field', async (_what, parts, field) => {
    const reply = await sendReceipt(doctor, evaluationIdWithoutReceipt, parts);
    expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    expect(reply.json<{ details: unknown[] }>().details).toMatchObject([{ field }]);
    expect(await receiptsOf(evaluationIdWithoutReceipt)).toEqual([]);
  });

  it("the server drops bytes after the picture data of a receipt's signature, and no call returns that signature file", async () => {
    const id = await createSignedEvaluation();
    const secret = randomBytes(64);
    expect((await uploadReceipt(id, Buffer.concat([drawnSignature, secret]))).statusCode).toBe(200);
    const [kept] = await receiptsOf(id);
    const bytes = await createDiskFileStore(server.filesDir).read(
      kept?.storage_path ?? '',
      kept?.stored_sha256,
    );
    expect(bytes.includes(secret)).toBe(false);
    for (const who of ['doctor', 'desk', 'admin'] as const)
      expect((await (await server.as(who)).get(`/files/${kept?.storage_path}`)).statusCode).not.toBe(200);
  });
});

describe('P10.164 document receipt for the evaluation that the user saw', () => {
  it('the server rejects a new document receipt when the evaluation has changed since the user read it, but returns a stored receipt again', async () => {
    const id = await createSignedEvaluation();
    const seen = await etagOfEvaluation(id);
    expect(rejectionOf(await uploadReceipt(id, drawnSignature, { 'if-match': '"otra"' }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect(await receiptsOf(id)).toEqual([]);
    expect((await uploadReceipt(id, drawnSignature, { 'if-match': seen })).statusCode).toBe(200);
    expect(await etagOfEvaluation(id)).not.toBe(seen);
    expect((await uploadReceipt(id, drawnSignature, { 'if-match': seen })).statusCode).toBe(200);
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  it('when two signatures arrive at once, the server stores one document receipt and rejects the other', async () => {
    const id = await createSignedEvaluation();
    const replies = await Promise.all([uploadReceipt(id, drawnSignature), uploadReceipt(id, await photo(5))]);
    expect(statusesOf(replies)).toEqual([200, 409]);
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  it('a document receipt that arrives together with a reopening is stored before the reopening, or not at all', async () => {
    const id = await createSignedEvaluation();
    const [handed] = await Promise.all([uploadReceipt(id, drawnSignature), reopen(doctor, id)]);
    if (handed.statusCode !== 200) expect(rejectionOf(handed)).toEqual([409, 'evaluation_open']);
    expect(await receiptsOf(id)).toHaveLength(handed.statusCode === 200 ? 1 : 0);
  });
});

describe('P10.165 signature file of a document receipt', () => {
  it('the sweep never deletes the signature file of a document receipt, but deletes an unreferenced file', async () => {
    const files = createDiskFileStore(server.filesDir);
    const id = await createSignedEvaluation();
    await uploadReceipt(id, drawnSignature);
    const [kept] = await receiptsOf(id);
    const orphan = newStoragePath('png');
    await files.write(orphan, drawnSignature);
    for (const days of [1, 40]) await sweep(dateInDays(days));
    await expect(files.read(orphan)).rejects.toThrow();
    const bytes = await files.read(kept?.storage_path ?? '', kept?.stored_sha256);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it("the sweep and the backup cover every column that names a file, including the receipt's signature", async () => {
    const { rows } = await server.database.pool.query<{ named: string }>(
      `select table_name || '.' || column_name as named from information_schema.columns
        where table_schema = 'public' and (column_name like '%\\_path' or column_name = 'signature_key')`,
    );
    const there = rows.map(({ named }) => named).toSorted();
    const swept = FILE_REFERENCE_COLUMNS.map(([table, column]) => `${getTableName(table)}.${column.name}`);
    const copied = Object.values(FILE_REFERENCE_QUERIES).map((query) => {
      const [, column, table] = /^select (\w+).* from (\w+)/.exec(query) ?? [];
      return `${table}.${column}`;
    });
    expect(there).toContain('receipts.storage_path');
    expect(swept.toSorted()).toEqual(there);
    expect(copied.toSorted()).toEqual(there);
  });

  it('P10.68 a restored database may lack a table that a backup of an earlier version counted, but no row of a permanent one', async () => {
    const found = await withClient(server.database.connection, async (client) => {
      const facts = await readDatabaseFacts(client);
      const counts = { ...facts.counts, former_table: 5, users: (facts.counts['users'] ?? 0) + 1 };
      return findDatabaseDifferences(client, { ...facts, counts }, true);
    });
    expect(found).toEqual([expect.stringMatching(/^users: /)]);
  });

  it('P10.68 each table is listed either as permanent, so that a backup counts its rows, or as not counted', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`,
    );
    expect([...PERMANENT_TABLES, ...UNCOUNTED_TABLES].toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    );
  });
});
