import { stripVTControlCharacters } from 'node:util';
import type { Statement } from './statements/statement.ts';

/** What was found of one statement. */
export type Finding = 'as stated' | 'deviating' | 'on purpose' | 'not seen';

/** What its steps said: null when all of them held, else how the first one failed. */
export type Seen = ReadonlyMap<string, string | null>;

/** A reason alone is enough: what is left out on purpose need not be seen. */
export function findingOf({ id, onPurpose }: Statement, seen: Seen): Finding {
  const problem = seen.get(id);
  if (problem) return 'deviating';
  if (onPurpose !== undefined) return 'on purpose';
  return problem === null ? 'as stated' : 'not seen';
}

const isWrong = (finding: Finding) => finding === 'deviating' || finding === 'not seen';
export const isClean = (statements: readonly Statement[], seen: Seen): boolean =>
  !statements.some((statement) => isWrong(findingOf(statement, seen)));

function rowOf(name: string, statements: readonly Statement[], seen: Seen): string {
  const count = (finding: Finding) => statements.filter((one) => findingOf(one, seen) === finding).length;
  const observed = statements.filter(({ id }) => seen.has(id)).length;
  const counts = (['as stated', 'deviating', 'on purpose', 'not seen'] as const).map(count);
  return `| ${[name, statements.length, observed, ...counts].join(' | ')} |`;
}

/** Of a failure's words what tells people something: without colours and without the way through the code. */
const firstLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 8)
    .join('\n  ');
function listOf(finding: Finding, statements: readonly Statement[], seen: Seen): string[] {
  const found = statements.filter((statement) => findingOf(statement, seen) === finding);
  if (found.length === 0) return [];
  const lines = found.map(({ id, section, says, onPurpose }) => {
    const why = finding === 'on purpose' ? onPurpose : seen.get(id);
    return `- ${id} (${section}) ${says}${why ? `\n  ${firstLines(why)}` : ''}`;
  });
  return ['', `## ${finding}`, '', ...lines];
}

/** The statements by section in figures, and whatever is not as stated in words; Markdown. */
export function tally(statements: readonly Statement[], seen: Seen): string {
  const sections = [...new Set(statements.map(({ section }) => section))].sort();
  const rows = sections.map((name) =>
    rowOf(
      name,
      statements.filter(({ section }) => section === name),
      seen,
    ),
  );
  return [
    '| section | statements | seen | as stated | deviating | deviating on purpose | not seen |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    rowOf('all', statements, seen),
    ...(['deviating', 'on purpose', 'not seen'] as const).flatMap((one) => listOf(one, statements, seen)),
    '',
  ].join('\n');
}
