import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type RouteName, routes } from '#contract/routes/routes.ts';
import { callDescriptions } from './calls/all.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, componentSchemas, schemaReference } from './schemas.ts';

const OPEN_EVALUATION_ONLY_REASON = 'present while the evaluation is open, and the example is closed';

/**
 * Fields that the examples omit, each with the reason. A key is the end of a field's path; a complete path begins with the name
 * of the call. The test also fails if an example contains a field listed here.
 */
const OMITTED_FIELD_REASONS: Readonly<Record<string, string>> = {
  'addClarification.patient_was': OPEN_EVALUATION_ONLY_REASON,
  'addClarification.previous_visit': OPEN_EVALUATION_ONLY_REASON,
  'handOver.patient_was': OPEN_EVALUATION_ONLY_REASON,
  'handOver.previous_visit': OPEN_EVALUATION_ONLY_REASON,
  'signEvaluation.patient_was': OPEN_EVALUATION_ONLY_REASON,
  'signEvaluation.previous_visit': OPEN_EVALUATION_ONLY_REASON,
  'patient.last_evaluation': 'returned by searchPatient only',
  'patient.additional_fields': 'returned by searchPatient only',
  'media.without_text': 'true for a signature without an accepted text, and the example has one',
  'addMedia.statement': 'present for a signature, and the example is a photo',
  'addMedia.without_text': 'present for a signature, and the example is a photo',
  'meta.specialty': 'present for doctors, and the example is a company',
  '.repetition': 'present for a further evaluation of an expected person',
  'requestPasswordReset.reset_token': 'returned in local mode only',
};
const findOmittedFieldKey = (field: string) =>
  Object.keys(OMITTED_FIELD_REASONS).find((end) => field.endsWith(end));

const components = componentSchemas();
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function resolveReference(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolveReference(components[name] ?? {});
}

/** Returns true when the constants of the schema, such as `type`, equal the fields of the same names in the value. */
const matchesConstants = (value: Readonly<Record<string, unknown>>, schema: JsonSchema): boolean =>
  Object.entries(schema.properties ?? {}).every(
    ([name, property]) =>
      typeof property !== 'object' || !('const' in property) || property.const === value[name],
  );

function applicableSchemasOf(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
  const { anyOf, oneOf, allOf, ...own } = resolveReference(schema);
  const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((part) =>
    applicableSchemasOf(part, value),
  );
  return [own as JsonSchema, ...parts].filter((one) => !isObject(value) || matchesConstants(value, one));
}

function missingExampleFields(example: unknown, schema: JsonSchema, path: readonly string[]): string[] {
  const shapes = applicableSchemasOf(schema, example);
  if (Array.isArray(example))
    return shapes.flatMap(({ items }) => fieldsMissingInEveryItem(example, items, path));
  if (!isObject(example)) return [];
  return shapes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) =>
      name in example
        ? missingExampleFields(example[name], property as JsonSchema, [...path, name])
        : [[...path, name].join('.')],
    ),
  );
}

/**
 * Returns the fields that every element of the list lacks. A field may be in only one element, because elements such as log
 * entries differ in their fields.
 */
function fieldsMissingInEveryItem(
  list: readonly unknown[],
  items: unknown,
  path: readonly string[],
): string[] {
  if (!isObject(items)) return [];
  const [first = [], ...others] = list.map((item) => missingExampleFields(item, items, path));
  return first.filter((field) => others.every((missing) => missing.includes(field)));
}

const responseExamples = (Object.keys(routes) as RouteName[]).flatMap((name) => {
  const { answer: schema } = routes[name];
  return schema === null ? [] : [{ name, schema, example: exampleOf(schema, callDescriptions[name].answer) }];
});

describe('example responses in the OpenAPI document', () => {
  it.each(responseExamples)(
    'P10.328 the example response of $name matches its schema',
    ({ schema, example }) => {
      expect(z.safeParse(schema, example).error).toBeUndefined();
    },
  );

  it('P10.328 the example response of each call contains every documented field, optional ones included, apart from the listed exceptions', () => {
    const missing = responseExamples.flatMap(({ name, schema, example }) =>
      missingExampleFields(example, schemaReference(schema), [name]),
    );
    expect(missing.filter((field) => findOmittedFieldKey(field) === undefined)).toEqual([]);
    expect(new Set(missing.map(findOmittedFieldKey))).toEqual(new Set(Object.keys(OMITTED_FIELD_REASONS)));
  });
});
