import { z } from 'zod';
import {
  OCCUPATIONS_LIMIT_DEFAULT,
  OPTIONS_LIMIT_DEFAULT,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
} from './limits.ts';
import { Uuid } from './primitives.ts';

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((v) => v === true || v === 'true' || v === '1');
const wholeNumber = (fallback: number, max: number) =>
  z.coerce.number().int().min(1).max(max).default(fallback);

/** A list's names in P3, by those that P7 has for the same: both are known. Unknown keys stay, to be refused by nobody. */
export const LIST_ALIASES: Record<string, string> = {
  query: 'q',
  pageSize: 'page_size',
  size: 'page_size',
  includeInactive: 'include_inactive',
};
export const foldAliases = (input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.entries(input).map(([key, value]) => [LIST_ALIASES[key] ?? key, value]))
    : input;

export const listQueryFields = {
  q: z.string().trim().max(200).optional(),
  page: wholeNumber(1, 1_000_000),
  page_size: wholeNumber(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: flag.default(false),
  sort: z.string().trim().max(60).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
};
/** Every catalogue list call (P3 list query options). */
export const ListQuery = z.preprocess(foldAliases, z.object(listQueryFields));
export type ListQuery = z.output<typeof ListQuery>;

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total_count: z.number().int().min(0),
    page: z.number().int().min(1),
    page_size: z.number().int().min(1),
  });

/**
 * Ours: raised with every change of the row. A change may name what it was made from (`If-Match: "r<revision>"`); one who
 * comes second gets 412 and loses nothing. Absent from a provider without our additions.
 */
export const RowRevision = z.number().int().min(1).optional();

export const EvaluationType = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type EvaluationType = z.infer<typeof EvaluationType>;

export const Company = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  billing_name: z.string().nullish(),
  city: z.string().nullish(),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Company = z.infer<typeof Company>;

export const Exam = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  sample_type: z.string().nullish(),
  delivery_time: z.string().nullish(),
  /** Ours: whether the employer's concept may name it; shown unless said otherwise. */
  shown_on_concept: z.boolean().optional(),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Exam = z.infer<typeof Exam>;

export const Doctor = z.object({
  id: Uuid,
  name: z.string(),
  specialty: z.string().nullish(),
  license_number: z.string(),
  registration_number: z.string().nullish(),
  signature_key: z.string().nullish(),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Doctor = z.infer<typeof Doctor>;

export const Occupation = z.object({ id: Uuid, name: z.string() });
export type Occupation = z.infer<typeof Occupation>;

/** Spec: q and limit (25). `page` and `page_size` are ours, so that the mirror can crawl all of them (R1). */
export const OccupationsQuery = z.preprocess(
  (input) => {
    const folded = foldAliases(input) as Record<string, unknown>;
    return folded['page_size'] === undefined && folded['limit'] !== undefined
      ? { ...folded, page_size: folded['limit'] }
      : folded;
  },
  z.object({
    q: z.string().trim().max(200).optional(),
    page: wholeNumber(1, 1_000_000),
    page_size: wholeNumber(OCCUPATIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  }),
);

export const EvaluationTypeList = listOf(EvaluationType);
export const CompanyList = listOf(Company);
export const ExamList = listOf(Exam);
export const DoctorList = listOf(Doctor);
export const OccupationList = listOf(Occupation);

/** GET /companies: those that were contractors of the employer, or employers of the contractor, where one is named. */
export const CompaniesQuery = z.preprocess(
  foldAliases,
  z.object({
    ...listQueryFields,
    employer_company_id: Uuid.optional(),
    contractor_company_id: Uuid.optional(),
  }),
);
export type CompaniesQuery = z.output<typeof CompaniesQuery>;

export const CATALOG_KEYS = ['evaluation_types', 'companies', 'branches', 'exams', 'doctors'] as const;
export type CatalogKey = (typeof CATALOG_KEYS)[number];
const totals = z.object({ total: z.number().int().min(0), active: z.number().int().min(0) });
/**
 * GET /catalogs/overview: rows that match `q`; `company_id` narrows the branches. What a newer provider counts besides is
 * left out; a key that other providers lack is `.optional()`.
 */
export const CatalogOverview = z.object({
  evaluation_types: totals,
  companies: totals,
  branches: totals,
  exams: totals,
  doctors: totals,
} satisfies Record<CatalogKey, z.ZodType>);
export type CatalogOverview = z.infer<typeof CatalogOverview>;
export const OverviewQuery = z.object({
  q: z.string().trim().max(200).optional(),
  company_id: Uuid.optional(),
});

/** Resources of GET /catalogs/{resource}/options and /recent. `company_id` narrows the branches. */
export const OPTION_RESOURCES = ['evaluation-types', 'companies', 'branches', 'exams', 'doctors'] as const;
export const OptionsParams = z.object({ resource: z.enum(OPTION_RESOURCES) });
export const OptionsQuery = z.object({
  ids: z.string().max(4_000).optional(),
  q: z.string().trim().max(200).optional(),
  limit: wholeNumber(OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: flag.default(false),
  company_id: Uuid.optional(),
});
export const CatalogOption = z.object({
  value: z.string(),
  label: z.string(),
  meta: z.object({
    code: z.string().nullish(),
    city: z.string().nullish(),
    specialty: z.string().nullish(),
  }),
});
export type CatalogOption = z.infer<typeof CatalogOption>;
export const CatalogOptions = z.object({ items: z.array(CatalogOption) });
