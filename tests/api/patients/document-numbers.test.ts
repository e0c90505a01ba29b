// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextDocumentNumberAndCode } from '#server/documents/commands/next-document.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { createEvaluation, idempotencyHeader } from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import type { TestUserName } from '../support/clinic.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { getSignaturePng } from '../support/files/pictures.ts';
import { type Server, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let picture: Buffer;
/** Separate pool, because the signings under test occupy all connections of the server. */
let watcherPool: ReturnType<typeof createPool>;
beforeAll(async () => {
  server = await startServer('document_numbers');
  clinicalFixture = await seedClinicalFixture(server);
  picture = await getSignaturePng();
  watcherPool = createPool(server.database.connection);
});
afterAll(async () => {
  await watcherPool.end();
  await server.stop();
});

const BRANCHES = ['bogota', 'medellin'] as const;
type TestBranchName = (typeof BRANCHES)[number];
const BRANCH_USERS = {
  bogota: { desk: 'desk', doctor: 'doctor' },
  medellin: { desk: 'deskMedellin', doctor: 'doctorMedellin' },
} as const satisfies Record<TestBranchName, Record<string, TestUserName>>;

async function prepareEvaluationAtBranch(branch: TestBranchName, isComplete = true): Promise<string> {
  const receptionist = await server.as(BRANCH_USERS[branch].desk);
  const doctor = await server.as(BRANCH_USERS[branch].doctor);
  const id = await createEvaluation(server, receptionist);
  await receptionist.post(`/evaluations/${id}/media`, {
    parts: mediaParts('signature', picture),
    headers: idempotencyHeader(),
  });
  await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing, result_notes: 'Normal.' }]);
  if (isComplete) await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto.' }]);
  return id;
}
const signAt = async (branch: TestBranchName, id: string) =>
  sign(await server.as(BRANCH_USERS[branch].doctor), id, clinicalFixture.doctors.plain);

async function readDocumentNumbers(prefix: string): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ number: string }>(
    `select content #>> '{document,number}' as number from closings
      where content #>> '{document,number}' like $1 order by 1`,
    [`${prefix}-%`],
  );
  return rows.map(({ number }) => number);
}
const expectedDocumentNumbers = (prefix: string, year: number, last: number) =>
  Array.from({ length: last }, (_, index) => `${prefix}-${year}-${String(index + 1).padStart(6, '0')}`);

/**
 * Returns the process ids of the database connections whose signing has a document number already and waits for the lock of the
 * log. A rejected signing also waits for the log, but holds no lock on the counters.
 */
