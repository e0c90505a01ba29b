import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';

const FOLDER = 'test-results/bench-sections';

export const startReport = (): void => rmSync(FOLDER, { recursive: true, force: true });

/** Keeps one section; sections stand in docs/bench.md by their number. */
export function writeSection(number: number, title: string, lines: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${number}.md`, [`## ${title}`, '', ...lines, ''].join('\n'));
}

export function writeReport(): void {
  const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const head = [
    '# Figures',
    '',
    `Made by \`npm run bench\` on ${machine}. Read the ratios; the milliseconds are this machine's.`,
    '',
  ];
  const sections = readdirSync(FOLDER)
    .sort()
    .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'));
  writeFileSync('docs/bench.md', [...head, ...sections].join('\n'));
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
