import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { formatted } from '../../scripts/lib/formatted.mjs';
import { isBusy, percent } from './busy.ts';

const FOLDER = 'test-results/bench-sections';
const REPORT = 'docs/bench.md';
/** Set by the first process for those that measure. */
const BUSY = 'VENTANILLA_BENCH_BUSY';

export const startReport = (): void => rmSync(FOLDER, { recursive: true, force: true });

/** `share`: of the processors, that other programs took. */
export const noteBusy = (share: number): void => void (process.env[BUSY] = String(share));

/** When and where these figures were taken, and whether others were at work. */
function stamp(): string {
  const cores = os.cpus();
  const taken = `Taken on ${new Date().toISOString().slice(0, 10)}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), Node ${process.version}.`;
  const busy = Number(process.env[BUSY]);
  return isBusy(busy)
    ? `${taken} **Under load: other programs took ${percent(busy)} of the processors when it began.**`
    : taken;
}

/** Keeps one section; sections stand in docs/bench.md by their number, which two must not share. */
export function writeSection(number: number, title: string, lines: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const section = [`## ${number}. ${title}`, '', stamp(), '', ...lines, ''];
  writeFileSync(`${FOLDER}/${number}.md`, section.join('\n'), { flag: 'wx' });
}

/** By number, the sections of a text that this writer wrote. */
function sectionsOf(text: string): Map<number, string> {
  const sections = text.split(/^(?=## \d+\. )/m).filter((part) => part.startsWith('## '));
  return new Map(sections.map((section) => [Number.parseInt(section.slice(3), 10), section]));
}

/** What was measured takes the place of what stood there; the other sections stay, so that each can run alone. */
export async function writeReport(): Promise<void> {
  if (!existsSync(FOLDER)) return; // It was refused before it began.
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

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
