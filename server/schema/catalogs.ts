import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CATALOGS, type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { CatalogField } from '#contract/catalogs/fields.ts';
import type { EvaluationTemplateBody } from '#contract/records/evaluation/templates.ts';
import {
  createdAtColumn,
  instantColumn,
  isActiveColumn,
  revisionColumn,
  searchTextColumn,
  updatedAtColumn,
} from './columns.ts';

const requiredTextColumn = (name: string) => text(name).notNull();
const optionalTextColumn = (name: string) => text(name);
const dayColumn = (name: string) => date(name, { mode: 'string' });
const referenceColumn = (name: string) => uuid(name).notNull();
const booleanColumn = (name: string, isOnAtFirst: boolean) => boolean(name).notNull().default(isOnAtFirst);
const integerColumn = (name: string, atFirst: number) => integer(name).notNull().default(atFirst);
const textArrayColumn = (name: string) => text(name).array().notNull().default([]);
const uuidArrayColumn = (name: string) => uuid(name).array().notNull().default([]);
const enumColumn = <Value extends string>(name: string, values: readonly Value[]) =>
  text(name, { enum: values as [Value, ...Value[]] }).notNull();

type CatalogColumnOf<Field> = Field extends {
  kind: 'choice';
  values: readonly (infer Value extends string)[];
}
  ? ReturnType<typeof enumColumn<Value>>
  : Field extends { kind: 'switch' }
    ? ReturnType<typeof booleanColumn>
    : Field extends { kind: 'day' }
      ? ReturnType<typeof dayColumn>
      : Field extends { kind: 'number' }
        ? ReturnType<typeof integerColumn>
        : Field extends { kind: 'lines' }
          ? ReturnType<typeof textArrayColumn>
          : Field extends { kind: 'evaluation-types' }
            ? ReturnType<typeof uuidArrayColumn>
            : Field extends { kind: 'company' }
              ? ReturnType<typeof referenceColumn>
              : Field extends { isRequired: true }
                ? ReturnType<typeof requiredTextColumn>
                : ReturnType<typeof optionalTextColumn>;

function createCatalogColumn(name: string, field: CatalogField) {
  switch (field.kind) {
    case 'text':
    case 'long':
      return field.isRequired ? requiredTextColumn(name) : optionalTextColumn(name);
    case 'day':
      return dayColumn(name);
    case 'switch':
      return booleanColumn(name, field.isOnAtFirst);
    case 'choice':
      return enumColumn(name, field.values);
    case 'number':
      return integerColumn(name, field.atFirst);
    case 'lines':
      return textArrayColumn(name);
    case 'evaluation-types':
      return uuidArrayColumn(name);
    case 'company':
      return referenceColumn(name);
  }
}

const createCatalogColumns = <Fields extends Record<string, CatalogField>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, createCatalogColumn(name, field)]),
  ) as {
    [Field in keyof Fields]: CatalogColumnOf<Fields[Field]>;
  };

/** Columns that only the server uses, or that no request body of the catalogue contains. */
const EXTRA_CATALOG_COLUMNS = {
  evaluationTypes: () => ({ deactivatedAt: instantColumn('deactivated_at') }),
  companies: () => ({
    deactivatedAt: instantColumn('deactivated_at'),
    is_proposed: boolean('is_proposed').notNull().default(false),
    proposed_nit: text('proposed_nit'),
    proposedBy: uuid('proposed_by'),
    proposedAt: instantColumn('proposed_at'),
    merged_into: uuid('merged_into'),
  }),
  doctors: () => ({ signature_key: text('signature_key'), userId: uuid('user_id').unique() }),
  branches: () => ({
    logo_path: text('logo_path'),
    logo_hash: text('logo_hash'),
    branding_updated_at: instantColumn('branding_updated_at'),
    own_signature_only: boolean('own_signature_only').notNull().default(false),
    unlinked_signatures: boolean('unlinked_signatures').notNull().default(false),
  }),
} satisfies Partial<Record<CatalogName, () => object>>;
type ExtraCatalogColumnsOf<Name> = Name extends keyof typeof EXTRA_CATALOG_COLUMNS
  ? ReturnType<(typeof EXTRA_CATALOG_COLUMNS)[Name]>
  : object;

const commonCatalogColumns = () => ({
  id: uuid('id').primaryKey(),
  is_active: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

function catalogTable<Name extends CatalogName>(name: Name) {
  const { key, fields } = CATALOGS[name];
  return pgTable(key as (typeof CATALOGS)[Name]['key'], {
    ...commonCatalogColumns(),
    ...createCatalogColumns(fields as (typeof CATALOGS)[Name]['fields']),
    ...((EXTRA_CATALOG_COLUMNS as Partial<Record<CatalogName, () => object>>)[
      name
    ]?.() as ExtraCatalogColumnsOf<Name>),
  });
}

/** Tables of all catalogues. */
export const CATALOG_TABLES = buildPerCatalog((_definition, name) => catalogTable(name)) as unknown as {
  readonly [Name in CatalogName]: ReturnType<typeof catalogTable<Name>>;
};
export const { additionalFields, branches, companies, doctors, evaluationTypes, exams, notePhrases } =
  CATALOG_TABLES;

export const occupations = pgTable('occupations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
});

export const examPackages = pgTable('exam_packages', {
  id: uuid('id').primaryKey(),
  evaluation_type_id: uuid('evaluation_type_id').notNull(),
  company_id: uuid('company_id'),
  job: text('job'),
  exam_ids: uuid('exam_ids').array().notNull(),
  emphases: text('emphases').array().notNull(),
  additional_field_ids: uuid('additional_field_ids').array().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAtColumn(),
});

export const evaluationTemplates = pgTable('evaluation_templates', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  evaluation_type_id: uuid('evaluation_type_id'),
  job: text('job'),
  results: jsonb('results').$type<EvaluationTemplateBody['results']>().notNull(),
  notes: jsonb('notes').$type<EvaluationTemplateBody['notes']>().notNull(),
  decisions: jsonb('decisions').$type<EvaluationTemplateBody['decisions']>().notNull(),
  is_active: boolean('is_active').notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAtColumn(),
});

export const catalogRevisions = pgTable('catalog_revisions', {
  resource: text('resource').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});
