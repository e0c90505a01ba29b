import fs from 'node:fs';
import type { Cluster } from './cluster.ts';
import { childrenOf } from './process.ts';
import type { Tablets } from './tablets.ts';

/** Seconds of processor that each kind of part has used so far. */
interface Used {
  readonly providers: number;
  readonly primary: number;
  readonly standby: number;
}

/** What a number of providers got done, and what one evaluation cost them. */
export interface Throughput {
  readonly providers: number;
  readonly perSecond: number;
  readonly slowestMs: number;
  /** Milliseconds of processor an evaluation. */
  readonly cost: Used;
  /** That the database grew by, an evaluation, indexes and log included. */
  readonly bytes: number;
}

/** Of Linux, on every machine that this runs on. */
const TICKS_A_SECOND = 100;

/** A process's own, and of its children that have ended: fields 14 to 17 of /proc/PID/stat. */
function usedBy(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
  } catch {
    return 0; // it has ended, and stands with whoever started it
  }
}
const usedByTree = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, id) => sum + usedBy(id), 0);

async function usedSoFar({ stands, postgres }: Cluster): Promise<Used> {
  const running = stands.filter(({ provider }) => provider.isRunning());
  const [primary, standby] = [await postgres.primary(), await postgres.standby()];
  return {
    providers: running.reduce((sum, { provider }) => sum + usedByTree(provider.pid()), 0),
    primary: usedByTree(primary?.postmaster ?? 0),
    standby: usedByTree(standby?.postmaster ?? 0),
  };
}

const sizeOf = async ({ pool }: Cluster): Promise<number> =>
  (await pool.query<{ size: number }>('select pg_database_size(current_database())::float8 as size')).rows[0]
    ?.size ?? 0;

/** As many visits as the desks can make, with as many providers as run. */
export async function throughputOf(cluster: Cluster, tablets: Tablets, visits: number): Promise<Throughput> {
  const before = await usedSoFar(cluster);
  const size = await sizeOf(cluster);
  const { seconds, slowestMs } = await tablets.register(visits, 0, () => Promise.resolve());
  const after = await usedSoFar(cluster);
  const costOf = (part: keyof Used) => ((after[part] - before[part]) * 1_000) / visits;
  return {
    providers: cluster.stands.filter(({ provider }) => provider.isRunning()).length,
    perSecond: visits / seconds,
    slowestMs,
    bytes: ((await sizeOf(cluster)) - size) / visits,
    cost: { providers: costOf('providers'), primary: costOf('primary'), standby: costOf('standby') },
  };
}
