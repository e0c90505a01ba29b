import * as z from 'zod/mini';
import { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import type { CatalogFormValues } from '../../definition.ts';
import { parseOptionLines, optionsProblem } from './option-lines.ts';

/** Returns the request body for the typed values. The options are dropped if the field is not a list. */
const buildAdditionalFieldBody = ({ kind, choices, position, ...values }: CatalogFormValues) => ({
  ...values,
  kind,
  choices: kind === 'choice' ? parseOptionLines(String(choices)) : [],
  position: position === '' ? Number.NaN : Number(position),
});

/**
 * Schema of the form, in which the options are one text and the position is a text. Errors of options name the line, which the
 * contract's messages do not.
 */
export const AdditionalFieldFormBody = z.transform((values: CatalogFormValues, context) => {
  const body = buildAdditionalFieldBody(values);
  const { data, error } = AdditionalFieldBody.safeParse(body);
  const ofOptions = optionsProblem(body.choices);
  const addIssue = (path: PropertyKey[], message: string) =>
    context.issues.push({ code: 'custom', input: values, path, message });
  if (ofOptions !== null) addIssue(['choices'], ofOptions);
  for (const { path, message } of error?.issues ?? [])
    if (ofOptions === null || path[0] !== 'choices') addIssue([...path], message);
  // If `data` is undefined, an issue was added above, and zod ignores the result.
  return data as AdditionalFieldBody;
});
