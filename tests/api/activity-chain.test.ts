import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { type Medicine, readyEvaluation, saveNotes, seedMedicine } from './support/clinical.ts';
import { type Caller, type Provider, answerOf, startProvider } from './support/provider.ts';

let provider: Provider;
let medicine: Medicine;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  provider = await startProvider('activity_chain');
  medicine = await seedMedicine(provider);
  doctor = await provider.as('doctor');
  admin = await provider.as('admin');
});
afterAll(() => provider.stop());

const list = async (query = '') => answerOf(ActivityList, await admin.get(`/activity${query}`));

describe('P10.12 the chain', () => {
  const count = async () =>
    (await provider.database.pool.query<{ n: number }>('select count(*)::integer as n from activity')).rows[0]
      ?.n;

  it('has no gap and no fork with forty writers at once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => readyEvaluation(provider, medicine)));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? doctor.get(`/evaluations/${ids[index % 4] ?? ''}`)
          : saveNotes(doctor, ids[index % 4] ?? '', [{ note_type: 'sve', content: `nota ${index}` }]),
      ),
    );
    const total = await count();
    const { rows } = await provider.database.pool.query(
      `select max(sequence)::integer as last, bool_and(hash = activity_hash(activity)) as hashes,
        count(distinct prev_hash)::integer as links from activity`,
    );
    expect(rows[0]).toEqual({ last: total, hashes: true, links: total });
    expect((await list('?page_size=100')).chain_intact).toBe(true);
  });

  it('cannot be changed nor deleted, not even by the program', async () => {
    for (const statement of [
      `update activity set user_name = 'Otro'`,
      'delete from activity',
      'truncate activity',
    ])
      await expect(provider.database.pool.query(statement)).rejects.toThrow('append-only');
  });

  /** As somebody who owns the database would. */
  async function tamper(statement: string, undo: string): Promise<boolean[]> {
    const { pool } = provider.database;
    const verdicts: boolean[] = [];
    for (const step of [statement, undo]) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(step);
      await client.query('commit');
      client.release();
      verdicts.push((await list('?page_size=100')).chain_intact);
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
  ])('%s changed in the database is seen', async (_name, statement, undo) => {
    expect(await tamper(statement, undo)).toEqual([false, true]);
  });

  it('a line taken out is seen, also from the pages beside it', async () => {
    const { pool } = provider.database;
    const total = (await count()) ?? 0;
    const gone = total - 4;
    await pool.query('create table kept_line as select * from activity where sequence = $1', [gone]);
    const columns =
      'sequence, at, user_id, user_name, branch_id, branch_name, action, status, evaluation_id, device, detail, prev_hash, hash';
    const verdictOf = async (page: number) => (await list(`?page_size=1&page=${page}`)).chain_intact;
    const client = await pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(`delete from activity where sequence = ${gone}`);
    // Newest first: page 4 is the line after the gap, page 5 the one before it.
    expect([await verdictOf(1), await verdictOf(4), await verdictOf(5)]).toEqual([true, false, false]);
    await client.query(`insert into activity (${columns}) select ${columns} from kept_line`);
    client.release(true);
    expect([await verdictOf(4), await verdictOf(5)]).toEqual([true, true]);
  });
});

// Last, for nothing brings the lines back that it cuts off.
describe('P10.12 the anchor', () => {
  it('tells number and hash of the newest line, to be noted down', async () => {
    const { items, newest } = await list('?page_size=1');
    const { rows } = await provider.database.pool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from activity order by sequence desc limit 1`,
    );
    expect(newest).toEqual({ sequence: items[0]?.sequence, hash: rows[0]?.hash });
  });

  it('goes on by one line and no other way', async () => {
    const { pool } = provider.database;
    await expect(pool.query('update activity_head set sequence = sequence - 1')).rejects.toThrow('by one');
    await expect(pool.query('delete from activity_head')).rejects.toThrow('append-only');
    await expect(pool.query('truncate activity_head')).rejects.toThrow('append-only');
  });

  it('newest lines that were cut off are missed on every page, and after the next line too', async () => {
    const client = await provider.database.pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query('delete from activity where sequence > (select max(sequence) - 3 from activity)');
    client.release(true);
    const verdicts = async () => [
      (await list('?page_size=5')).chain_intact,
      (await list('?page_size=5&page=3')).chain_intact,
      (await list('?q=nadiesellamaasi')).chain_intact,
    ];
    expect(await verdicts()).toEqual([false, false, false]);
    await doctor.get(`/evaluations/${await readyEvaluation(provider, medicine)}`);
    expect((await list('?page_size=20')).chain_intact).toBe(false);
  });
});
