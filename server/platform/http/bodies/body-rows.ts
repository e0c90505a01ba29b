import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { FieldProblem } from '#contract/errors.ts';
import { MAX_FIELD_PROBLEMS, fieldError, firstProblemOfEachField } from '../../base/errors.ts';
import { rejectUnstorableInput } from './storable-text.ts';

/** Rows that are validated before the process handles other requests: a few milliseconds of work. */
const ROWS_PER_SLICE = 200;

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
const toFieldProblems = (issues: Issues, ...prefix: readonly string[]): FieldProblem[] =>
  issues.map(({ path, message }) => ({ field: [...prefix, ...path.map(String)].join('.'), message }));

/**
 * Validates a body with a list of many rows. Validates the list row by row and stops at MAX_FIELD_PROBLEMS problems, because
 * the schema of the whole body would first collect the problems of all rows, which can be millions.
 * @param field name of the list
 * @throws validation_failed, malformed_request
 */
export async function parseBodyWithRows(
  schema: z.ZodMiniObject,
  field: string,
  input: unknown,
): Promise<unknown> {
  const list = schema.shape[field] as z.ZodMiniArray<z.ZodMiniType>;
  // The checks of a list, such as its maximum length, do not read the type of its rows.
  const checks = (list.def.checks ?? []) as unknown as readonly z.core.$ZodCheck<unknown[]>[];
  const shell = z.extend(schema, { [field]: z.array(z.unknown()).check(...checks) });
  const body = shell.safeParse(input);
  if (!body.success) throw fieldError(...firstProblemOfEachField(toFieldProblems(body.error.issues)));
  const { [field]: rows, ...others } = body.data as Readonly<Record<string, unknown>>;
  rejectUnstorableInput(others);
  const parsed: unknown[] = [];
  const problems: FieldProblem[] = [];
  for (const [index, row] of (rows as readonly unknown[]).entries()) {
    // The limit of values applies to each row as to the body of any other request.
    rejectUnstorableInput({ [field]: { [index]: row } });
    const { data, error } = list.def.element.safeParse(row);
    if (error) problems.push(...firstProblemOfEachField(toFieldProblems(error.issues, field, String(index))));
    else parsed.push(data);
    if (problems.length >= MAX_FIELD_PROBLEMS) break;
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await setImmediate();
  }
  if (problems.length > 0) throw fieldError(...problems);
  return { ...others, [field]: parsed };
}
