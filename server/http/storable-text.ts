import type { FieldProblem } from '#contract/errors.ts';
import { AppError, fieldError } from '../errors.ts';

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair; both are legal in JSON and in a query string. */
const UNSTORABLE = /\p{Surrogate}/u;
const MAX_DEPTH = 20;

const isUnstorable = (text: string): boolean => text.includes('\0') || UNSTORABLE.test(text);

interface Visit {
  readonly value: unknown;
  readonly path: readonly string[];
}

const children = ({ value, path }: Visit): Visit[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, child]) => ({ value: child, path: [...path, key] }))
    : [];

/** Refuses (400) a parsed input that holds a text the database cannot keep, or that is nested beyond any call of ours. */
export function refuseUnstorable(input: unknown): void {
  const problems: FieldProblem[] = [];
  const pending: Visit[] = [{ value: input, path: [] }];
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    if (visit.path.length > MAX_DEPTH)
      throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
    if (typeof visit.value === 'string' && isUnstorable(visit.value))
      problems.push({
        field: visit.path.join('.'),
        message: 'Contiene caracteres que no se pueden guardar.',
      });
    pending.push(...children(visit));
  }
  if (problems.length > 0) throw fieldError(...problems);
}
