import type { FieldProblem } from '#contract/errors.ts';
import { AppError, MAX_FIELD_PROBLEMS, fieldError } from '../../base/errors.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-size.ts';

/**
 * Matches half of a surrogate pair. PostgreSQL can store neither such a half nor U+0000, but JSON and query strings may contain
 * both.
 */
const LONE_SURROGATE_PATTERN = /\p{Surrogate}/u;

const isUnstorableText = (text: string): boolean => text.includes('\0') || LONE_SURROGATE_PATTERN.test(text);

interface VisitedValue {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  readonly parent: VisitedValue | null;
}

/**
 * Returns the dotted path of a value. Called only for reported problems, because building the path of every value would take
 * longer than all other work.
 */
function fieldPathOf(visit: VisitedValue): string {
  const keys: string[] = [];
  for (let at: VisitedValue | null = visit; at?.parent; at = at.parent) keys.unshift(at.key);
  return keys.join('.');
}

const toUnstorableTextProblem = (visit: VisitedValue): FieldProblem => ({
  field: fieldPathOf(visit),
  message: 'Contiene caracteres que no se pueden guardar.',
});

/**
 * Rejects (400) a parsed input that has too many values, is nested too deeply, or contains a text that the database cannot
 * store. The error lists at most MAX_FIELD_PROBLEMS problems.
 */
export function rejectUnstorableInput(input: unknown): void {
  const problems: FieldProblem[] = [];
  const pending: VisitedValue[] = [{ value: input, key: '', depth: 0, parent: null }];
  let nodes = 0;
  for (let visit = pending.pop(); visit && problems.length < MAX_FIELD_PROBLEMS; visit = pending.pop()) {
    nodes += 1;
    if (nodes > MAX_JSON_VALUES || visit.depth > MAX_JSON_DEPTH)
      throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
    const { value, depth } = visit;
    if (typeof value === 'string' && isUnstorableText(value)) problems.push(toUnstorableTextProblem(visit));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value))
      pending.push({ value: child, key, depth: depth + 1, parent: visit });
  }
  if (problems.length > 0) throw fieldError(...problems);
}
