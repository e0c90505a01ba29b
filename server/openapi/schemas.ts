import * as z from 'zod/mini';
import { type CATALOGS, type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import { listQueryFields } from '#contract/lists.ts';
import { BirthDate, DateOnly } from '#contract/primitives.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import * as contract from './contract-schemas.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Catalog = (typeof CATALOGS)[CatalogName];
/** Schemas by the names of their components; those of catalogues are, for example, `Exam` and `ExamBody`. */
export type ComponentSchemas = typeof contract & {
  [One in Catalog as One['calls']['one']]: One['Item'];
} & { [One in Catalog as `${One['calls']['one']}Body`]: One['Body'] };

const catalogSchemas = Object.values(
  buildPerCatalog(({ calls: { one }, Item, Body, List }) => ({
    [one]: Item,
    [`${one}Body`]: Body,
    [`${one}List`]: List,
  })),
);

const isComponentSchema = (value: unknown): value is z.ZodMiniType =>
  value instanceof z.ZodMiniObject ||
  value instanceof z.ZodMiniRecord ||
  value instanceof z.ZodMiniDiscriminatedUnion;

const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(Object.assign({}, contract, ...catalogSchemas) as object))
  if (isComponentSchema(schema)) schemaRegistry.add(schema, { id });

const includeInactiveSchema = listQueryFields.include_inactive.def.innerType;
const permissionCodesSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: [...PERMISSIONS] },
};
const dateSchema = { type: 'string', format: 'date' } as const;
/** JSON Schemas for zod schemas with a transformation or a function, because these cannot be converted automatically. */
const JSON_SCHEMA_OVERRIDES: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [contract.permissionCodes, permissionCodesSchema],
  [DateOnly, dateSchema],
  [BirthDate, dateSchema],
  [includeInactiveSchema, { type: 'boolean' }],
  [contract.Media.shape.statement.def.innerType, { $ref: '#/components/schemas/StoredStatement' }],
  [contract.Email, { type: 'string', format: 'email', maxLength: 254 }],
]);

function expandPropertyNames(schema: JsonSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || !Array.isArray(propertyNames.enum)) return;
  delete schema.propertyNames;
  delete schema.additionalProperties;
  schema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [String(name), additionalProperties ?? {}]),
  );
}

function overrideJsonSchema({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  const said = JSON_SCHEMA_OVERRIDES.get(zodSchema);
  if (said) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, said);
  }
  expandPropertyNames(jsonSchema);
  // `format` is sufficient: the pattern that zod adds has hundreds of characters.
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** `input` describes the values as sent in JSON. It also allows unknown fields, because a newer server may add fields. */
const JSON_SCHEMA_OPTIONS = { io: 'input', unrepresentable: 'any', override: overrideJsonSchema } as const;

function omitSchemaIdentifiers({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

let cachedComponents: Readonly<Record<string, JsonSchema>> | null = null;
/**
 * Returns the schemas of all components. The first call converts them and later calls reuse the result. They are not converted
 * at the start of the server, because the conversion takes time.
 */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  if (cachedComponents) return cachedComponents;
  const { schemas } = z.toJSONSchema(schemaRegistry, {
    ...JSON_SCHEMA_OPTIONS,
    uri: (id) => `#/components/schemas/${id}`,
  });
  cachedComponents = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, omitSchemaIdentifiers(schema)]),
  );
  return cachedComponents;
}

export const inlineSchema = (schema: z.ZodMiniType): JsonSchema =>
  omitSchemaIdentifiers(z.toJSONSchema(schema, JSON_SCHEMA_OPTIONS));

/** Returns the values that a query parameter may have, even if a transformation follows; empty when any text is allowed. */
export function hiddenAllowedValues(schema: z.ZodMiniType): string[] {
  if (inlineSchema(schema).enum) return [];
  const { enum: one, items } = z.toJSONSchema(schema, { ...JSON_SCHEMA_OPTIONS, io: 'output' });
  const several = typeof items === 'object' && !Array.isArray(items) ? items.enum : undefined;
  return (one ?? several ?? []).map(String);
}

/**
 * Returns a reference to a named schema.
 * @throws when contract/ does not export the schema under a name
 */
export function schemaReference(schema: z.ZodMiniType): { $ref: string } {
  const id = schemaRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('A body or response schema of the contract has no name');
  return { $ref: `#/components/schemas/${id}` };
}
