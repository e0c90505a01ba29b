import { parseArgs } from 'node:util';
import { verifyStoredVisits } from '#tests/load/verify.ts';
import { writePerformanceSection } from '#tests/support/base/performance-page.ts';
import { buildVersion } from '#tests/support/server/built-versions.ts';
import { Cluster } from './cluster.ts';
import { FAILURES } from './failures.ts';
import { logTable, throughputTable } from './report.ts';
import { measureLogThroughput } from './log.ts';
import { type PartOutcome, causeAllFailures, updateCluster } from './run.ts';
import { Tablets } from './tablets.ts';
import { measureClusterThroughput } from './cost.ts';
import { print } from './print.ts';

const PART_NAMES = ['failures', 'rolling', 'throughput', 'log'] as const;
type PartName = (typeof PART_NAMES)[number];

interface ClusterOptions {
  readonly evaluations: number;
  readonly tablets: number;
  readonly parts: readonly PartName[];
  /** Names of the failures to run; if empty, all failures run. */
  readonly only: readonly string[];
  readonly before: string;
  readonly isWritten: boolean;
}

interface PartContext {
  readonly plan: ClusterOptions;
  readonly cluster: Cluster;
  readonly tablets: Tablets;
  readonly tell: (name: PartName, outcome: PartOutcome) => void;
}

async function runFailures({ plan, cluster, tablets, tell }: PartContext): Promise<void> {
  const chosen = FAILURES.filter(({ name }) => plan.only.length === 0 || plan.only.includes(name));
  tell('failures', await causeAllFailures(cluster, tablets, chosen, plan.evaluations));
}

/** Measures the throughput of all servers together and then of one server, with enough tablets to keep the servers busy. */
async function measureThroughput({ plan, cluster, tablets, tell }: PartContext): Promise<void> {
  const visits = Math.max(20, Math.round(plan.evaluations / 5));
  const all = await measureClusterThroughput(cluster, tablets, visits);
  for (const { provider: server } of cluster.stands.slice(1)) await server.stop();
  const one = await measureClusterThroughput(cluster, tablets, visits);
  for (const { provider: server } of cluster.stands.slice(1)) await server.start();
  await cluster.waitUntilRunning();
  tell('throughput', { text: throughputTable([one, all]), problems: [] });
}

async function measureLog({ plan, cluster, tell }: PartContext): Promise<void> {
  const primary = await cluster.postgres.primary();
  const forMs = plan.evaluations >= 500 ? 8_000 : 2_000;
  tell('log', {
    text: logTable(await measureLogThroughput(primary?.url('ventanilla') ?? '', forMs)),
    problems: [],
  });
}

async function verifyStoredData({
  cluster: { pool, files },
  tablets,
}: PartContext): Promise<readonly string[]> {
  const { problems, swept } = await verifyStoredVisits({ pool, files }, tablets.before, tablets.confirmed);
  print(
    `\n${tablets.confirmed.length} evaluations confirmed; ${swept} files without a row swept. ` +
      (problems.length === 0 ? 'Nothing lost, nothing twice.' : `${problems.length} problems:`),
  );
  for (const problem of problems.slice(0, 20)) print(problem);
  return problems;
}

async function runParts(plan: ClusterOptions, cluster: Cluster, before: string | null): Promise<boolean> {
  const tablets = await Tablets.at(cluster, plan.tablets);
  const told: [PartName, PartOutcome][] = [];
  const recordOutcome = (name: PartName, outcome: PartOutcome) => {
    told.push([name, outcome]);
    print(`\n${outcome.text}\n`);
  };
  const doing: PartContext = { plan, cluster, tablets, tell: recordOutcome };
  if (before !== null) recordOutcome('rolling', await updateCluster(cluster, tablets, before));
  if (plan.parts.includes('failures')) await runFailures(doing);
  if (plan.parts.includes('throughput')) await measureThroughput(doing);
  const problems = [...(await verifyStoredData(doing)), ...told.flatMap(([, outcome]) => outcome.problems)];
  // The benchmark of the log runs last, because it leaves entries that belong to no evaluation.
  if (plan.parts.includes('log')) await measureLog(doing);
  if (plan.isWritten && problems.length === 0)
    for (const [name, { text }] of told) if (name !== 'log') await writePerformanceSection(name, text);
  return problems.length === 0;
}

async function runClusterTest(plan: ClusterOptions): Promise<boolean> {
  const before = plan.parts.includes('rolling') ? buildVersion(plan.before) : null;
  const cluster = await Cluster.start(before?.program);
  print(`Three providers behind ${cluster.origin}, a primary and its standby, Swift.`);
  try {
    return await runParts(plan, cluster, before?.commit ?? null);
  } catch (error) {
    for (const { provider: server } of cluster.stands) print(server.output().slice(-2_000));
    throw error;
  } finally {
    await cluster.stop();
    before?.remove();
  }
}

const splitList = (text: string | undefined): string[] => text?.split(',') ?? [];
function selectNamesOrAll<Name extends string>(names: readonly string[], all: readonly Name[]): Name[] {
  const unknown = names.find((name) => !all.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${all.join(', ')}`);
  return all.filter((name) => names.length === 0 || names.includes(name));
}

/**
 * Runs the parts of the cluster test. Options: `--evaluations N` and `--tablets N` (sizes); `--parts NAME,…` (parts to run);
 * `--only FAILURE,…` (failures to cause); `--before REVISION` (commit to update from); `--write` (updates the performance
 * page).
 * @returns true if every confirmed evaluation exists exactly once
 */
export function main(args: readonly string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const options = {
    evaluations: text,
    tablets: text,
    parts: text,
    only: text,
    before: text,
    write: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const names = FAILURES.map(({ name }) => name);
  return runClusterTest({
    evaluations: Number(values.evaluations ?? 120),
    tablets: Number(values.tablets ?? 8),
    parts: selectNamesOrAll(splitList(values.parts), PART_NAMES),
    only: selectNamesOrAll(splitList(values.only), names),
    before: values.before ?? 'HEAD~1',
    isWritten: values.write ?? false,
  });
}
