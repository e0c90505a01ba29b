import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsOfDatabase, readFacts } from '#server/copies/database/facts.ts';
import { CopiedClinic, ask, onRestored } from './copied-clinic.ts';

const clinic = new CopiedClinic({ isArchived: true });
beforeAll(async () => {
  await clinic.open();
  await clinic.register();
});
afterAll(() => clinic.close());

/** A line whose provider died between its commit and its link. */
const leaveLine = (place: string) =>
  clinic.pool.query(
    `insert into activity_unlinked (at, user_id, user_name, action, status, detail)
      select now(), id, 'desk', 'notes_saved', 'done', jsonb_build_object('place', $1::text) from users limit 1`,
    [place],
  );
const unlinked = (connection: ClientConfig) =>
  ask<{ place: string }>(connection, `select detail ->> 'place' as place from activity_unlinked order by id`);

/** What is wrong with the log once the next start has linked what waited; and the newest line. */
async function afterLinking(
  connection: ClientConfig,
): Promise<{ problems: string[]; newest: string | undefined }> {
  await ask(connection, 'select link_activity(1000)');
  const client = new Client(connection);
  await client.connect();
  const problems = await problemsOfDatabase(client, await readFacts(client), true);
  await client.end();
  const [newest] = await ask<{ place: string }>(
    connection,
    `select detail ->> 'place' as place from activity order by sequence desc limit 1`,
  );
  return { problems, newest: newest?.place };
}

// Each starts a PostgreSQL anew.
describe(
  'P10.176 P10.178 copies and lines that wait to be linked',
  { tags: ['landing'], timeout: 120_000 },
  () => {
    it.each([false, true])(
      'a verification tells how many; a restore has them, and links them; logical: %s',
      async (logical) => {
        await leaveLine(`logical ${logical}`);
        await clinic.backup({ logical });
        const [oldest] = (
          await clinic.pool.query<{ at: Date }>('select min(written_at) as at from activity_unlinked')
        ).rows;
        expect((await clinic.verify()).unlinked).toEqual({ lines: 1, since: oldest?.at });
        const { dataDir } = await clinic.restore();
        await onRestored(dataDir, async (connection) => {
          expect(await unlinked(connection)).toEqual([{ place: `logical ${logical}` }]);
          expect(await afterLinking(connection)).toEqual({ problems: [], newest: `logical ${logical}` });
        });
        await clinic.pool.query('select link_activity(1000)');
        await clinic.backup({ logical });
        expect((await clinic.verify()).unlinked).toEqual({ lines: 0, since: null });
      },
    );

    it('a line that was changed before it was linked is found by a verification', async () => {
      await leaveLine('changed');
      const change = (to: string) =>
        clinic.pool.query(`begin; set local session_replication_role = replica;
        update activity_unlinked set user_name = '${to}'; commit`);
      await change('otro');
      const { copy } = await clinic.backup();
      await expect(clinic.verify()).rejects.toThrow(
        `${copy.name} no tiene lo que se copió (1 líneas del registro de actividad sin enlazar fueron cambiadas)`,
      );
      await change('desk');
      await clinic.pool.query('select link_activity(1000)');
    });

    it('a moment between a line and its link is restored with the line, which is linked then', async () => {
      await clinic.backup();
      await leaveLine('between');
      const { rows } = await clinic.pool.query<{ now: Date }>('select clock_timestamp() as now');
      await clinic.pool.query('select link_activity(1000)');
      await clinic.register();
      await clinic.archiveAll();
      const { dataDir } = await clinic.restore({ until: rows[0]!.now });
      await onRestored(dataDir, async (connection) => {
        expect(await unlinked(connection)).toEqual([{ place: 'between' }]);
        expect(await afterLinking(connection)).toEqual({ problems: [], newest: 'between' });
      });
    });
  },
);
