import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { appendActivity } from '#server/audit/commands/write-batch.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { createEvaluation } from '../support/capture.ts';
import { saveNotes } from '../support/clinical.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('activity_chain');
  doctor = await server.as('doctor');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const createEvaluationAsReceptionist = async () => createEvaluation(server, await server.as('desk'));
const fetchActivityList = async (query = '') =>
  responseOf(ActivityList, await admin.get(`/activity${query}`));

describe('P10.12 hash chain of the activity log', () => {
  const count = async () =>
    (await server.database.pool.query<{ n: number }>('select count(*)::integer as n from activity')).rows[0]
      ?.n;

  it('the hash chain of the log has no gap and no fork when forty writers add entries at once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, createEvaluationAsReceptionist));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? doctor.get(`/evaluations/${ids[index % 4] ?? ''}`)
          : saveNotes(doctor, ids[index % 4] ?? '', [{ note_type: 'sve', content: `nota ${index}` }]),
      ),
    );
    const total = await count();
    const { rows } = await server.database.pool.query(
      `select max(sequence)::integer as last, bool_and(hash = activity_hash(activity)) as hashes,
        count(distinct prev_hash)::integer as links from activity`,
    );
    expect(rows[0]).toEqual({ last: total, hashes: true, links: total });
    expect((await fetchActivityList('?page_size=100')).chain_intact).toBe(true);
  });

  it('the database rejects changes and deletions of log entries, even by the server itself', async () => {
    for (const statement of [
      `update activity set user_name = 'Otro'`,
      'delete from activity',
      'truncate activity',
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });

  /**
   * Changes the log as the owner of the database could, then undoes the change. Returns `chain_intact` after each of the two
   * steps.
   */
  async function tamper(statement: string, undo: string): Promise<boolean[]> {
    const { pool } = server.database;
    const verdicts: boolean[] = [];
    for (const step of [statement, undo]) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(step);
      await client.query('commit');
      client.release();
      verdicts.push((await fetchActivityList('?page_size=100')).chain_intact);
    }
    return verdicts;
  }

  it.each([
    [
      'a name',
      `update activity set user_name = user_name || 'x' where sequence = (select max(sequence) - 3 from activity)`,
      `update activity set user_name = rtrim(user_name, 'x') where sequence = (select max(sequence) - 3 from activity)`,
    ],
    [
      'the newest line',
      `update activity set status = 'refused' where sequence = (select max(sequence) from activity)`,
      `update activity set status = 'done' where sequence = (select max(sequence) from activity)`,
    ],
  ])(
    'GET /activity reports a broken hash chain when %s was changed in the database',
    async (_name, statement, undo) => {
      expect(await tamper(statement, undo)).toEqual([false, true]);
    },
  );

  it('GET /activity reports a removed log entry, also on the pages before and after the gap', async () => {
    const { pool } = server.database;
    const total = (await count()) ?? 0;
    const gone = total - 4;
    await pool.query('create table kept_line as select * from activity where sequence = $1', [gone]);
    const columns =
      'sequence, at, user_id, user_name, branch_id, branch_name, action, status, evaluation_id, device, detail, prev_hash, hash';
    const verdictOf = async (page: number) =>
      (await fetchActivityList(`?page_size=1&page=${page}`)).chain_intact;
    const client = await pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(`delete from activity where sequence = ${gone}`);
    // The newest entries come first: page 4 contains the entry after the gap, page 5 the entry before it.
    expect([await verdictOf(1), await verdictOf(4), await verdictOf(5)]).toEqual([true, false, false]);
    await client.query(`insert into activity (${columns}) select ${columns} from kept_line`);
    client.release(true);
    expect([await verdictOf(4), await verdictOf(5)]).toEqual([true, true]);
  });
});

