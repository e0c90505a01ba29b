// Counts out of the JSON reports of vitest and Playwright. What broke outside of a test counts as one failure.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** A run that ended badly has a failure, whatever its report says. */
const settle = (counts, ok) => ({ ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) });

export function countVitest(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + unloaded.length;
  return settle({ passed: report.numPassedTests, failed, skipped: report.numPendingTests }, ok);
}

export function countPlaywright(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle({ passed: expected, failed: unexpected + flaky + report.errors.length, skipped }, ok);
}