const findNumberedSigningPids = async (): Promise<number[]> => {
  const { rows } = await watcherPool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event = 'relation'
      and pid in (select pid from pg_locks where relation = 'document_counters'::regclass)`,
  );
  return rows.map(({ pid }) => pid);
};

/**
 * Terminates the connections of the two signings that have a document number, one per branch, and waits until both are gone.
 * Returns the number of terminated connections.
 */
async function terminateNumberedSignings(): Promise<number> {
  await expect.poll(findNumberedSigningPids).toHaveLength(2);
  const pids = await findNumberedSigningPids();
  await watcherPool.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [pids]);
  await expect
    .poll(async () => (await findNumberedSigningPids()).some((pid) => pids.includes(pid)))
    .toBe(false);
  return pids.length;
}

/**
 * Runs the work while the log is locked, so that no signing with a document number can commit. Unlocks the log, then waits for
 * the statuses of the responses.
 */
async function runWithLogLocked(
  work: () => Promise<{ broken: number; statuses: Promise<number[]> }>,
): Promise<{ broken: number; statuses: number[] }> {
  const holder = await watcherPool.connect();
  await holder.query('begin');
  await holder.query('lock table activity_unlinked in exclusive mode');
  let begun: Awaited<ReturnType<typeof work>>;
  try {
    begun = await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
  return { broken: begun.broken, statuses: await begun.statuses };
}

const CONCURRENT_SIGNER_COUNT = 16;
const REJECTED_SIGNER_COUNT = 2;

describe('P10.110 numbers of documents', () => {
  it('the server numbers the documents of each branch from 1 to n when many users sign at once and some signings are rejected or interrupted', async () => {
    // The first signing of a branch also assigns the letters of its document numbers, so it takes place before the concurrent
    // signings.
    for (const branch of BRANCHES) await signAt(branch, await prepareEvaluationAtBranch(branch));
    const all: { branch: TestBranchName; id: string; isComplete: boolean }[] = [];
    for (let from = 0; from < CONCURRENT_SIGNER_COUNT; from += 8)
      all.push(
        ...(await Promise.all(
          Array.from({ length: 8 }, async (_, nth) => {
            const branch: TestBranchName = nth % 2 === 0 ? 'bogota' : 'medellin';
            const isComplete = nth !== 7;
            return { branch, isComplete, id: await prepareEvaluationAtBranch(branch, isComplete) };
          }),
        )),
      );
    const { statuses, broken } = await runWithLogLocked(async () => {
      const signing = Promise.all(all.map(async ({ branch, id }) => (await signAt(branch, id)).statusCode));
      const ended = (await terminateNumberedSignings()) + (await terminateNumberedSignings());
      return { broken: ended, statuses: signing };
    });
    const signed = statuses.filter((status) => status === 200).length;
    expect([statuses.filter((status) => status === 409).length, broken]).toEqual([REJECTED_SIGNER_COUNT, 4]);
    expect(statuses.filter((status) => status >= 500).length).toBe(
      CONCURRENT_SIGNER_COUNT - REJECTED_SIGNER_COUNT - signed,
    );
    expect(signed).toBeGreaterThan(0);
    const year = new Date().getFullYear();
    const [here, there] = [await readDocumentNumbers('BOG'), await readDocumentNumbers('MED')];
    expect([here, there]).toEqual([
      expectedDocumentNumbers('BOG', year, here.length),
      expectedDocumentNumbers('MED', year, there.length),
    ]);
    expect(here.length + there.length).toBe(signed + BRANCHES.length);
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select sum(last)::integer as n from document_counters',
    );
    expect(rows[0]?.n).toBe(signed + BRANCHES.length);
  });

  it('each signed version contains a document number and a verification code that no other version has', async () => {
    const id = await prepareEvaluationAtBranch('bogota');
    await signAt('bogota', id);
    await reopen(await server.as('doctor'), id);
    await signAt('bogota', id);
    const documents = (await signedVersionsOf(server, id)).map(({ content }) => content.document);
    expect(documents).toHaveLength(2);
    expect(new Set(documents.map((document) => document?.number)).size).toBe(2);
    for (const document of documents) expect(document?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(documents[0]?.code).not.toBe(documents[1]?.code);
  });
});

describe('P10.110 years and letters of document numbers', () => {
  const nextNumberOf = (branchId: string, at: string) =>
    toDatabase(server.database.pool).transaction(async (tx) => {
      const trace = { at: new Date(at) } as Parameters<typeof nextDocumentNumberAndCode>[1]['trace'];
      return (await nextDocumentNumberAndCode(tx, { branchId, trace })).number;
    });
  async function branchNamed(name: string): Promise<string> {
    const id = randomUUID();
    await server.database.pool.query('insert into branches (id, company_id, name) values ($1, $2, $3)', [
      id,
      server.clinic.companies.clinic,
      name,
    ]);
    return id;
  }

  it('a document number contains the year of the signing in Bogotá', async () => {
    const branch = await branchNamed('Sede Ñuñez');
    expect(await nextNumberOf(branch, '2027-01-01T04:59:59Z')).toBe('NUN-2026-000001');
    expect(await nextNumberOf(branch, '2027-01-01T05:00:00Z')).toBe('NUN-2027-000001');
    expect(await nextNumberOf(branch, '2026-12-31T12:00:00Z')).toBe('NUN-2026-000002');
  });

  it('the letters of document numbers come from the branch’s name, differ between branches, and stay when the branch is renamed', async () => {
    const first = await branchNamed('Sede Sur');
    const at = '2026-06-01T12:00:00Z';
    const numbers = [
      await nextNumberOf(first, at),
      await nextNumberOf(await branchNamed('Sur de la ciudad'), at),
      await nextNumberOf(await branchNamed('12'), at),
    ];
    expect(numbers).toEqual(['SUR-2026-000001', 'SUR2-2026-000001', 'XXX-2026-000001']);
    await server.database.pool.query(`update branches set name = 'Occidente' where id = $1`, [first]);
    expect(await nextNumberOf(first, at)).toBe('SUR-2026-000002');
  });

  it('the database rejects statements that decrease the counter of document numbers, skip a number or start above 1', async () => {
    const branch = await branchNamed('Quindío');
    await nextNumberOf(branch, '2026-06-01T12:00:00Z');
    for (const statement of [
      'update document_counters set last = last + 2',
      'update document_counters set last = last - 1',
      'delete from document_counters',
      'truncate document_counters',
      `insert into document_counters values ('${branch}', 2030, 7)`,
      `update document_series set prefix = 'ABC'`,
      'delete from document_series',
    ])
      await expect(server.database.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
  });
});
