import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import {
  type PerformanceFigure,
  readPerformancePage,
  replaceMeasuredFigures,
  writePerformancePage,
} from '#tests/support/base/performance-page.ts';
import { isBusy, formatPercent } from './busy.ts';

const SECTIONS_FOLDER = 'test-results/bench-sections';
/** Full report of the last run. docs/reference/performance.md contains only the main figures of each section. */
const BENCH_REPORT_FILE = 'test-results/bench.md';
/** Environment variable with which the first process passes the busy share to the measuring processes. */
const BUSY_SHARE_VARIABLE_NAME = 'VENTANILLA_BENCH_BUSY';

export const deleteSections = (): void => rmSync(SECTIONS_FOLDER, { recursive: true, force: true });

/** Stores the share of processor time that other programs used. */
export const recordBusyShare = (share: number): void =>
  void (process.env[BUSY_SHARE_VARIABLE_NAME] = String(share));

/** Returns a sentence with date and machine of the measurement, and a warning if other programs were running. */
function describeMeasurement(): string {
  const cores = os.cpus();
  const taken = `The last run was on ${new Date().toISOString().slice(0, 10)}: ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), Node ${process.version}.`;
  const busy = Number(process.env[BUSY_SHARE_VARIABLE_NAME]);
  return isBusy(busy)
    ? `${taken} **Under load: other programs took ${formatPercent(busy)} of the processors when it began.**`
    : taken;
}

/** Writes one report section and its figures. The number orders the sections and must be unique. */
export function writeSection(
  number: number,
  title: string,
  lines: readonly string[],
  figures: readonly PerformanceFigure[],
): void {
  mkdirSync(SECTIONS_FOLDER, { recursive: true });
  const section = [`## ${number}. ${title}`, '', describeMeasurement(), '', ...lines, ''];
  writeFileSync(`${SECTIONS_FOLDER}/${number}.md`, section.join('\n'), { flag: 'wx' });
  writeFileSync(`${SECTIONS_FOLDER}/${number}.json`, JSON.stringify(figures));
}

/**
 * Writes the full report of this run and copies its figures into docs/reference/performance.md, where figures of sections that
 * were not measured stay.
 */
export async function writeReportAndFigures(): Promise<void> {
  if (!existsSync(SECTIONS_FOLDER)) return; // The folder is missing if the run ended before its first measurement.
  const numbers = readdirSync(SECTIONS_FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => Number.parseInt(file, 10))
    .toSorted((a, b) => a - b);
  const textOf = (file: string): string => readFileSync(`${SECTIONS_FOLDER}/${file}`, 'utf8');
  writeFileSync(BENCH_REPORT_FILE, numbers.map((number) => textOf(`${number}.md`)).join('\n'));
  const measured = new Map(
    numbers.map((number) => [number, JSON.parse(textOf(`${number}.json`)) as PerformanceFigure[]] as const),
  );
  await writePerformancePage(replaceMeasuredFigures(readPerformancePage(), describeMeasurement(), measured));
}

export const formatTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const formatMs = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const formatRatio = (value: number, base: number): string => `${(value / base).toFixed(2)}×`;

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
