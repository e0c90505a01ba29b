import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { API_BASE } from '#contract/routes/routes.ts';
import { formatAsCurl } from './call.ts';
import { startProcessTarget } from './process-target.ts';
import { saveRegressionCall } from './regressions.ts';
import { type FuzzPlan, type FuzzProgress, type FuzzReport, runFuzz } from './run.ts';

const REGRESSION_CALLS_FOLDER = fileURLToPath(new URL('regressions', import.meta.url));

const formatMegabytes = (bytes: number | null): string =>
  bytes === null ? '?' : `${Math.round(bytes / 1e6)} MB`;

const formatProgress = ({ done, ms, memory, findings }: FuzzProgress): string =>
  `${done} calls, ${Math.round((1_000 * done) / ms)}/s, ${formatMegabytes(memory)}, ${findings} findings`;

/** Returns at most 40 of the last lines that the server logged, without the lines of requests. */
const lastLogLinesExceptInfo = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && !line.includes('"level":30'))
    .slice(-40);

/**
 * Runs `work` and requests /health all the time. Returns the result of `work` and the longest response time of /health in ms,
 * which shows how long the server was blocked for other requests.
 */
async function measureSlowestHealth<Result>(
  port: number,
  work: () => Promise<Result>,
): Promise<[Result, number]> {
  const running = { now: true };
  let slowest = 0;
  const probes = (async () => {
    while (running.now) {
      const began = performance.now();
      await (await fetch(`http://127.0.0.1:${port}${API_BASE}/health`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - began);
    }
  })();
  try {
    const result = await work();
    return [result, slowest];
  } finally {
    running.now = false;
    await probes;
  }
}

/** Makes `calls` calls against the built server with production's options and its own PostgreSQL. */
async function fuzzBuiltServer(
  calls: number,
  seed: number,
  concurrency: number,
): Promise<[FuzzReport, number]> {
  const target = await startProcessTarget();
  const kept = new Set<string>();
  try {
    const plan: FuzzPlan = {
      calls,
      seed,
      concurrency,
      onProgress: (progress) => console.log(formatProgress(progress)),
      onFinding: ({ index, problem, call }, world) => {
        console.log(`call ${index}: ${problem}\n  ${formatAsCurl(call)}`);
        const sort = `${call.route} ${problem}`;
        if (!kept.has(sort))
          console.log(`  kept as ${saveRegressionCall(REGRESSION_CALLS_FOLDER, call, problem, world)}`);
        kept.add(sort);
      },
    };
    return await measureSlowestHealth(target.port, () => runFuzz(target, plan));
  } finally {
    for (const line of lastLogLinesExceptInfo(target.log())) console.log(line.slice(0, 1_500));
    await target.stop();
  }
}

/**
 * Runs the fuzzer. Options: `--calls N --seed N --concurrency N`.
 * @returns true if no problem was found
 */
export async function main(args: readonly string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { calls: text, seed: text, concurrency: text } });
  const [calls, seed] = [Number(values.calls ?? 10_000), Number(values.seed ?? 1)];
  const [report, slowest] = await fuzzBuiltServer(calls, seed, Number(values.concurrency ?? 8));
  const statuses = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(`\n${formatProgress(report)}; at most ${formatMegabytes(report.largestMemory)}; seed ${seed}`);
  console.log(`/health beside it: ${Math.round(slowest)} ms at most`);
  console.log(`answers by status (0 = hung up on): ${statuses.join(', ')}`);
  for (const problem of report.problems) console.log(problem.slice(0, 2_000));
  console.log(report.problems.length === 0 ? 'Nothing found.' : `${report.problems.length} found.`);
  return report.problems.length === 0;
}
