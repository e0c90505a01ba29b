import type { Server } from './server.ts';

export interface ActivityLogEntry {
  readonly sequence: number;
  readonly action: string;
  readonly status: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly branch_id: string | null;
  readonly branch_name: string | null;
  readonly evaluation_id: string | null;
  readonly device: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Returns the log entries after sequence number `since`, oldest first. */
export async function readActivityLog({ database }: Server, since = 0): Promise<ActivityLogEntry[]> {
  const { rows } = await database.pool.query<ActivityLogEntry>(
    'select *, sequence::integer as sequence from activity where sequence > $1 order by activity.sequence',
    [since],
  );
  return rows;
}

export const lastLogSequence = async (server: Server): Promise<number> =>
  (await readActivityLog(server)).at(-1)?.sequence ?? 0;

export async function collectNewLogEntries(server: Server, work: () => Promise<unknown>) {
  const since = await lastLogSequence(server);
  await work();
  return (await readActivityLog(server, since)).map(({ action, status, detail }) => [action, status, detail]);
}
