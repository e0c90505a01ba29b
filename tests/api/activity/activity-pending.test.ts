import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { linkEntries } from '#server/audit/commands/link-entries.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { readSystemFacts } from '#server/monitoring/facts/system-facts.ts';
import { startMonitoring } from '#server/monitoring/monitor.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { lastLogSequence, readActivityLog } from '../support/activity.ts';
import { createEvaluation } from '../support/capture.ts';
import { saveNotes } from '../support/clinical.ts';
import { holdLocks } from '../support/locks.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';
import { monitoredSystemOf } from '../monitoring/monitored-clinic.ts';

let server: Server;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('activity_unlinked');
  doctor = await server.as('doctor');
  admin = await server.as('admin');
});
afterAll(() => server.stop());
afterEach(async () => {
  await linkEntries(toDatabase(server.database.pool));
  expect(await readPendingEntryLabels()).toEqual([]);
  expect(await problemsOfChain(server.database.pool)).toEqual([]);
});

const queryRows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query<Row>(text, values)).rows;
const readPendingEntryLabels = async (): Promise<string[]> =>
  (
    await queryRows<{ what: string }>(
      `select coalesce(detail ->> 'place', action) as what from activity_unlinked order by id`,
    )
  ).map(({ what }) => what);

const LOG_ENTRY_COLUMNS = 'at, user_id, user_name, action, status, detail';
const createInsertStatement = (table: 'activity' | 'activity_unlinked') =>
  `insert into ${table} (${LOG_ENTRY_COLUMNS}) select now() - $1::integer * interval '1 minute', id, 'Nadie Prueba',
    'evaluations_listed', 'done', jsonb_build_object('place', $1::text) from users limit 1`;
/**
 * Writes a log entry that is not linked yet, as the commit of a change does. Each entry has an earlier time than the previous
 * one, as after the clock was set back.
 */
const writePendingEntry = (place: number) => queryRows(createInsertStatement('activity_unlinked'), [place]);
const readLinkedEntryLabels = async (): Promise<string[]> =>
  (
    await queryRows<{ place: string }>(
      `select detail ->> 'place' as place from activity where detail ? 'place' order by sequence`,
    )
  ).map(({ place }) => place);
const collectLinkedEntryLabels = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = (await readLinkedEntryLabels()).length;
  await work();
  return (await readLinkedEntryLabels()).slice(before);
};
const isChainIntact = async () =>
  responseOf(ActivityList, await admin.get('/activity?page_size=100')).chain_intact;

