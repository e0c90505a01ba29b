import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDatabaseDifferences, readDatabaseFacts } from '#server/platform/backup/database/facts.ts';
import { withClient } from '#server/platform/backup/database/source.ts';
import { beginIncarnation } from '#server/platform/backup/record.ts';
import { createEmptyDatabase } from '#tests/support/server/embedded-database.ts';
import { BackedUpClinic, queryRows, withRestoredData } from './backup-clinic.ts';

const clinic = new BackedUpClinic({ isArchived: true });
beforeAll(async () => {
  await clinic.open();
  await clinic.register();
});
afterAll(() => clinic.close());
afterEach(() => clinic.removeNewFolders());

/** Writes a pending log entry, like a server that ends between commit and linking. */
const insertPendingLogEntry = (place: string) =>
  clinic.pool.query(
    `insert into activity_unlinked (at, user_id, user_name, action, status, detail)
      select now(), id, 'desk', 'notes_saved', 'done', jsonb_build_object('place', $1::text) from users limit 1`,
    [place],
  );
const readUnlinkedLabels = (connection: ClientConfig) =>
  queryRows<{ place: string }>(
    connection,
    `select detail ->> 'place' as place from activity_unlinked order by id`,
  );

async function linkLogAndFindProblems(
  connection: ClientConfig,
): Promise<{ problems: string[]; newest: string | undefined }> {
  await queryRows(connection, 'select link_activity(1000)');
  const client = new Client(connection);
  await client.connect();
  const problems = await findDatabaseDifferences(client, await readDatabaseFacts(client), true);
  await client.end();
  const [newest] = await queryRows<{ place: string }>(
    connection,
    `select detail ->> 'place' as place from activity order by sequence desc limit 1`,
  );
  return { problems, newest: newest?.place };
}

const INCARNATION_QUERY = 'select id, after, holds_until from database_life';
const RECEIPTS_QUERY = 'select evaluation_id, storage_path, stored_sha256 from receipts';
interface DatabaseIncarnation {
  id: string;
  after: string | null;
  holds_until: Date | null;
}

// The tests run only in the CI suite, because each one starts a separate PostgreSQL.
describe(
  'S29 P10.108 P10.165 P10.176 P10.178 rows of a backup other than evaluations',
  { tags: ['landing'] },
  () => {
    it.each([false, true])(
      'a restore keeps document receipts, links pending log entries, and records the previous database incarnation in a new one (logical backup: %s)',
      async (logical) => {
        const place = `logical ${logical}`;
        const { evaluationId, storagePath, sha256 } = await clinic.handOver(await clinic.register());
        await insertPendingLogEntry(place);
        const [before] = await queryRows<DatabaseIncarnation>(clinic.connection, INCARNATION_QUERY);
        const { copy, manifest } = await clinic.backup({ logical });
        const [oldest] = (
          await clinic.pool.query<{ at: Date }>('select min(written_at) as at from activity_unlinked')
        ).rows;
        expect((await clinic.verify()).unlinked).toEqual({ lines: 1, since: oldest?.at });
        const lives = [before?.id];
        for (let nth = 0; nth < 2; nth += 1) {
          const { dataDir } = await clinic.restore({ name: copy.name });
          const bytes = fs.readFileSync(path.join(dataDir, 'files', storagePath));
          expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
          await withRestoredData(dataDir, async (connection) => {
            const [life] = await queryRows<DatabaseIncarnation>(connection, INCARNATION_QUERY);
            expect(life).toMatchObject({ after: before?.id, holds_until: new Date(manifest.heldUntil) });
            lives.push(life?.id);
            expect(await queryRows(connection, RECEIPTS_QUERY)).toContainEqual({
              evaluation_id: evaluationId,
              storage_path: storagePath,
              stored_sha256: sha256,
            });
            expect(await readUnlinkedLabels(connection)).toEqual([{ place }]);
            expect(await linkLogAndFindProblems(connection)).toEqual({ problems: [], newest: place });
          });
        }
        expect(new Set(lives).size).toBe(3);
        expect(await queryRows<DatabaseIncarnation>(clinic.connection, INCARNATION_QUERY)).toEqual([before]);
        await clinic.pool.query('select link_activity(1000)');
      },
    );

    it('a restore accepts a backup from a version that stored no database incarnation', async () => {
      const empty = await createEmptyDatabase();
      const { manifest } = await clinic.backup();
      await withClient(empty.connection, (client) => beginIncarnation(client, manifest));
      await empty.drop();
    });

    it('a log entry that was not linked yet at the moment chosen for a restore is pending afterwards, and the server links it', async () => {
      await clinic.backup();
      await insertPendingLogEntry('between');
      const { rows } = await clinic.pool.query<{ now: Date }>('select clock_timestamp() as now');
      await clinic.pool.query('select link_activity(1000)');
      await clinic.register();
      await clinic.archiveAll();
      const { dataDir } = await clinic.restore({ until: rows[0]!.now });
      await withRestoredData(dataDir, async (connection) => {
        expect(await readUnlinkedLabels(connection)).toEqual([{ place: 'between' }]);
        expect(await linkLogAndFindProblems(connection)).toEqual({ problems: [], newest: 'between' });
      });
    });
  },
);
