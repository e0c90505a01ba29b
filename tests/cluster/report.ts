import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Throughput } from './cost.ts';
import type { LogFigure } from './log.ts';
import type { Felt } from './tablets.ts';

const PAGE = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));

export interface Row extends Felt {
  readonly title: string;
  /** Time from the failure until every part runs again, ms. */
  readonly wholeMs: number;
}

const inSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

export function failuresTable(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.title} | ${row.visits} | ${inSeconds(row.silenceMs)} | ${inSeconds(row.slowestMs)} | ${row.refused} | ${row.unanswered} | ${inSeconds(row.wholeMs)} |`,
  );
  return [
    `${rows.reduce((sum, { visits }) => sum + visits, 0)} evaluations: none lost, none doubled.`,
    '',
    '| what failed | evaluations | nothing confirmed for, s | slowest call, s | refused | unanswered | whole after, s |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

export const throughputTable = (rows: readonly Throughput[]): string =>
  [
    '| providers | evaluations a second | slowest call, s | processor of providers, ms each | of the primary | of the standby | rows, kB each |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ providers, perSecond, slowestMs, cost, bytes }) =>
        `| ${providers} | ${perSecond.toFixed(1)} | ${inSeconds(slowestMs)} | ${cost.providers.toFixed(0)} | ${cost.primary.toFixed(0)} | ${cost.standby.toFixed(0)} | ${(bytes / 1_000).toFixed(0)} |`,
    ),
  ].join('\n');

export const logTable = (figures: readonly LogFigure[]): string =>
  [
    '| lines of the log | a second |',
    '| --- | --- |',
    ...figures.map(({ what, perSecond }) => `| ${what} | ${perSecond.toFixed(0)} |`),
  ].join('\n');

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in docs/scale.md. */
export function writeBetween(name: string, text: string): void {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = fs.readFileSync(PAGE, 'utf8');
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${path.basename(PAGE)} has no place for ${name}`);
  fs.writeFileSync(PAGE, `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`);
}
