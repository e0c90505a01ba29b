import type { FieldProblem } from '#contract/errors.ts';
import { AppError, PROBLEMS_MAX, fieldError } from '../../base/errors.ts';
import { MAX_DEPTH, MAX_NODES } from './json-size.ts';

/**
 * Matches half of a surrogate pair. PostgreSQL can store neither such a half nor U+0000, but JSON and query strings may contain
 * both.
 */
const UNSTORABLE = /\p{Surrogate}/u;

const isUnstorable = (text: string): boolean => text.includes('\0') || UNSTORABLE.test(text);

interface Visit {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  readonly parent: Visit | null;
}

/**
 * Returns the dotted path of a value. Called only for reported problems, because building the path of every value would take
 * longer than all other work.
 */
function fieldOf(visit: Visit): string {
  const keys: string[] = [];
  for (let at: Visit | null = visit; at?.parent; at = at.parent) keys.unshift(at.key);
  return keys.join('.');
}

const problemOf = (visit: Visit): FieldProblem => ({
  field: fieldOf(visit),
  message: 'Contiene caracteres que no se pueden guardar.',
});

/**
 * Rejects (400) a parsed input that has too many values, is nested too deeply, or contains a text that the database cannot
 * store. The error lists at most PROBLEMS_MAX problems.
 */
export function rejectUnstorableText(input: unknown): void {
  const problems: FieldProblem[] = [];
  const pending: Visit[] = [{ value: input, key: '', depth: 0, parent: null }];
  let nodes = 0;
  for (let visit = pending.pop(); visit && problems.length < PROBLEMS_MAX; visit = pending.pop()) {
    nodes += 1;
    if (nodes > MAX_NODES || visit.depth > MAX_DEPTH)
      throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
    const { value, depth } = visit;
    if (typeof value === 'string' && isUnstorable(value)) problems.push(problemOf(visit));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value))
      pending.push({ value: child, key, depth: depth + 1, parent: visit });
  }
  if (problems.length > 0) throw fieldError(...problems);
}
