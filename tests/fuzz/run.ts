import type { Pool } from 'pg';
import { Health } from '#contract/records/health.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { type EncodedCall, formatAsCurl } from './call.ts';
import { type FuzzFiles, makeFuzzFiles } from './files.ts';
import { findResponseProblem } from './judge.ts';
import { makeMutatedCall } from './mutations.ts';
import { PLANTED_PATIENT, makeReplacementValues } from './values.ts';
import { sendCall } from './wire.ts';
import { type FuzzTarget, type FuzzWorld, makeWorld } from './world.ts';

export interface FuzzPlan {
  readonly calls: number;
  readonly seed: number;
  readonly concurrency: number;
  /** Called after every 1,000 calls. */
  readonly onProgress?: (progress: FuzzProgress) => void;
  readonly onFinding?: (finding: FuzzFinding, world: FuzzWorld) => void;
}
export interface FuzzProgress {
  readonly done: number;
  readonly ms: number;
  readonly memory: number | null;
  readonly findings: number;
}
interface FuzzFinding {
  readonly index: number;
  readonly problem: string;
  readonly call: EncodedCall;
}
export interface FuzzReport extends FuzzProgress {
  /** Number of calls by response status. The key 0 counts calls without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
  readonly largestMemory: number | null;
}

const MEMORY_LIMIT_BYTES = 900_000_000;
const CALLS_PER_WORLD_RESTORE = 100;
const CALLS_PER_PROGRESS = 1_000;

const CHAIN_CHECK_SQL = `
select count(*) filter (where line.hash <> activity_hash(line)
    or line.prev_hash <> case when line.sequence = 1 then activity_genesis() else before.hash end)::integer as broken,
  (count(*) - (select sequence from activity_head))::integer as missing
from activity line left join activity before on before.sequence = line.sequence - 1`;

/** Checks the hash chain of the whole activity log and returns its problems. */
export async function problemsOfChain(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ broken: number | null; missing: number }>(CHAIN_CHECK_SQL);
  const { broken, missing } = rows[0] ?? {};
  return broken === 0 && missing === 0 ? [] : [`the activity chain: ${broken} broken, ${missing} missing`];
}

async function findServerProblems(target: FuzzTarget): Promise<string[]> {
  const health = await fetch(`http://127.0.0.1:${target.port}${API_BASE}/health`);
  const isWell = health.ok && Health.safeParse(await health.json()).success;
  const log = target.log();
  const planted = [
    ...Object.values(PLANTED_PATIENT),
    ...Object.values(PLANTED_PATIENT).map(encodeURIComponent),
  ];
  return [
    ...(isWell ? [] : ['/health is not well']),
    ...(await problemsOfChain(target.pool)),
    ...planted.filter((text) => log.includes(text)).map((text) => `the log holds ${JSON.stringify(text)}`),
  ];
}

class FuzzRun {
  readonly #target: FuzzTarget;
  readonly #plan: FuzzPlan;
  readonly #world: FuzzWorld;
  readonly #files: FuzzFiles;
  readonly #began = Date.now();
  readonly #statuses = new Map<number, number>();
  readonly #problems: string[] = [];
  #next = 0;
  #done = 0;
  #largest: number | null = null;

  constructor(
    target: FuzzTarget,
    plan: FuzzPlan,
    stock: { readonly world: FuzzWorld; readonly files: FuzzFiles },
  ) {
    this.#target = target;
    this.#plan = plan;
    this.#world = stock.world;
    this.#files = stock.files;
  }

  async all(): Promise<FuzzReport> {
    const { seed, calls, concurrency } = this.#plan;
    const means = { world: this.#world, files: this.#files, values: makeReplacementValues(seed) };
    const runWorker = async () => {
      for (let index = this.#next++; index < calls; index = this.#next++)
        await this.#one(index, makeMutatedCall(seed, index, means));
    };
    await Promise.all(Array.from({ length: concurrency }, runWorker));
    this.#measure();
    const problems = [...this.#problems, ...(await findServerProblems(this.#target))];
    const statuses = Object.fromEntries([...this.#statuses].sort(([one], [other]) => one - other));
    return { ...this.#progress(), statuses, problems, largestMemory: this.#largest };
  }

  async #one(index: number, call: EncodedCall): Promise<void> {
    if (index % CALLS_PER_WORLD_RESTORE === 0) await this.#world.heal();
    const outcome = await sendCall(this.#target.port, call, this.#world.cookie(call.who));
    const status = outcome.type === 'answer' ? outcome.status : 0;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const problem = findResponseProblem(call, outcome);
    if (problem !== null) this.#found({ index, problem, call });
    this.#done += 1;
    if (this.#done % CALLS_PER_PROGRESS === 0) {
      this.#measure();
      this.#plan.onProgress?.(this.#progress());
    }
  }

  #found(finding: FuzzFinding): void {
    this.#problems.push(`call ${finding.index}: ${finding.problem}: ${formatAsCurl(finding.call)}`);
    this.#plan.onFinding?.(finding, this.#world);
  }

  #measure(): void {
    const memory = this.#target.memory();
    if (memory === null) return;
    this.#largest = Math.max(this.#largest ?? 0, memory);
    if (memory > MEMORY_LIMIT_BYTES) this.#problems.push(`memory: ${memory} bytes after ${this.#done} calls`);
  }

  #progress(): FuzzProgress {
    return {
      done: this.#done,
      ms: Date.now() - this.#began,
      memory: this.#target.memory(),
      findings: this.#problems.length,
    };
  }
}

/** Makes the planned calls against the server and returns the problems. The server's database must be empty at the start. */
export async function runFuzz(target: FuzzTarget, plan: FuzzPlan): Promise<FuzzReport> {
  const files = await makeFuzzFiles();
  const world = await makeWorld(target, files);
  return new FuzzRun(target, plan, { world, files }).all();
}
