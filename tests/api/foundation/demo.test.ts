// @module-tag landing
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ActivityQuery } from '#contract/records/evaluation/clinical.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { passwordMatches } from '#server/platform/access/password.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { DEMO_PASSWORD, DEMO_USERS } from '#server/demo/clinic.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { listActivity } from '#server/audit/queries/activity.ts';
import { readReportInput } from '#server/documents/queries/report-input.ts';
import { DEFAULT_LEGAL_TEXTS } from '#server/platform/settings/legal-texts.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
let database: TestDatabase;
let filesDir: string;

/** Returns a file store whose first write waits `pauseMs` ms, as in a bucket over a slow network. */
function delayFirstWrite(files: FileStore, pauseMs: number): FileStore {
  let isFree: Promise<void> | null = null;
  return {
    ...files,
    write: async (storagePath, bytes) => {
      await (isFree ??= pause(pauseMs));
      await files.write(storagePath, bytes);
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase('demo');
  filesDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-demo-'));
  // The storage of the files is slower than the limit for connections that are idle in a transaction, so the load fails unless
  // its transaction disables the limit.
  const pool = createPool(database.connection);
  pool.on('connect', (client) => void client.query("set idle_in_transaction_session_timeout = '3s'"));
  expect(await loadDemoData(pool, delayFirstWrite(createDiskFileStore(filesDir), 4_000), NOW)).toBe('loaded');
  await pool.end();
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(filesDir, { recursive: true, force: true });
});

const selectRows = async <Row extends object>(sql: string) => (await database.pool.query<Row>(sql)).rows;
const countRowsIn = async (table: string) =>
  (await selectRows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

describe('P10.21 demo clinic', () => {
  test('the server does not load the demo clinic again into a database that already contains it', async () => {
    const before = await countRowsIn('evaluations');
    expect(await loadDemoData(database.pool, createDiskFileStore(filesDir), NOW)).toBe('present');
    expect(await countRowsIn('evaluations')).toBe(before);
  });

  test(
    'the demo clinic is loaded once when two processes start at the same time',
    { tags: ['thorough'] },
    async () => {
      const other = await createTestDatabase('demo_twice');
      const load = () => loadDemoData(other.pool, createDiskFileStore(filesDir), NOW);
      expect((await Promise.all([load(), load()])).sort()).toEqual(['loaded', 'present']);
      await other.drop();
    },
  );

  test('the server loads no demo data into a database that contains data', async () => {
    const other = await createTestDatabase('demo_kept_out');
    await other.pool.query(
      "insert into companies (id, code, name) values (gen_random_uuid(), 'R-1', 'Una empresa de verdad')",
    );
    expect(await loadDemoData(other.pool, createDiskFileStore(filesDir), NOW)).toBe('kept-out');
    expect((await other.pool.query('select from users')).rowCount).toBe(0);
    await other.drop();
  });

  test('the demo clinic has the specified numbers of branches, companies, catalogue rows and doctors', async () => {
    const tables = ['branches', 'companies', 'evaluation_types', 'exams', 'occupations', 'doctors'];
    const counts = await Promise.all(tables.map(async (table) => [table, await countRowsIn(table)]));
    expect(Object.fromEntries(counts)).toEqual({
      branches: 5,
      companies: 11,
      evaluation_types: 9,
      exams: 22,
      occupations: 24,
      doctors: 3,
    });
  });

  test('P10.342 the demo clinic has four additional fields, values of these fields for many patients, and signed versions with such values', async () => {
    const signed = await selectRows<{ n: number }>(
      `select count(*)::int as n from closings where content ? 'additional_fields'`,
    );
    expect(await countRowsIn('additional_fields')).toBe(4);
    expect(await countRowsIn('patient_additional_values')).toBeGreaterThan(60);
    expect(signed[0]?.n).toBeGreaterThan(10);
  });

  test('every demo user has the specified branch and permissions and the printed password', async () => {
    const found = await selectRows<{
      email: string;
      branch: string | null;
      hash: string;
      permissions: string[];
    }>(
      `select u.email, b.name as branch, u.password_hash as hash,
         (select array_agg(permission order by permission) from user_permissions p where p.user_id = u.id) as permissions
         from users u left join branches b on b.id = u.branch_id where u.status = 'active'`,
    );
    expect(found.map(({ email }) => email).sort()).toEqual(DEMO_USERS.map(({ email }) => email).sort());
    for (const user of found) expect(await passwordMatches(user.hash, DEMO_PASSWORD)).toBe(true);
    const userWithEmail = (email: string) => found.find((user) => user.email === email);
    expect(userWithEmail('recepcion.med@alisos.demo')).toMatchObject({
      branch: 'Medellín – El Poblado de Prueba',
      permissions: ['register_patients', 'view_dashboard'],
    });
    expect(userWithEmail('global@alisos.demo')?.branch).toBeNull();
    expect(userWithEmail('global@alisos.demo')?.permissions).toHaveLength(PERMISSIONS.length);
    expect(userWithEmail('sinsede@alisos.demo')).toMatchObject({
      branch: null,
      permissions: ['manage_evaluations', 'register_patients'],
    });
  });

  test('the demo clinic has about forty evaluations of the last four weeks in all three statuses and several branches', async () => {
    const found = await selectRows<{
      status: string;
      branch_id: string;
      started_at: Date;
      closed_at: Date | null;
    }>('select status, branch_id, started_at, closed_at from evaluations');
    expect(found.length).toBeGreaterThanOrEqual(38);
    expect(found.length).toBeLessThanOrEqual(60);
    expect(new Set(found.map(({ status }) => status))).toEqual(
      new Set(['pendiente', 'en_proceso', 'cerrada']),
    );
    expect(new Set(found.map((row) => row.branch_id)).size).toBeGreaterThan(2);
    const last = Math.max(
      ...found.flatMap((row) => [row.started_at, row.closed_at ?? row.started_at]).map(Number),
    );
    expect(last).toBeLessThanOrEqual(NOW.getTime());
    expect(Math.min(...found.map((row) => Number(row.started_at)))).toBeGreaterThan(
      NOW.getTime() - 29 * 86_400_000,
    );
  });

  test('each closed evaluation of the demo clinic meets the signing checklist', async () => {
    const wanting = await selectRows(
      `select e.id from evaluations e where e.status = 'cerrada' and (
         e.doctor_id is null or e.closed_at is null or e.closed_at < e.started_at
         or not exists (select from exam_orders o where o.evaluation_id = e.id)
         or exists (select from exam_orders o where o.evaluation_id = e.id and coalesce(o.result_notes, '') = '')
         or not exists (select from notes n where n.evaluation_id = e.id)
         or not exists (select from media m where m.evaluation_id = e.id and m.type = 'signature'))`,
    );
    expect(wanting).toEqual([]);
  });

  test('each closed demo evaluation has a signed version for its documents, under a doctor with a signature', async () => {
    const wanting = await selectRows(
      `select e.id from evaluations e left join closings c on c.evaluation_id = e.id and c.version = e.version
       where e.status = 'cerrada' and (c.doctor_signature_sha256 is null or c.doctor_id <> e.doctor_id)`,
    );
    expect(wanting).toEqual([]);
    const closed = await selectRows<{ id: string; branch_id: string; version: number }>(
      `select id, branch_id, version from evaluations where status = 'cerrada'`,
    );
    expect(closed.length).toBeGreaterThan(15);
    const sources = { db: toDatabase(database.pool), files: createDiskFileStore(filesDir) };
    const asked = { request: { by: 'x', at: NOW.toISOString() }, legal: DEFAULT_LEGAL_TEXTS };
    for (const { id, branch_id: branchId, version } of closed) {
      const input = await readReportInput(sources, { id, branchId, version }, asked);
      const { receipt_signatures: received, ...pictures } = input.pictures;
      expect(received).toEqual([]);
      expect([...Object.values(pictures), input.branding.logo]).not.toContain(null);
    }
  });

  test('P10.155 the demo’s doctor user signs as the linked doctor of the catalogue; the licence of another doctor has expired', async () => {
    const signers = await selectRows<{ doctor: string; as: string }>(
      `select distinct c.doctor_name as doctor, c.content->'signing'->>'as' as as from closings c
       join evaluations e on e.id = c.evaluation_id join branches b on b.id = e.branch_id where b.name like 'Bogotá%'`,
    );
    expect(signers).toEqual([{ doctor: 'Dra. Ana Demo Rincón', as: 'own' }]);
    expect(
      await selectRows(`select d.name, u.email, d.license_valid_until::text as until from doctors d
         left join users u on u.id = d.user_id where u.id is not null or license_valid_until is not null order by d.name`),
    ).toEqual([
      { name: 'Dra. Ana Demo Rincón', email: 'medico@alisos.demo', until: null },
      { name: 'Dra. Nury Ejemplo Peña', email: null, until: '2025-06-30' },
    ]);
  });

  test('the demo clinic has a log entry for each signature, and an intact hash chain', async () => {
    const log = await listActivity(
      toDatabase(database.pool),
      ActivityQuery.parse({ actions: 'evaluation_signed', page_size: 100 }),
    );
    expect([log.total_count, log.chain_intact]).toEqual([
      (await selectRows(`select from evaluations where status = 'cerrada'`)).length,
      true,
    ]);
  });

  test('the demo clinic has a file for every picture, with the digest that the row contains', async () => {
    const kept = await selectRows<{ storage_path: string; stored_sha256: string }>(
      'select storage_path, stored_sha256 from media',
    );
    expect(kept).toHaveLength(((await countRowsIn('evaluations')) ?? 0) * 2);
    for (const { storage_path: file, stored_sha256: digest } of kept) {
      const bytes = fs.readFileSync(path.join(filesDir, file));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
    }
  });

  test('the demo clinic uses no identity document number that could be real', async () => {
    expect(
      await selectRows("select 1 from patients where normalized_number !~ '^(9999[0-9]{3,6}|XX9990*1)$'"),
    ).toEqual([]);
  });
});
