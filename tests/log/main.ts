import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '#server/platform/database/embedded/supervisor.ts';
import { migrations } from '#server/platform/database/start/migrate.ts';
import { print } from '#tests/cluster/print.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { writePerformanceSection } from '#tests/support/base/performance-page.ts';
import { stopAndRemoveDataDir, makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type LogClinic, makeLogClinic } from './clinic.ts';
import { type Measurement, measureWriters, medianMeasurement } from './measure.ts';
import { LOG_CASES, type LogCase } from './writers.ts';

interface MeasuredPair {
  readonly what: string;
  readonly before: Measurement;
  readonly after: Measurement;
}

const WARM_UP_MS = 1_000;

interface ComparedClinics {
  readonly before: LogClinic;
  readonly after: LogClinic;
}

/** Measures the old and the new version alternately, so that other load on the machine affects both equally. */
async function measurePair(
  { before, after }: ComparedClinics,
  one: LogCase,
  rounds: number,
  forMs: number,
): Promise<MeasuredPair> {
  const sides = [
    { clinic: before, write: one.before(before), found: [] as Measurement[] },
    { clinic: after, write: one.after(after), found: [] as Measurement[] },
  ] as const;
  for (const { clinic, write } of sides) await measureWriters(clinic, write, one.writers, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1)
    for (const { clinic, write, found } of sides)
      found.push(await measureWriters(clinic, write, one.writers, forMs));
  return {
    what: one.what,
    before: medianMeasurement(sides[0].found),
    after: medianMeasurement(sides[1].found),
  };
}

const formatBeforeAfter = (before: number, after: number, digits: number): string =>
  `${before.toFixed(digits)} → ${after.toFixed(digits)}`;
const toPercent = (share: number): number => share * 100;

const formatComparisonTable = (pairs: readonly MeasuredPair[]): string =>
  [
    '| before → after | lines a second | ms each | waiting for the log’s lock | processors busy, % |',
    '| --- | --- | --- | --- | --- |',
    ...pairs.map(
      ({ what, before, after }) =>
        `| ${what} | ${formatBeforeAfter(before.linesPerSecond, after.linesPerSecond, 0)} | ${formatBeforeAfter(before.ms, after.ms, 1)} | ${formatBeforeAfter(before.waiting, after.waiting, 1)} | ${formatBeforeAfter(toPercent(before.busy), toPercent(after.busy), 0)} |`,
    ),
  ].join('\n');

/** Returns the table of the current version's figures for performance.md. */
const formatCurrentTable = (pairs: readonly MeasuredPair[]): string =>
  [
    '| activity log | entries per second | ms each |',
    '| --- | --- | --- |',
    ...pairs.map(
      ({ what, after }) => `| ${what} | ${after.linesPerSecond.toFixed(0)} | ${after.ms.toFixed(1)} |`,
    ),
  ].join('\n');

async function findLogProblems({ before, after }: ComparedClinics): Promise<string[]> {
  const { rows } = await after.pool.query<{ n: number }>(
    'select count(*)::integer as n from activity_unlinked',
  );
  const left = rows[0]?.n === 0 ? [] : [`${rows[0]?.n ?? 0} lines were never linked`];
  return [...(await problemsOfChain(before.pool)), ...(await problemsOfChain(after.pool)), ...left];
}

async function runMeasurements(
  rounds: number,
  forMs: number,
  names: readonly string[],
): Promise<{ text: string; current: string; problems: string[] }> {
  const dataDir = makeScratchFolder('log');
  const server = await startEmbeddedDatabase({ dataDir });
  const own = migrations.findIndex(({ name }) => name.endsWith('unlinked_lines'));
  const before = await makeLogClinic(server.connection, 'before', migrations.slice(0, own));
  const after = await makeLogClinic(server.connection, 'after', migrations);
  try {
    const pairs: MeasuredPair[] = [];
    for (const one of LOG_CASES.filter(({ what }) => names.every((name) => what.includes(name)))) {
      pairs.push(await measurePair({ before, after }, one, rounds, forMs));
      print(formatComparisonTable(pairs.slice(-1)).split('\n').at(-1) ?? '');
    }
    return {
      text: formatComparisonTable(pairs),
      current: formatCurrentTable(pairs),
      problems: await findLogProblems({ before, after }),
    };
  } finally {
    await Promise.all([before.pool.end(), after.pool.end()]);
    await server.stop();
    await stopAndRemoveDataDir(dataDir);
  }
}

/**
 * Runs the benchmark of the activity log. Options: `--rounds N --seconds N --only WORDS --write`.
 * @returns true if the logs of both measured program versions are complete at the end
 */
export async function main(args: readonly string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const options = { rounds: text, seconds: text, only: text, write: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const seconds = Number(values.seconds ?? 5);
  const only = values.only === undefined ? [] : [values.only];
  const {
    text: table,
    current,
    problems,
  } = await runMeasurements(Number(values.rounds ?? 3), seconds * 1_000, only);
  print(table);
  for (const problem of problems) print(problem);
  if (values.write && problems.length === 0) await writePerformanceSection('ceiling', current);
  return problems.length === 0;
}
