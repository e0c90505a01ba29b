import { describe, expect, it } from 'vitest';
import {
  readPerformancePage,
  replaceBetweenMarks,
  replaceMeasuredFigures,
} from '#tests/support/base/performance-page.ts';

const figureRowsOf = (page: string): string[] =>
  (page.split('bench -->')[1] ?? '').split('\n').filter((line) => /^\| \d+ /.test(line));
const SAMPLE_PAGE = [
  'Before.',
  '<!-- bench -->',
  '| 2 | save | 27 ms | 30 ms |',
  '| 10 | drain | 0.95 | ≥0.95 |',
  '<!-- /bench -->',
  'After.',
].join('\n');

describe('performance.md', () => {
  it.each(['bench', 'failures', 'rolling', 'throughput', 'ceiling'])(
    'performance.md has a section for the results named %s',
    (name) => {
      expect(replaceBetweenMarks(readPerformancePage(), name, 'New.')).toContain(
        `<!-- ${name} -->\n\nNew.\n\n<!-- /${name}`,
      );
    },
  );

  it('the benchmark rejects results for which performance.md has no section', () => {
    expect(() => replaceBetweenMarks(readPerformancePage(), 'unknown', '')).toThrow('no place for unknown');
  });

  it('a benchmark run replaces the rows of the measured sections and keeps the other rows, all in order', () => {
    const measured = new Map([
      [9, [['start', '353 ms', '600 ms']]],
      [2, [['save', '25 ms', '30 ms']]],
    ] as const);
    const page = replaceMeasuredFigures(SAMPLE_PAGE, 'Taken today.', measured);
    expect(figureRowsOf(page)).toEqual([
      '| 2 | save | 25 ms | 30 ms |',
      '| 9 | start | 353 ms | 600 ms |',
      '| 10 | drain | 0.95 | ≥0.95 |',
    ]);
    expect(page).toMatch(/^Before\.\n<!-- bench -->\n\nTaken today\.\n[\s\S]*<!-- \/bench -->\nAfter\.$/);
  });

  it('a benchmark run of one section changes no other row of performance.md', () => {
    const before = figureRowsOf(readPerformancePage());
    const after = figureRowsOf(
      replaceMeasuredFigures(readPerformancePage(), 'Taken today.', new Map([[5, []]])),
    );
    expect(before.length).toBeGreaterThan(15);
    expect(after).toEqual(before.filter((row) => !row.startsWith('| 5 ')));
  });
});
