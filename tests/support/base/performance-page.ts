import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatGeneratedPage } from '../../../scripts/lib/formatted.mjs';

const PERFORMANCE_PAGE_PATH = path.join(import.meta.dirname, '../../../docs/reference/performance.md');

/** Row of the performance page: what was measured, its value, and its goal, empty if there is none. */
export type PerformanceFigure = readonly [what: string, figure: string, goal: string];
export type FiguresBySection = ReadonlyMap<number, readonly PerformanceFigure[]>;

export const readPerformancePage = (): string => readFileSync(PERFORMANCE_PAGE_PATH, 'utf8');
export const writePerformancePage = async (text: string): Promise<void> =>
  writeFileSync(PERFORMANCE_PAGE_PATH, await formatGeneratedPage(PERFORMANCE_PAGE_PATH, text));

/** Splits the page into the texts before, between and after the marks `<!-- name -->` and `<!-- /name -->`. */
function splitAtMarks(page: string, name: string): readonly [before: string, between: string, after: string] {
  const from = `<!-- ${name} -->`;
  const [start, end] = [page.indexOf(from), page.indexOf(`<!-- /${name} -->`)];
  if (start < 0 || end < start)
    throw new Error(`${path.basename(PERFORMANCE_PAGE_PATH)} has no place for ${name}`);
  const begin = start + from.length;
  return [page.slice(0, begin), page.slice(begin, end), page.slice(end)];
}

export function replaceBetweenMarks(page: string, name: string, text: string): string {
  const [before, , after] = splitAtMarks(page, name);
  return `${before}\n\n${text}\n\n${after}`;
}

export const writePerformanceSection = (name: string, text: string): Promise<void> =>
  writePerformancePage(replaceBetweenMarks(readPerformancePage(), name, text));

/** Returns the page with the measured sections replaced; sections that were not measured stay unchanged. */
export function replaceMeasuredFigures(page: string, taken: string, measured: FiguresBySection): string {
  const kept = splitAtMarks(page, 'bench')[1]
    .split('\n')
    .map((row) => ({ row, section: Number(/^\| (\d+) +\| .* \|$/.exec(row)?.[1] ?? Number.NaN) }))
    .filter(({ section }) => section > 0 && !measured.has(section));
  const fresh = [...measured].flatMap(([section, figures]) =>
    figures.map((figure) => ({ section, row: `| ${section} | ${figure.join(' | ')} |` })),
  );
  const rows = [...kept, ...fresh].toSorted((a, b) => a.section - b.section).map(({ row }) => row);
  const head = ['| section | measured | figure | goal |', '| --- | --- | --- | --- |'];
  return replaceBetweenMarks(page, 'bench', [taken, '', ...head, ...rows].join('\n'));
}
