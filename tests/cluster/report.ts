import type { Throughput } from './cost.ts';
import type { LogThroughput } from './log.ts';
import type { FailureEffect } from './tablets.ts';

export interface FailureRow extends FailureEffect {
  readonly title: string;
  /** Time in ms from the failure until every part of the cluster runs again. */
  readonly wholeMs: number;
}

const formatSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

export function failuresTable(rows: readonly FailureRow[]): string {
  const lines = rows.map(
    (row) => `| ${row.title} | ${formatSeconds(row.silenceMs)} | ${formatSeconds(row.wholeMs)} |`,
  );
  const totalOf = (name: 'visits' | 'refused' | 'unanswered') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return [
    `${totalOf('visits')} evaluations, none lost or duplicated; attempts rejected: ${totalOf('refused')}, without response: ${totalOf('unanswered')}.`,
    '',
    '| failure | no confirmation, s | restored after, s |',
    '| --- | --- | --- |',
    ...lines,
  ].join('\n');
}

export const throughputTable = (rows: readonly Throughput[]): string =>
  [
    '| servers | evaluations per second | server CPU, ms | primary, ms | standby, ms | rows, kB |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ providers, perSecond, cost, bytes }) =>
        `| ${providers} | ${perSecond.toFixed(1)} | ${cost.providers.toFixed(0)} | ${cost.primary.toFixed(0)} | ${cost.standby.toFixed(0)} | ${(bytes / 1_000).toFixed(0)} |`,
    ),
  ].join('\n');

export const logTable = (figures: readonly LogThroughput[]): string =>
  [
    '| activity log entries | per second |',
    '| --- | --- |',
    ...figures.map(({ what, perSecond }) => `| ${what} | ${perSecond.toFixed(0)} |`),
  ].join('\n');
