// Reads counts and failures from the JSON reports of vitest and Playwright. An error outside of a test counts as one failure.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

const missingReportCounts = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['No report was written: see the output above.'],
};

/** Returns the counts of a run. Adds one failure if the run failed although its report lists no failure. */
function addFailuresToCounts(counts, failures, ok) {
  const all =
    ok || failures.length > 0 ? failures : ['The run failed without a failed test: see its output above.'];
  return { ...counts, failed: all.length, failures: all };
}

/** Formats a failure in one line: place, test and first line of the message; for Playwright also the locator. */
function formatFailure(where, title, message = '') {
  const [first = '', ...more] = stripVTControlCharacters(message).split('\n');
  const lookedFor = more.filter((line) => line.startsWith('Locator:')).slice(0, 1);
  const said = [first, ...lookedFor].map((line) => line.slice(0, 200)).join(' · ');
  return `${where} › ${title}${said && `: ${said}`}`;
}

export function countVitestResults(file, ok) {
  const report = readReport(file);
  if (!report) return missingReportCounts;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const where = path.basename(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [formatFailure(where, 'not loaded', message)];
    return failed.map(({ fullName, failureMessages }) => formatFailure(where, fullName, failureMessages[0]));
  });
  return addFailuresToCounts(
    { passed: report.numPassedTests, skipped: report.numPendingTests },
    failures,
    ok,
  );
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Returns one line for each failed test in a Playwright report, with its project. A flaky test counts as failed. */
const formatPlaywrightFailures = (report) =>
  specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error;
        const { file: place = file, line } = error?.location ?? {};
        return formatFailure(
          `${projectName} › ${path.basename(file)}`,
          `${title}${line ? ` (${path.basename(place)}:${line})` : ''}`,
          error?.message,
        );
      }),
  );

export function countPlaywrightResults(file, ok) {
  const report = readReport(file);
  if (!report) return missingReportCounts;
  const failures = [
    ...formatPlaywrightFailures(report),
    ...report.errors.map(({ message }) => formatFailure('Playwright', 'outside of a test', message)),
  ];
  const { expected, skipped } = report.stats;
  return addFailuresToCounts({ passed: expected, skipped }, failures, ok);
}
