import fs from 'node:fs';
import type { Cluster } from './cluster.ts';
import { childPidsOf } from './process.ts';
import type { Tablets } from './tablets.ts';

/** Processor time in seconds used so far by all servers, the primary and the standby. */
interface ProcessorTimes {
  readonly providers: number;
  readonly primary: number;
  readonly standby: number;
}

/** Visits per second with a given number of servers, and the cost of one evaluation. */
export interface Throughput {
  readonly providers: number;
  readonly perSecond: number;
  readonly slowestMs: number;
  /** Processor time in ms per evaluation. */
  readonly cost: ProcessorTimes;
  /** Growth of the database in bytes per evaluation, including indexes and the activity log. */
  readonly bytes: number;
}

/** Clock ticks per second on Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time in seconds of a process and its finished children, from fields 14 to 17 of /proc/PID/stat. */
function processorSeconds(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0; // The process has finished, so its time is part of its parent's time.
  }
}
const processorSecondsWithChildren = (pid: number): number =>
  [pid, ...childPidsOf(pid)].reduce((sum, id) => sum + processorSeconds(id), 0);

async function readProcessorSeconds({ stands, postgres }: Cluster): Promise<ProcessorTimes> {
  const running = stands.filter(({ provider: server }) => server.isRunning());
  const [primary, standby] = [await postgres.primary(), await postgres.findStandby()];
  return {
    providers: running.reduce(
      (sum, { provider: server }) => sum + processorSecondsWithChildren(server.pid()),
      0,
    ),
    primary: processorSecondsWithChildren(primary?.postmaster ?? 0),
    standby: processorSecondsWithChildren(standby?.postmaster ?? 0),
  };
}

const readDatabaseBytes = async ({ pool }: Cluster): Promise<number> =>
  (await pool.query<{ size: number }>('select pg_database_size(current_database())::float8 as size')).rows[0]
    ?.size ?? 0;

/** Measures the throughput while the tablets make `visits` visits as fast as the running servers allow. */
export async function measureClusterThroughput(
  cluster: Cluster,
  tablets: Tablets,
  visits: number,
): Promise<Throughput> {
  const before = await readProcessorSeconds(cluster);
  const size = await readDatabaseBytes(cluster);
  const { seconds, slowestMs } = await tablets.register(visits, 0, () => Promise.resolve());
  const after = await readProcessorSeconds(cluster);
  const costOf = (part: keyof ProcessorTimes) => ((after[part] - before[part]) * 1_000) / visits;
  return {
    providers: cluster.stands.filter(({ provider: server }) => server.isRunning()).length,
    perSecond: visits / seconds,
    slowestMs,
    bytes: ((await readDatabaseBytes(cluster)) - size) / visits,
    cost: { providers: costOf('providers'), primary: costOf('primary'), standby: costOf('standby') },
  };
}
