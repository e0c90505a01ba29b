import { expect, test } from '@playwright/test';
import { statements, type StatementId } from './statements/index.ts';

/** What the reporter knows a statement's step by. */
const TITLE = /^audit ([a-z]+-\d+): /;
export const statementOf = (title: string): string | null => TITLE.exec(title)?.[1] ?? null;

const sayings = new Map<string, string>(statements.map(({ id, says }) => [id, says]));

async function problemOf(check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/**
 * One statement seen on the way: where the check fails, the walk goes on and fails at its end. A statement may be seen
 * several times; it stands as it is when each of them held.
 */
export async function see(id: StatementId, check: () => unknown): Promise<void> {
  await test.step(`audit ${id}: ${sayings.get(id) ?? ''}`, async () => {
    const problem = await problemOf(check);
    expect.soft(problem === null, `${id} deviates: ${problem}`).toBe(true);
  });
}
