import { stripVTControlCharacters } from 'node:util';
import type { Statement } from './statements/statement.ts';

export type StatementResult = 'as stated' | 'deviating' | 'on purpose' | 'not seen';

/** Results of the checks by statement id: null if all checks passed, otherwise the message of the first failure. */
export type CheckResults = ReadonlyMap<string, string | null>;

/**
 * Returns the result of one statement. A statement with a reason for its deviation counts as `on purpose` unless a check
 * failed, even if no check ran.
 */
export function resultOfStatement({ id, onPurpose }: Statement, seen: CheckResults): StatementResult {
  const problem = seen.get(id);
  if (problem) return 'deviating';
  if (onPurpose !== undefined) return 'on purpose';
  return problem === null ? 'as stated' : 'not seen';
}

const isFailedResult = (finding: StatementResult) => finding === 'deviating' || finding === 'not seen';
export const haveStatementsPassed = (statements: readonly Statement[], seen: CheckResults): boolean =>
  !statements.some((statement) => isFailedResult(resultOfStatement(statement, seen)));

function formatSectionRow(name: string, statements: readonly Statement[], seen: CheckResults): string {
  const count = (finding: StatementResult) =>
    statements.filter((one) => resultOfStatement(one, seen) === finding).length;
  const observed = statements.filter(({ id }) => seen.has(id)).length;
  const counts = (['as stated', 'deviating', 'on purpose', 'not seen'] as const).map(count);
  return `| ${[name, statements.length, observed, ...counts].join(' | ')} |`;
}

const truncateToFirstLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 8)
    .join('\n  ');
function listStatementsWithResult(
  finding: StatementResult,
  statements: readonly Statement[],
  seen: CheckResults,
): string[] {
  const found = statements.filter((statement) => resultOfStatement(statement, seen) === finding);
  if (found.length === 0) return [];
  const lines = found.map(({ id, section, says, onPurpose }) => {
    const why = finding === 'on purpose' ? onPurpose : seen.get(id);
    return `- ${id} (${section}) ${says}${why ? `\n  ${truncateToFirstLines(why)}` : ''}`;
  });
  return ['', `## ${finding}`, '', ...lines];
}

export function formatTally(statements: readonly Statement[], seen: CheckResults): string {
  const sections = [...new Set(statements.map(({ section }) => section))].sort();
  const rows = sections.map((name) =>
    formatSectionRow(
      name,
      statements.filter(({ section }) => section === name),
      seen,
    ),
  );
  return [
    '| section | statements | seen | as stated | deviating | deviating on purpose | not seen |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    formatSectionRow('all', statements, seen),
    ...(['deviating', 'on purpose', 'not seen'] as const).flatMap((one) =>
      listStatementsWithResult(one, statements, seen),
    ),
    '',
  ].join('\n');
}
