import fs from 'node:fs';
import path from 'node:path';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { FuzzTarget } from './world.ts';

const residentBytes = (pid: number): number =>
  1_024 * Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

export interface ProcessTarget extends FuzzTarget {
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the built server with production's options, one log line per request, and its own empty PostgreSQL. */
export async function startProcessTarget(env: Readonly<Record<string, string>> = {}): Promise<ProcessTarget> {
  const server = await startServer({ env: { DEMO: '0', LOG: 'requests', ...env } });
  const postmaster = findPostmaster(path.join(server.dataDir, 'postgres'));
  if (!postmaster) throw new Error('The provider has no embedded database running');
  const pool = createPool(socketConnectionTo(postmaster.socketDir, 'ventanilla'));
  return {
    port: Number(new URL(server.origin).port),
    pool,
    memory: () => residentBytes(server.pid()),
    log: () => server.output(),
    stop: async () => {
      await pool.end();
      await server.destroy();
    },
  };
}
