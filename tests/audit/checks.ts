import { expect, test } from '@playwright/test';
import { statements, type StatementId } from './statements/index.ts';

const STATEMENT_TITLE_PATTERN = /^audit ([a-z]+-\d+): /;
export const statementIdOfTitle = (title: string): string | null =>
  STATEMENT_TITLE_PATTERN.exec(title)?.[1] ?? null;

const statementTexts = new Map<string, string>(statements.map(({ id, says }) => [id, says]));

async function findCheckProblem(check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/**
 * Checks one statement of the audit. After a failed check the test continues, and fails at its end. A statement may be checked
 * several times and holds only if every check passes.
 */
export async function verify(id: StatementId, check: () => unknown): Promise<void> {
  await test.step(`audit ${id}: ${statementTexts.get(id) ?? ''}`, async () => {
    const problem = await findCheckProblem(check);
    expect.soft(problem === null, `${id} deviates: ${problem}`).toBe(true);
  });
}
