import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { Random } from '#tests/fuzz/random.ts';
import { makeWorld } from '#tests/fuzz/world.ts';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';
import { RetryingClient } from './client.ts';
import { DISK_STORAGE, type LoadStorage, startFaultyBucketStorage } from './place.ts';
import { type Baseline, countBaselineRows, verifyStoredVisits } from './verify.ts';
import { type AcknowledgedVisit, type LoadVisitContext, runVisit } from './visits.ts';

interface LoadOptions {
  readonly visits: number;
  readonly kills: number;
  readonly seed: number;
  readonly concurrency: number;
}

const postmasterOf = ({ dataDir }: ServerProcess) => {
  const found = findPostmaster(path.join(dataDir, 'postgres'));
  if (!found) throw new Error('The provider has no embedded database running');
  return found;
};
const openPoolOfServer = (server: ServerProcess): Pool =>
  createPool(socketConnectionTo(postmasterOf(server).socketDir, 'ventanilla'));
async function withPool<Result>(
  server: ServerProcess,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPoolOfServer(server);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const KILL_TARGETS = ['provider', 'database', 'both'] as const;

/** Kills the server, the database or both, and restarts them. The seed determines after how many responses. */
class Killer {
  readonly #provider: ServerProcess;
  readonly #plan: LoadOptions;
  readonly #random: Random;
  readonly times: { readonly what: (typeof KILL_TARGETS)[number]; readonly ms: number }[] = [];
  #answers = 0;
  #nextAt = 0;
  #running: Promise<void> | null = null;

  constructor(server: ServerProcess, plan: LoadOptions) {
    this.#provider = server;
    this.#plan = plan;
    this.#random = new Random(plan.seed);
    this.#aim();
  }

  #aim(): void {
    const between = (4 * this.#plan.visits) / (this.#plan.kills + 1);
    this.#nextAt = this.#answers + Math.ceil(between * (0.5 + this.#random.next()));
  }

  onAnswer = (): void => {
    this.#answers += 1;
    if (this.#running || this.#answers < this.#nextAt || this.times.length >= this.#plan.kills) return;
    this.#running = this.#kill();
  };

  async #kill(): Promise<void> {
    const what = KILL_TARGETS[this.times.length % KILL_TARGETS.length] ?? 'provider';
    const { pid } = postmasterOf(this.#provider);
    // The random delay places the kill in the middle of running work, not right after a response.
    await new Promise((resolve) => setTimeout(resolve, this.#random.int(40)));
    const began = Date.now();
    if (what !== 'provider') process.kill(pid, 'SIGKILL');
    if (what !== 'database') {
      await this.#provider.kill();
      await this.#provider.start();
    } else await this.#healthy();
    this.times.push({ what, ms: Date.now() - began });
    console.log(`killed: ${what}; it serves again after ${Date.now() - began} ms`);
    this.#running = null;
    this.#aim();
  }

  /** Waits until /health succeeds, because it returns 503 until the server has restarted the database. */
  async #healthy(): Promise<void> {
    await new RetryingClient(this.#provider.origin).send({ method: 'GET', path: '/health', headers: {} });
  }

  async waitUntilIdle(): Promise<void> {
    await this.#running;
  }
}

async function runAllVisits(plan: LoadOptions, clinic: LoadVisitContext): Promise<AcknowledgedVisit[]> {
  const acknowledged: AcknowledgedVisit[] = [];
  let next = 0;
  const runWorker = async () => {
    for (let number = next++; number < plan.visits; number = next++)
      acknowledged.push(await runVisit(clinic, number));
  };
  await Promise.all(Array.from({ length: plan.concurrency }, runWorker));
  return acknowledged;
}

interface LoadOutcome {
  readonly problems: readonly string[];
}

async function runLoad(server: ServerProcess, place: LoadStorage, plan: LoadOptions): Promise<LoadOutcome> {
  const files = await makeFuzzFiles();
  const port = Number(new URL(server.origin).port);
  const { world, before } = await withPool(server, async (pool) => {
    const made = await makeWorld({ port, pool, memory: () => null, log: () => '' }, files);
    return { world: made, before: (await countBaselineRows(pool)) satisfies Baseline };
  });
  const killer = new Killer(server, plan);
  const client = new RetryingClient(server.origin);
  const began = Date.now();
  const visits = await runAllVisits(plan, { world, files, client, onAnswer: killer.onAnswer });
  await killer.waitUntilIdle();
  const seconds = (Date.now() - began) / 1_000;
  const lying = place.filesOf(server.dataDir);
  const { problems, swept } = await withPool(server, (pool) =>
    verifyStoredVisits({ pool, files: lying }, before, visits),
  );
  const signed = visits.filter(({ isSigned }) => isSigned).length;
  console.log(
    `\n${visits.length} evaluations, ${2 * visits.length} pictures, ${signed} signatures acknowledged in ${seconds.toFixed(0)} s; ` +
      `${killer.times.length} kills, ${client.unanswered} attempts without an answer, ${place.faults()} faults before the bucket; ${swept} orphan files swept; seed ${plan.seed}`,
  );
  for (const what of KILL_TARGETS) {
    const times = killer.times.filter((time) => time.what === what).map(({ ms }) => ms);
    const sorted = times.sort((one, other) => one - other);
    if (sorted.length > 0)
      console.log(
        `${what}: serves again after ${sorted[sorted.length >> 1]} ms (median of ${sorted.length}; at most ${sorted.at(-1)} ms)`,
      );
  }
  return { problems };
}

/**
 * Runs the load test. Options: `--visits N --kills N --seed N --concurrency N --s3`.
 * @returns true if all acknowledged data exists exactly once
 */
export async function main(args: readonly string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const options = {
    visits: text,
    kills: text,
    seed: text,
    concurrency: text,
    s3: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const seed = Number(values.seed ?? 1);
  const place = values.s3 ? await startFaultyBucketStorage(new Random(seed)) : DISK_STORAGE;
  const server = await startServer({ env: { DEMO: '0', ...place.env } });
  try {
    const { problems } = await runLoad(server, place, {
      visits: Number(values.visits ?? 600),
      kills: Number(values.kills ?? 12),
      seed,
      concurrency: Number(values.concurrency ?? 8),
    });
    for (const problem of problems.slice(0, 20)) console.log(problem);
    console.log(problems.length === 0 ? 'Nothing lost, nothing twice.' : `${problems.length} problems.`);
    return problems.length === 0;
  } finally {
    await server.destroy();
    await place.stop();
  }
}
