import * as z from 'zod/mini';
import { ADDITIONAL_FIELD_POSITION_MAX } from '#contract/limits.ts';
import { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import type { CatalogFormValues } from '../../definition.ts';
import { parseOptionLines, optionsProblem } from './option-lines.ts';

interface FormIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the request body for the typed values. The options are dropped if the field is not a list. */
const buildAdditionalFieldBody = ({ kind, choices, position, ...values }: CatalogFormValues) => ({
  ...values,
  kind,
  choices: kind === 'choice' ? parseOptionLines(String(choices)) : [],
  position: position === '' ? Number.NaN : Number(position),
});

const INVALID_POSITION_TEXT = `Escribe un número entero de 1 a ${ADDITIONAL_FIELD_POSITION_MAX}.`;

/** Returns the errors of the body. Errors of options name the line, which the contract's messages do not. */
function toFormIssues(
  body: ReturnType<typeof buildAdditionalFieldBody>,
  issues: readonly FormIssue[],
): readonly FormIssue[] {
  const placed = issues.map(({ path, message }) => ({
    path,
    message: path[0] === 'position' ? INVALID_POSITION_TEXT : message,
  }));
  const message = optionsProblem(body.choices);
  if (message === null) return placed;
  return [{ path: ['choices'], message }, ...placed.filter(({ path }) => path[0] !== 'choices')];
}

/** Schema of the form, in which the options are one text and the position is a text. */
export const AdditionalFieldFormBody = z.transform((values: CatalogFormValues, context) => {
  const body = buildAdditionalFieldBody(values);
  const { data, error } = AdditionalFieldBody.safeParse(body);
  for (const { path, message } of toFormIssues(body, error?.issues ?? []))
    context.issues.push({ code: 'custom', input: values, path: [...path], message });
  // If `data` is undefined, an issue was added above, and zod ignores the result.
  return data as AdditionalFieldBody;
});
