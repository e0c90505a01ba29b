import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { statementIdOfTitle } from './checks.ts';
import { type AuditArea, statementsByArea } from './statements/index.ts';
import type { Statement } from './statements/statement.ts';
import { haveStatementsPassed, formatTally } from './tally.ts';

const REPORT_FILE = 'test-results/audit.md';

/** Returns the audited requirements of the areas in AUDIT_AREAS (comma separated), or of all areas if that variable is empty. */
function chooseStatements() {
  const named = (process.env['AUDIT_AREAS'] ?? '').split(',').filter(Boolean);
  const chosen = named.length > 0 ? named : Object.keys(statementsByArea);
  return chosen.flatMap((name): readonly Statement[] => statementsByArea[name as AuditArea]);
}

/**
 * Prints the statements by section with counts, writes them to test-results/audit.md, and fails the run unless every statement
 * holds.
 */
export default class AuditReporter implements Reporter {
  readonly #seen = new Map<string, string | null>();

  printsToStdio(): boolean {
    return false;
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    const id = statementIdOfTitle(step.title);
    if (id === null) return;
    const problem = step.error ? (step.error.message ?? 'failed') : null;
    this.#seen.set(id, this.#seen.get(id) ?? problem);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const statements = chooseStatements();
    const page = formatTally(statements, this.#seen);
    mkdirSync(path.dirname(REPORT_FILE), { recursive: true });
    writeFileSync(REPORT_FILE, page);
    process.stdout.write(`\n${page}`);
    return { status: haveStatementsPassed(statements, this.#seen) ? status : 'failed' };
  }
}
