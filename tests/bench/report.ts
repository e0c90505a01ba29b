import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { formatted } from '../../scripts/lib/formatted.mjs';
import { isBusy, percent } from './busy.ts';

const FOLDER = 'test-results/bench-sections';
const REPORT = 'docs/bench.md';
/** Environment variable set by the first process for the processes that measure. */
const BUSY = 'VENTANILLA_BENCH_BUSY';

export const startReport = (): void => rmSync(FOLDER, { recursive: true, force: true });

/** Notes the share of the processors that other programs used. */
export const noteBusy = (share: number): void => void (process.env[BUSY] = String(share));

/** Returns when and where the figures were taken, and whether other programs were running. */
function stamp(): string {
  const cores = os.cpus();
  const taken = `Taken on ${new Date().toISOString().slice(0, 10)}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), Node ${process.version}.`;
  const busy = Number(process.env[BUSY]);
  return isBusy(busy)
    ? `${taken} **Under load: other programs took ${percent(busy)} of the processors when it began.**`
    : taken;
}

/** Writes one section; docs/bench.md orders the sections by their number, which must be unique. */
export function writeSection(number: number, title: string, lines: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const section = [`## ${number}. ${title}`, '', stamp(), '', ...lines, ''];
  writeFileSync(`${FOLDER}/${number}.md`, section.join('\n'), { flag: 'wx' });
}

/** Returns the sections of a report by number. */
function sectionsOf(text: string): Map<number, string> {
  const sections = text.split(/^(?=## \d+\. )/m).filter((part) => part.startsWith('## '));
  return new Map(sections.map((section) => [Number.parseInt(section.slice(3), 10), section]));
}

/** Replaces the measured sections in the report and keeps the others, so that each bench can run alone. */
export async function writeReport(): Promise<void> {
  if (!existsSync(FOLDER)) return; // The run was rejected before it started.
  const measured = readdirSync(FOLDER).map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'));
  const sections = new Map([
    ...sectionsOf(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''),
    ...sectionsOf(measured.join('\n')),
  ]);
  const head =
    '# Figures\n\nWritten by `npm run bench`; `npm run bench -- list` runs those of one file of tests/bench. Read the ratios; the milliseconds are the machine’s. Section numbers are never reused.\n\n';
  const inOrder = [...sections].toSorted(([a], [b]) => a - b).map(([, section]) => section);
  writeFileSync(REPORT, await formatted(REPORT, head + inOrder.join('\n')));
}

export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const ratio = (value: number, base: number): string => `${(value / base).toFixed(2)}×`;

/** Returns the duration of `work` in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