describe('P10.147 log entries of requests that change no data', () => {
  let db: ReturnType<typeof toDatabase>;
  let trace: Parameters<typeof appendActivity>[1];
  beforeAll(async () => {
    const { pool } = server.database;
    db = toDatabase(pool);
    const { rows } = await pool.query<{ id: string; branch: string }>(
      'select users.id, branches.id as branch from users, branches limit 1',
    );
    const { id: userId = '', branch: branchId = '' } = rows[0] ?? {};
    trace = { actor: { userId, displayName: 'Nadie Prueba' }, branchId, device: null, at: new Date() };
  });
  const entry = (place: number) => ({ action: 'evaluations_listed', detail: { place } }) as const;
  interface Line {
    place: number;
    transaction: string;
  }
  const linesOf = async (): Promise<Line[]> =>
    (
      await server.database.pool.query<Line>(
        `select (detail ->> 'place')::integer as place, xmin::text as transaction from activity
         where detail ? 'place' order by sequence`,
      )
    ).rows;

  it('log entries that arrive together are written in order in one transaction and linked to the hash chain', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, place) => appendActivity(db, trace, entry(place))));
    const lines = await linesOf();
    expect(lines.map(({ place }) => place)).toEqual(Array.from({ length: 40 }, (_, place) => place));
    expect(new Set(lines.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await problemsOfChain(server.database.pool)).toEqual([]);
  });

  it('log entries that arrive while the log is locked share one transaction, and each is confirmed only after it is written', async () => {
    const { pool } = server.database;
    const before = (await linesOf()).length;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(727004)');
    let reported = 0;
    const first = appendActivity(db, trace, entry(100)).then(() => (reported += 1));
    const pendingEntries = async () =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and objid = 727004 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0]?.n;
    await expect.poll(pendingEntries).toBe(1);
    const others = [101, 102, 103].map((place) =>
      appendActivity(db, trace, entry(place)).then(() => (reported += 1)),
    );
    expect([await pendingEntries(), reported]).toEqual([1, 0]);
    await holder.query('commit');
    holder.release();
    await Promise.all([first, ...others]);
    const lines = (await linesOf()).slice(before);
    expect(lines.map(({ place }) => place)).toEqual([100, 101, 102, 103]);
    expect(new Set(lines.slice(1).map(({ transaction }) => transaction)).size).toBe(1);
  });

  it('when the database rejects a log entry, the server still writes the entries that arrived with it', async () => {
    const before = (await linesOf()).length;
    const outcomes = await Promise.allSettled([
      appendActivity(db, trace, entry(200)),
      appendActivity(db, { ...trace, branchId: randomUUID() }, entry(201)),
      appendActivity(db, trace, entry(202)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await linesOf()).slice(before).map(({ place }) => place)).toEqual([200, 202]);
  });
});

// These tests are last, because the entries that they delete are not restored.
describe('P10.12 chain anchor', () => {
  it('GET /activity returns number and hash of the newest entry, so that users can note them down', async () => {
    const { items, newest } = await fetchActivityList('?page_size=1');
    const { rows } = await server.database.pool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from activity order by sequence desc limit 1`,
    );
    expect(newest).toEqual({ sequence: items[0]?.sequence, hash: rows[0]?.hash });
  });

  it('the database lets the chain anchor advance only by one entry', async () => {
    const { pool } = server.database;
    await expect(pool.query('update activity_head set sequence = sequence - 1')).rejects.toThrow('by one');
    await expect(pool.query('delete from activity_head')).rejects.toThrow('append-only');
    await expect(pool.query('truncate activity_head')).rejects.toThrow('append-only');
  });

  it('when the newest entries were removed, every page of the log reports it, even after another entry was added', async () => {
    const client = await server.database.pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query('delete from activity where sequence > (select max(sequence) - 3 from activity)');
    client.release(true);
    const verdicts = async () => [
      (await fetchActivityList('?page_size=5')).chain_intact,
      (await fetchActivityList('?page_size=5&page=3')).chain_intact,
      (await fetchActivityList('?q=nadiesellamaasi')).chain_intact,
    ];
    expect(await verdicts()).toEqual([false, false, false]);
    await doctor.get(`/evaluations/${await createEvaluationAsReceptionist()}`);
    expect((await fetchActivityList('?page_size=20')).chain_intact).toBe(false);
  });
});
