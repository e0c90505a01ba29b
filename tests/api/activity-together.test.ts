import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellActivity } from '#server/commands/log/write-together.ts';
import { connect } from '#server/database/connection/client.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { type Provider, startProvider } from './support/provider.ts';

let provider: Provider;
let db: ReturnType<typeof connect>;
let trace: Parameters<typeof tellActivity>[1];
beforeAll(async () => {
  provider = await startProvider('activity_together');
  const { pool } = provider.database;
  db = connect(pool);
  const { rows } = await pool.query<{ id: string; branch: string }>(
    'select users.id, branches.id as branch from users, branches limit 1',
  );
  const { id: userId = '', branch: branchId = '' } = rows[0] ?? {};
  trace = { actor: { userId, displayName: 'Nadie Prueba' }, branchId, device: null, at: new Date() };
});
afterAll(() => provider.stop());

const entry = (place: number) => ({ action: 'evaluations_listed', detail: { place } }) as const;
interface Line {
  place: number;
  transaction: string;
}
const linesOf = async (): Promise<Line[]> =>
  (
    await provider.database.pool.query<Line>(
      `select (detail ->> 'place')::integer as place, xmin::text as transaction from activity
       where detail ? 'place' order by sequence`,
    )
  ).rows;

describe('P10.147 lines of the log that belong to no change', () => {
  it('are written by one transaction where they come together, in their order, and chained as all are', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, place) => tellActivity(db, trace, entry(place))));
    const lines = await linesOf();
    expect(lines.map(({ place }) => place)).toEqual(Array.from({ length: 40 }, (_, place) => place));
    expect(new Set(lines.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await problemsOfChain(provider.database.pool)).toEqual([]);
  });

  it('wait for the log’s lock once while another writer has it, and none is told that it is there before', async () => {
    const { pool } = provider.database;
    const before = (await linesOf()).length;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(727004)');
    let told = 0;
    const first = tellActivity(db, trace, entry(100)).then(() => (told += 1));
    const waiting = async () =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and objid = 727004 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0]?.n;
    await expect.poll(waiting).toBe(1);
    const others = [101, 102, 103].map((place) =>
      tellActivity(db, trace, entry(place)).then(() => (told += 1)),
    );
    expect([await waiting(), told]).toEqual([1, 0]);
    await holder.query('commit');
    holder.release();
    await Promise.all([first, ...others]);
    const lines = (await linesOf()).slice(before);
    expect(lines.map(({ place }) => place)).toEqual([100, 101, 102, 103]);
    expect(new Set(lines.slice(1).map(({ transaction }) => transaction)).size).toBe(1);
  });

  it('one that the database refuses fails alone', async () => {
    const before = (await linesOf()).length;
    const outcomes = await Promise.allSettled([
      tellActivity(db, trace, entry(200)),
      tellActivity(db, { ...trace, branchId: randomUUID() }, entry(201)),
      tellActivity(db, trace, entry(202)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await linesOf()).slice(before).map(({ place }) => place)).toEqual([200, 202]);
  });
});
