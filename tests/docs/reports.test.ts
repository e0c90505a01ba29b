import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countPlaywrightResults, countVitestResults } from '../../scripts/lib/reports.mjs';

const temporaryReportFolder = mkdtempSync(path.join(tmpdir(), 'reports-'));
afterAll(() => rmSync(temporaryReportFolder, { recursive: true }));

function writeTestReport(report: object) {
  const file = path.join(temporaryReportFolder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

it('the summary of a test run lists each failed Vitest test and each test file that did not load', () => {
  const file = writeTestReport({
    numPassedTests: 3,
    numPendingTests: 1,
    testResults: [
      {
        name: '/somewhere/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'subtracts',
            failureMessages: ['expected 1 to be 2\n    at a.test.ts:3'],
          },
        ],
      },
      { name: '/somewhere/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(countVitestResults(file, false)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: ['a.test.ts › subtracts: expected 1 to be 2', 'b.test.ts › not loaded: no such module'],
  });
});

it('the summary of a test run lists each failed or flaky Playwright test with its browser, at any nesting depth', () => {
  const spec = (title: string, status: string, message?: string, location?: object) => ({
    file: 'e2e/a.spec.ts',
    title,
    tests: [{ projectName: 'chromium', status, results: [message ? { error: { message, location } } : {}] }],
  });
  const unseen = "expect(locator).toBeVisible() failed\n\nLocator: getByText('Listo')\nTimeout: 30000ms";
  const file = writeTestReport({
    stats: { expected: 1, unexpected: 2, flaky: 1, skipped: 0 },
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        specs: [spec('opens', 'expected')],
        suites: [
          {
            specs: [
              spec('sends', 'unexpected', '\u001B[31mTimeout\u001B[39m\nmore'),
              spec('shows', 'unexpected', unseen, { file: '/somewhere/desk.ts', line: 132, column: 9 }),
              spec('waits', 'flaky'),
            ],
          },
        ],
      },
    ],
  });
  expect(countPlaywrightResults(file, false)).toEqual({
    passed: 1,
    failed: 4,
    skipped: 0,
    failures: [
      'chromium › a.spec.ts › sends: Timeout',
      "chromium › a.spec.ts › shows (desk.ts:132): expect(locator).toBeVisible() failed · Locator: getByText('Listo')",
      'chromium › a.spec.ts › waits',
      'Playwright › outside of a test: the server did not start',
    ],
  });
});

it('the summary counts a test run as failed when its report is missing, or its exit code is bad although no test failed', () => {
  expect(countVitestResults(path.join(temporaryReportFolder, 'none.json'), true).failed).toBe(1);
  const passed = writeTestReport({ stats: { expected: 2, skipped: 0 }, errors: [], suites: [] });
  expect(countPlaywrightResults(passed, false).failed).toBe(1);
  expect(countPlaywrightResults(passed, true)).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [] });
});
