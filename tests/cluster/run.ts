import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Failure } from './failures.ts';
import { type FailureRow, failuresTable } from './report.ts';
import { replaceServersDuringVisits } from './rolling.ts';
import type { Tablets } from './tablets.ts';
import { print } from './print.ts';

/** Result of one part of the run: its report, and the problems found. */
export interface PartOutcome {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * Time in ms over which the visits of one failure begin (`FAILURE_PHASE_MS`), and from the first visit to the failure (`TIME_BEFORE_FAILURE_MS`).
 */
const FAILURE_PHASE_MS = 16_000;
const TIME_BEFORE_FAILURE_MS = 4_000;
/** Time in ms in which three servers drain, start and are found by the balancer. */
const UPDATE_MS = 30_000;
const UPDATE_VISIT_COUNT = 90;

/** Causes one failure while tablets register. Returns when every visit is confirmed and every part runs. */
async function causeFailure(
  cluster: Cluster,
  tablets: Tablets,
  failure: Failure,
  visits: number,
): Promise<FailureRow> {
  let wholeMs = 0;
  const felt = await tablets.register(visits, failure.loadMs ?? FAILURE_PHASE_MS, async () => {
    await pause(TIME_BEFORE_FAILURE_MS);
    const began = Date.now();
    await failure.causeIn(cluster);
    await cluster.waitUntilRunning();
    wholeMs = Date.now() - began;
  });
  print(
    `${failure.title}: ${felt.visits} evaluations; nothing confirmed for ${felt.silenceMs} ms at most, the slowest call ${felt.slowestMs} ms, ` +
      `${felt.refused} attempts refused, ${felt.unanswered} unanswered; whole after ${(wholeMs / 1_000).toFixed(0)} s`,
  );
  return { title: failure.title, ...felt, wholeMs };
}

/** Causes the failures sequentially and gives each an equal share of the evaluations. */
export async function causeAllFailures(
  cluster: Cluster,
  tablets: Tablets,
  failures: readonly Failure[],
  evaluations: number,
): Promise<PartOutcome> {
  const rows: FailureRow[] = [];
  let left = evaluations;
  for (const [index, failure] of failures.entries()) {
    const visits = Math.round(left / (failures.length - index));
    left -= visits;
    rows.push(await causeFailure(cluster, tablets, failure, visits));
  }
  return { text: failuresTable(rows), problems: [] };
}

/** Updates the cluster from the version `before` to the current one. No attempt of a tablet may fail. */
export async function updateCluster(
  cluster: Cluster,
  tablets: Tablets,
  before: string,
): Promise<PartOutcome> {
  let files = { asked: 0, missing: 0 };
  const felt = await tablets.register(UPDATE_VISIT_COUNT, UPDATE_MS, async () => {
    files = await replaceServersDuringVisits(cluster);
  });
  const failed = felt.refused + felt.unanswered;
  const text =
    `Rolling upgrade from ${before}: ${felt.visits} evaluations, ${failed} failed attempts; ` +
    `${files.asked} files of both versions requested, ${files.missing} missing; longest time without confirmation ${felt.silenceMs} ms.`;
  const problems = [
    ...(failed > 0 ? [`${failed} attempts failed during the update`] : []),
    ...(files.missing > 0 ? [`${files.missing} files of a version were missing during the update`] : []),
  ];
  return { text, problems };
}
