import type * as z from 'zod/mini';
import { COMPONENT_EXAMPLES } from './component-examples.ts';
import {
  EXAMPLE_DIGEST,
  EXAMPLE_EMAIL,
  EXAMPLE_INSTANT,
  FIELD_EXAMPLES,
  EXAMPLE_SOURCES,
  exampleId,
} from './example-values.ts';
import { type JsonSchema, componentSchemas, schemaReference } from './schemas.ts';

type ExampleObject = Readonly<Record<string, unknown>>;
const isExampleObject = (value: unknown): value is ExampleObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const singularOf = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<!s)s$/, '');
/** Returns the name of the component that a field or an address names: 'ExamOrder' for `exam_orders`, `exam_order`. */
export const componentName = (name: string): string =>
  singularOf(name).replace(/(?:^|[_-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Returns the name of the component that has the examples of the named one. */
function exampleSourceOf(name: string): string {
  const own = name.replace(/Body$/, '');
  return EXAMPLE_SOURCES[own] ?? own;
}

function componentExampleValues(name: string): ExampleObject {
  const table = COMPONENT_EXAMPLES as Readonly<Record<string, ExampleObject | undefined>>;
  return { ...table[exampleSourceOf(name)], ...table[name.replace(/Body$/, '')], ...table[name] };
}

/** Returns the id of the example of a component, or of another record with this name. */
export const componentExampleId = (name: string): string =>
  (componentExampleValues(name)['id'] as string | undefined) ?? exampleId(exampleSourceOf(name));

function textExample({ format, maxLength, pattern }: JsonSchema, owner: string, field: string): string {
  if (format === 'uuid')
    return componentExampleId(field === 'id' ? owner : componentName(field.replace(/_id$/, '')));
  if (format === 'date-time') return EXAMPLE_INSTANT;
  if (format === 'date') return EXAMPLE_INSTANT.slice(0, 10);
  if (format === 'email') return EXAMPLE_EMAIL;
  return pattern?.includes('{64}') ? EXAMPLE_DIGEST : 'Ejemplo'.slice(0, maxLength);
}

interface SchemaAlternative {
  readonly schema: JsonSchema;
  readonly name: string;
}
/** Returns the alternatives of a schema. Each alternative has the name of its component or, if it has no component, `name`. */
function schemaAlternativesOf(schema: JsonSchema, name: string): SchemaAlternative[] {
  const component = schema.$ref?.split('/').at(-1);
  if (component !== undefined) return schemaAlternativesOf(componentSchemas()[component] ?? {}, component);
  const parts = schema.anyOf ?? schema.oneOf;
  return parts?.flatMap((part) => schemaAlternativesOf(part, name)) ?? [{ schema, name }];
}

const schemaTypesOf = ({ type }: JsonSchema): readonly unknown[] => [type].flat();
const declaresFieldsOf = ({ properties = {} }: JsonSchema, values: ExampleObject): boolean =>
  Object.keys(values).every((field) => field in properties);

/** Returns false for an example of another type, because fields of one name may have different types. */
const matchesSchemaType = (value: unknown, schema: JsonSchema): boolean =>
  schemaAlternativesOf(schema, '').some(({ schema: { enum: values, ...one } }) => {
    if (values) return values.includes(value as string);
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return schemaTypesOf(one).some((each) => (each === 'integer' ? 'number' : each) === type);
  });

/**
 * Returns the example of a field whose name determines the example, such as `doctor_id` and `doctor_name`; undefined for any
 * other field.
 */
function exampleByFieldName(field: string, schema: JsonSchema): unknown {
  const [, record = '', part = ''] = /^(.+)_([a-z]+)$/.exec(field) ?? [];
  const named =
    field in FIELD_EXAMPLES ? FIELD_EXAMPLES[field] : componentExampleValues(componentName(record))[part];
  return matchesSchemaType(named, schema) ? named : undefined;
}

/**
 * Returns the example of a field of `owner`. `given` is the complete example or a part of it; undefined if no example is given.
 */
function exampleValue(schema: JsonSchema, owner: string, field: string, given: unknown): unknown {
  if (given !== undefined && (given === null || typeof given !== 'object')) return given;
  const all = schemaAlternativesOf(schema, componentName(field));
  const shown = all.filter((each) => each.schema.type !== 'null');
  const chosen = isExampleObject(given)
    ? shown.find((each) => declaresFieldsOf(each.schema, given))
    : shown[0];
  const { schema: one = {}, name = '' } = chosen ?? {};
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum[0];
  switch (schemaTypesOf(one).find((type) => type !== 'null')) {
    case 'object':
      return objectExample(one, name, isExampleObject(given) ? given : {});
    case 'array':
      return listExample(one.items as JsonSchema, owner, singularOf(field), given);
    case 'string':
      // An optional text without a format or pattern gets null, because the text 'Ejemplo' contains no more information than
      // null.
      if (schemaTypesOf(one).includes('null') || (all.length > shown.length && !one.format && !one.pattern))
        return null;
      return textExample(one, owner, field);
    case 'boolean':
      return one.default ?? false;
    default:
      return one.minimum ?? 1;
  }
}

function listExample(items: JsonSchema, owner: string, field: string, given: unknown): unknown[] {
  if (Array.isArray(given)) return given.map((each: unknown) => exampleValue(items, owner, field, each));
  const alternatives = schemaAlternativesOf(items, componentName(field));
  return alternatives.map(({ schema, name }) =>
    schema.properties ? objectExample(schema, name, {}) : exampleValue(schema, owner, field, undefined),
  );
}

function objectExample({ properties = {} }: JsonSchema, name: string, values: ExampleObject): ExampleObject {
  const own = { ...componentExampleValues(name), ...values };
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([field]) => !(field in own) || own[field] !== undefined)
      .map(([field, property]) => {
        const schema = property as JsonSchema;
        const given = field in own ? own[field] : exampleByFieldName(field, schema);
        return [field, exampleValue(schema, name, field, given)];
      }),
  );
}

/**
 * Returns the example of a schema of the contract, composed of the examples of its fields. `changes` replaces parts of it; an
 * undefined field is left out.
 */
export const exampleOf = <Schema extends z.ZodMiniType>(schema: Schema, changes: object = {}) =>
  exampleValue(schemaReference(schema), '', '', changes) as z.input<Schema>;
