import * as z from 'zod/mini';
import {
  OCCUPATIONS_LIMIT_DEFAULT,
  OPTIONS_LIMIT_DEFAULT,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
} from '../limits.ts';
import { DateOnly, Uuid } from '../primitives.ts';
import { NOTE_TYPES } from '../vocabulary.ts';

const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
  z.transform((v) => v === true || v === 'true' || v === '1'),
);
const wholeNumber = (fallback: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), fallback);

/**
 * Names of list parameters that P7 uses, each with the name that P3 uses. The server accepts both names and ignores unknown
 * parameters.
 */
export const LIST_ALIASES: Record<string, string> = {
  query: 'q',
  pageSize: 'page_size',
  size: 'page_size',
  includeInactive: 'include_inactive',
};
export const replaceAliasParameters = (input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.entries(input).map(([key, value]) => [LIST_ALIASES[key] ?? key, value]))
    : input;

export const listQueryFields = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  page: wholeNumber(1, 1_000_000),
  page_size: wholeNumber(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: z._default(flag, false),
  sort: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
};
export const ListQuery = z.pipe(z.transform(replaceAliasParameters), z.object(listQueryFields));
export type ListQuery = z.output<typeof ListQuery>;

export const listSchemaOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    total_count: z.int().check(z.minimum(0)),
    page: z.int().check(z.minimum(1)),
    page_size: z.int().check(z.minimum(1)),
  });

/**
 * Extension of the base contract: number that every change of the row increases; absent from other servers. A client may send
 * it with its change (`If-Match: "r<revision>"`): when another change came first, the server responds 412 and overwrites
 * nothing.
 */
export const RowRevision = z.optional(z.int().check(z.minimum(1)));

export const EvaluationType = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type EvaluationType = z.infer<typeof EvaluationType>;

export const Company = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  billing_name: z.nullish(z.string()),
  city: z.nullish(z.string()),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Company = z.infer<typeof Company>;

export const Exam = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  sample_type: z.nullish(z.string()),
  delivery_time: z.nullish(z.string()),
  /** Extension of the base contract: false when the employer's concept must not name the exam; absent means true. */
  shown_on_concept: z.optional(z.boolean()),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Exam = z.infer<typeof Exam>;

export const Doctor = z.object({
  id: Uuid,
  name: z.string(),
  specialty: z.nullish(z.string()),
  license_number: z.string(),
  registration_number: z.nullish(z.string()),
  signature_key: z.nullish(z.string()),
  /** Extension of the base contract: last day on which the licence is valid; null or absent when no day was entered. */
  license_valid_until: z.nullish(DateOnly),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Doctor = z.infer<typeof Doctor>;

/** Extension of the base contract: phrase that doctors insert into a note. The field `name` contains its text. */
export const NotePhrase = z.object({
  id: Uuid,
  note_type: z.enum(NOTE_TYPES),
  name: z.string(),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type NotePhrase = z.infer<typeof NotePhrase>;

export const Occupation = z.object({ id: Uuid, name: z.string() });
export type Occupation = z.infer<typeof Occupation>;

/**
 * Query of GET /occupations. The base contract has `q` and `limit` (25); `page` and `page_size` are extensions, so that a
 * device can fetch and cache every occupation (R1).
 */
export const OccupationsQuery = z.pipe(
  z.transform((input: unknown) => {
    const folded = replaceAliasParameters(input) as Record<string, unknown>;
    return folded['page_size'] === undefined && folded['limit'] !== undefined
      ? { ...folded, page_size: folded['limit'] }
      : folded;
  }),
  z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    page: wholeNumber(1, 1_000_000),
    page_size: wholeNumber(OCCUPATIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  }),
);

export const EvaluationTypeList = listSchemaOf(EvaluationType);
export const CompanyList = listSchemaOf(Company);
export const ExamList = listSchemaOf(Exam);
export const DoctorList = listSchemaOf(Doctor);
export const NotePhraseList = listSchemaOf(NotePhrase);
export const OccupationList = listSchemaOf(Occupation);

/**
 * Query of GET /companies. With `employer`, the list contains only companies that have been contractors of that employer; with
 * `contractor`, only companies that have been employers of that contractor.
 */
export const CompaniesQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({
    ...listQueryFields,
    employer_company_id: z.optional(Uuid),
    contractor_company_id: z.optional(Uuid),
  }),
);
export type CompaniesQuery = z.output<typeof CompaniesQuery>;

const totals = z.object({ total: z.int().check(z.minimum(0)), active: z.int().check(z.minimum(0)) });
/**
 * GET /catalogs/overview: number of rows of each catalogue that match `q`; `company_id` restricts the branches. `note_phrases`
 * is not part of the base contract. Totals of unknown catalogues are ignored.
 */
export const CatalogOverview = z.object({
  evaluation_types: totals,
  companies: totals,
  branches: totals,
  exams: totals,
  doctors: totals,
  note_phrases: z.optional(totals),
});
export type CatalogOverview = z.infer<typeof CatalogOverview>;
export const OverviewQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  company_id: z.optional(Uuid),
});

/** Catalogues with the requests GET /catalogs/{resource}/options and /recent. `company_id` restricts the branches. */
export const OPTION_RESOURCES = ['evaluation-types', 'companies', 'branches', 'exams', 'doctors'] as const;
export const OptionsParams = z.object({ resource: z.enum(OPTION_RESOURCES) });
export const OptionsQuery = z.object({
  ids: z.optional(z.string().check(z.maxLength(4_000))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  limit: wholeNumber(OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: z._default(flag, false),
  company_id: z.optional(Uuid),
});
export const CatalogOption = z.object({
  value: z.string(),
  label: z.string(),
  meta: z.object({
    code: z.nullish(z.string()),
    city: z.nullish(z.string()),
    specialty: z.nullish(z.string()),
  }),
});
export type CatalogOption = z.infer<typeof CatalogOption>;
export const CatalogOptions = z.object({ items: z.array(CatalogOption) });
