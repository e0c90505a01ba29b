import type { PerformanceFigure } from '#tests/support/base/performance-page.ts';
import { formatMs } from './report.ts';

type FigureTableRows = readonly (readonly (string | number)[])[];

/** Returns the largest number in a column of texts such as '5.0 ms'. Texts without a number are skipped. */
const largestInColumn = (rows: FigureTableRows, column: number): number =>
  Math.max(
    ...rows.map((row) => Number.parseFloat(String(row[column]))).filter((value) => !Number.isNaN(value)),
  );

/**
 * Returns the figures of section 6 of the benchmark report from its table, whose columns are name, count, SQL, API and ratio.
 */
export const figuresOfList = (rows: FigureTableRows): PerformanceFigure[] => [
  [
    'open list / SQL; slowest query, 1,000,000 evaluations',
    `${rows[0]?.[4] ?? ''}; ${formatMs(largestInColumn(rows, 3))}`,
    '2×; 20 ms',
  ],
];

export const LARGE_LIST_TABLE_HEAD = [
  'query',
  'p95 over 1,000,000',
  'p95 over 10,000,000',
  'ratio',
  'first over 1,000,000',
  'first over 10,000,000',
] as const;

/**
 * Returns the figures of section 20 of the benchmark report from its table. The columns are name, 95th percentile with a tenth
 * of the evaluations, 95th percentile with all, and ratio of both.
 */
export const figuresOfLargeList = (rows: FigureTableRows): PerformanceFigure[] => [
  [
    'slowest p95, 10,000,000 evaluations; ratio to 1,000,000',
    `${formatMs(largestInColumn(rows, 2))}; ${largestInColumn(rows, 3).toFixed(2)}×`,
    '60 ms; 1.5×',
  ],
];