describe('P10.174 log entry of a change while another change is running', () => {
  it('while another writer holds the lock of the log, changes are committed with pending log entries, which are linked in order afterwards', async () => {
    const receptionist = await server.as('desk');
    const ids = await Promise.all([1, 2, 3].map(() => createEvaluation(server, receptionist)));
    const since = await lastLogSequence(server);
    const release = await holdLocks(server, 'select pg_advisory_xact_lock(727004)');
    const replies = await Promise.all(
      ids.map((id) => saveNotes(doctor, id, [{ note_type: 'sve', content: 'Otra nota.' }])),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect([await readPendingEntryLabels(), await lastLogSequence(server)]).toEqual([
      ['notes_saved', 'notes_saved', 'notes_saved'],
      since,
    ]);
    const order = await queryRows<{ id: string }>(
      'select evaluation_id as id from activity_unlinked order by activity_unlinked.id',
    );
    await release();
    await expect.poll(readPendingEntryLabels).toEqual([]);
    const linked = await readActivityLog(server, since);
    expect(linked.map(({ evaluation_id: id }) => id)).toEqual(order.map(({ id }) => id));
    expect(
      await queryRows('select distinct xmin::text from activity where sequence > $1', [since]),
    ).toHaveLength(1);
  });

  it('a change that is rolled back leaves no log entry and no gap', async () => {
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query(createInsertStatement('activity_unlinked'), [1]);
    await client.query('rollback');
    client.release();
    expect(
      await collectLinkedEntryLabels(async () => {
        await writePendingEntry(2);
        await linkEntries(toDatabase(server.database.pool));
      }),
    ).toEqual(['2']);
  });

  it('pending log entries have the same checks and references as linked ones, so that every committed entry can be linked', async () => {
    const rulesOf = async (table: string) =>
      (
        await queryRows<{ rule: string }>(
          `select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
          [table],
        )
      )
        .map(({ rule }) => rule)
        .filter((rule) => !/sequence|hash/.test(rule));
    const [log, unlinked] = [await rulesOf('activity'), await rulesOf('activity_unlinked')];
    expect(log.length).toBeGreaterThan(3);
    expect(unlinked).toEqual(expect.arrayContaining(log));
  });

  it('the database rejects a change together with its pending log entry if the log would not accept the entry', async () => {
    const expectRejected = (change: string) =>
      expect(
        queryRows(
          createInsertStatement('activity_unlinked').replace(
            "'done', jsonb_build_object('place', $1::text)",
            change,
          ),
          [1],
        ),
      );
    await expectRejected(`'half', jsonb_build_object('place', $1::text)`).rejects.toThrow('status_check');
    await expectRejected(`'done', jsonb_build_object('told_at', $1::text)`).rejects.toThrow('detail_check');
    await expect(
      queryRows(
        `insert into activity_unlinked (${LOG_ENTRY_COLUMNS}) values (now(), gen_random_uuid(), 'x', 'x', 'done', '{}')`,
      ),
    ).rejects.toThrow('user_id_fkey');
  });
});

describe('P10.175 pending log entry whose server ended before it linked the entry', () => {
  it('eight concurrent linkers link each of two hundred pending log entries exactly once', async () => {
    const wanted = Array.from({ length: 200 }, (_, place) => String(place));
    let linked: { n: string }[][] = [];
    const added = await collectLinkedEntryLabels(async () => {
      for (const place of wanted) await writePendingEntry(Number(place));
      linked = await Promise.all(
        Array.from({ length: 8 }, () => queryRows<{ n: string }>('select link_activity(1000) as n')),
      );
    });
    expect(added).toEqual(wanted);
    expect(linked.reduce((sum, [row]) => sum + Number(row?.n), 0)).toBe(200);
  });

  it('the server links pending log entries in batches, however many exist', async () => {
    const many = 4_500;
    await queryRows(
      `insert into activity_unlinked (${LOG_ENTRY_COLUMNS}) select now(), (select id from users limit 1), 'Nadie Prueba',
        'evaluations_listed', 'done', jsonb_build_object('place', n::text) from generate_series(1, $1::integer) n`,
      [many],
    );
    const since = await lastLogSequence(server);
    await linkEntries(toDatabase(server.database.pool));
    const found = await queryRows<{ place: string; transaction: string }>(
      `select detail ->> 'place' as place, xmin::text as transaction from activity where sequence > $1 order by sequence`,
      [since],
    );
    expect(found.map(({ place }) => place)).toEqual(
      Array.from({ length: many }, (_, index) => String(index + 1)),
    );
    expect(new Set(found.map(({ transaction }) => transaction)).size).toBe(3);
  });

  it('the server links pending log entries after an earlier attempt to link them ended before its commit', async () => {
    const { pool } = server.database;
    await writePendingEntry(1);
    await writePendingEntry(2);
    const added = await collectLinkedEntryLabels(async () => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('select link_activity(1000)');
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await queryRows('select pg_terminate_backend($1)', [rows[0]?.pid]);
      client.release(true);
      expect(await readPendingEntryLabels()).toEqual(['1', '2']);
      await queryRows('select link_activity(1000)');
    });
    expect(added).toEqual(['1', '2']);
  });

  it('a starting server links the pending log entries of another server', async () => {
    await writePendingEntry(1);
    const log = server.app.log;
    const end = startMonitoring({ ...monitoredSystemOf(server.database.pool), post: null, log });
    await expect.poll(readPendingEntryLabels).toEqual([]);
    await end();
    expect((await readLinkedEntryLabels()).at(-1)).toBe('1');
  });
});

describe('P10.176 protection of a pending log entry', () => {
  it('the database rejects changes and deletions of pending log entries, even by the server itself', async () => {
    await writePendingEntry(1);
    for (const statement of [
      `update activity_unlinked set user_name = 'Otro'`,
      'delete from activity_unlinked',
      'truncate activity_unlinked',
    ])
      await expect(queryRows(statement)).rejects.toThrow('append-only');
    expect(await readPendingEntryLabels()).toEqual(['1']);
  });

  async function tamper(statement: string): Promise<void> {
    const client = await server.database.pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(statement);
    client.release(true);
  }

  it('the server reports a pending log entry that was changed, never links it, and links the entries after it', async () => {
    await writePendingEntry(1);
    await writePendingEntry(2);
    const ofFirst = `where detail ->> 'place' = '1'`;
    await tamper(`update activity_unlinked set user_name = 'Otro' ${ofFirst}`);
    expect(await isChainIntact()).toBe(false);
    expect(await collectLinkedEntryLabels(() => linkEntries(toDatabase(server.database.pool)))).toEqual([
      '2',
    ]);
    expect([await readPendingEntryLabels(), await isChainIntact()]).toEqual([['1'], false]);
    await tamper(`update activity_unlinked set user_name = 'Nadie Prueba' ${ofFirst}`);
    expect(await collectLinkedEntryLabels(() => linkEntries(toDatabase(server.database.pool)))).toEqual([
      '1',
    ]);
    expect(await isChainIntact()).toBe(true);
  });

  it('the database accepts a chain anchor only for an existing entry', async () => {
    for (const change of ['sequence + 1', 'sequence - 1', 'sequence'])
      await expect(queryRows(`update activity_head set sequence = ${change}`)).rejects.toThrow('one by one');
  });
});

describe('P10.177 order of log numbers and commits', () => {
  it('the database links pending entries before an entry that a server of an older version writes', async () => {
    expect(
      await collectLinkedEntryLabels(async () => {
        await writePendingEntry(1);
        await writePendingEntry(2);
        await queryRows(createInsertStatement('activity'), [3]);
        await writePendingEntry(4);
        await queryRows(createInsertStatement('activity'), [5]);
      }),
    ).toEqual(['1', '2', '3', '4', '5']);
    expect(await readPendingEntryLabels()).toEqual([]);
  });

  it('the database appends many log entries of one statement in order', async () => {
    await writePendingEntry(1);
    const added = await collectLinkedEntryLabels(() =>
      queryRows(
        `insert into activity (${LOG_ENTRY_COLUMNS}) select now(), (select id from users limit 1), 'Nadie Prueba',
          'evaluations_listed', 'done', jsonb_build_object('place', n::text) from generate_series(2, 500) n`,
      ),
    );
    expect(added).toEqual(Array.from({ length: 500 }, (_, index) => String(index + 1)));
  });
});

describe('P10.178 report of pending log entries', () => {
  it('the system report contains the number of pending log entries and the time of the oldest one', async () => {
    const { pool } = server.database;
    const facts = async () => (await readSystemFacts(pool, new Date())).unlinked;
    expect(await facts()).toEqual({ lines: 0, since: null });
    await writePendingEntry(1);
    await writePendingEntry(2);
    const [first] = await queryRows<{ at: Date }>('select min(written_at) as at from activity_unlinked');
    expect(await facts()).toEqual({ lines: 2, since: first?.at });
  });
});
