import * as z from 'zod/mini';
import * as additionalValues from '#contract/records/evaluation/additional-values.ts';
import * as accounts from '#contract/records/people/accounts.ts';
import * as auth from '#contract/records/people/auth.ts';
import * as branding from '#contract/records/branding.ts';
import * as lists from '#contract/lists.ts';
import * as options from '#contract/catalogs/options.ts';
import * as overview from '#contract/catalogs/overview.ts';
import { OccupationList, Occupation } from '#contract/catalogs/occupations.ts';
import { RenameBody, StatusBody } from '#contract/catalogs/catalog.ts';
import { OwnBranchBody, SigningRuleBody } from '#contract/catalogs/branches.ts';
import { eachCatalog } from '#contract/catalogs/all.ts';
import * as clinical from '#contract/records/evaluation/clinical.ts';
import * as corrections from '#contract/records/evaluation/corrections.ts';
import * as dashboard from '#contract/records/dashboard.ts';
import * as devices from '#contract/records/people/devices.ts';
import * as errors from '#contract/errors.ts';
import * as decisions from '#contract/records/evaluation/decisions.ts';
import * as examPackages from '#contract/records/exam-packages.ts';
import * as capture from '#contract/records/evaluation/capture.ts';
import * as evaluations from '#contract/records/evaluation/evaluations.ts';
import * as health from '#contract/records/health.ts';
import * as patients from '#contract/records/evaluation/patients.ts';
import { BirthDate, DateOnly } from '#contract/primitives.ts';
import * as readings from '#contract/records/evaluation/offline-accesses.ts';
import * as system from '#contract/records/system.ts';
import * as statements from '#contract/records/evaluation/statements.ts';
import * as users from '#contract/records/people/users.ts';
import * as verification from '#contract/records/evaluation/verification.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the schemas of all catalogues by name, such as `Exam`, `ExamBody` and `ExamList`. */
const catalogSchemas = () =>
  Object.fromEntries(
    Object.values(
      eachCatalog(({ calls: { one }, Item, Body, List }) => [
        [one, Item],
        [`${one}Body`, Body],
        [`${one}List`, List],
      ]),
    ).flat(),
  ) as Record<string, unknown>;

/** Modules whose exported schemas become components with the same names. */
const MODULES = {
  ...accounts,
  ...additionalValues,
  ...auth,
  ...branding,
  ...options,
  ...overview,
  Occupation,
  OccupationList,
  RenameBody,
  StatusBody,
  OwnBranchBody,
  SigningRuleBody,
  ...catalogSchemas(),
  ...clinical,
  ...corrections,
  ...dashboard,
  ...decisions,
  ...devices,
  ...errors,
  ...capture,
  ...evaluations,
  ...examPackages,
  ...health,
  ...patients,
  ...readings,
  ...statements,
  ...system,
  ...users,
  ...verification,
};

const isComponent = (value: unknown): value is z.ZodMiniType =>
  value instanceof z.ZodMiniObject ||
  value instanceof z.ZodMiniRecord ||
  value instanceof z.ZodMiniDiscriminatedUnion;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(MODULES)) if (isComponent(schema)) registry.add(schema, { id });

const flag = lists.listQueryFields.include_inactive.def.innerType;
const permissionCodes: JsonSchema = { type: 'array', items: { type: 'string', enum: [...PERMISSIONS] } };
const date = { type: 'string', format: 'date' } as const;
/** JSON Schemas for zod schemas with a transformation or a function, because these cannot be converted automatically. */
const DESCRIBED_SCHEMAS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [auth.Session.shape.actions, permissionCodes],
  [users.User.shape.actions, permissionCodes],
  [DateOnly, date],
  [BirthDate, date],
  [flag, { type: 'boolean' }],
  [capture.Media.shape.statement.def.innerType, { $ref: '#/components/schemas/StoredStatement' }],
  [accounts.Email, { type: 'string', format: 'email', maxLength: 254 }],
]);

function spellOut(schema: JsonSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || !Array.isArray(propertyNames.enum)) return;
  delete schema.propertyNames;
  delete schema.additionalProperties;
  schema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [String(name), additionalProperties ?? {}]),
  );
}

function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  const said = DESCRIBED_SCHEMAS.get(zodSchema);
  if (said) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, said);
  }
  spellOut(jsonSchema);
  // `format` is sufficient: the pattern that zod adds has hundreds of characters.
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** `input` describes the values as sent in JSON. It also allows unknown fields, because a newer server may add fields. */
const OPTIONS = { io: 'input', unrepresentable: 'any', override } as const;

function withoutEnvelope({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutEnvelope(schema)]));
}

export const inlineSchema = (schema: z.ZodMiniType): JsonSchema =>
  withoutEnvelope(z.toJSONSchema(schema, OPTIONS));

/** Returns the values that a query parameter may have, even if a transformation follows; empty when any text is allowed. */
export function allowedValuesOf(schema: z.ZodMiniType): string[] {
  if (inlineSchema(schema).enum) return [];
  const { enum: one, items } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' });
  const several = typeof items === 'object' && !Array.isArray(items) ? items.enum : undefined;
  return (one ?? several ?? []).map(String);
}

/**
 * Returns a reference to a named schema.
 * @throws when contract/ does not export the schema under a name
 */
export function schemaReference(schema: z.ZodMiniType): { $ref: string } {
  const id = registry.get(schema)?.id;
  if (id === undefined) throw new Error('A body or response schema of the contract has no name');
  return { $ref: `#/components/schemas/${id}` };
}
