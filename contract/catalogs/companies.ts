import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH } from '../limits.ts';
import { Uuid, createEmailCheck } from '../primitives.ts';
import { defineCatalog } from './catalog.ts';
import { defineCodeField, defineLineField, defineRequiredLineField } from './fields.ts';
import { listQueryFields, replaceAliasParameters } from '../lists.ts';

const CODE_AND_NAME_REQUIRED_TEXT = 'El código y el nombre son obligatorios.';

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

/** Beginning of the code of a proposed company whose NIT is unknown or belongs to another company. */
export const CODE_WITHOUT_NIT_PREFIX = 'PROP-';

const COMPANY_LOAD_FAILED_TEXT = 'No se pudo cargar la empresa seleccionada.';

export const companies = defineCatalog({
  key: 'companies',
  calls: { one: 'Company', many: 'Companies' },
  path: '/companies',
  param: 'companyId',
  icon: 'briefcase',
  read: 'session',
  write: 'manage_catalogs',
  isReadById: true,
  query: CompaniesQuery,
  noun: { gender: 'f', one: 'empresa', many: 'empresas' },
  texts: {
    title: 'Empresas',
    create: 'Nueva empresa',
    searchFor: 'Código, nombre o ciudad',
    notInPanel: COMPANY_LOAD_FAILED_TEXT,
    notInForm: COMPANY_LOAD_FAILED_TEXT,
  },
  storesFilters: true,
  copy: { for: 'reception', code: 'code', detail: 'city' },
  fields: {
    code: defineCodeField(CODE_AND_NAME_REQUIRED_TEXT, {
      hint: 'El NIT o el código con que la conoces.',
      isNit: true,
    }),
    name: defineRequiredLineField(CODE_AND_NAME_REQUIRED_TEXT, { label: 'Nombre' }),
    billing_name: defineLineField({ label: 'Razón social' }),
    city: defineLineField({ label: 'Ciudad', isColumn: true }),
    contact_email: defineLineField({
      label: 'Correo de contacto',
      hint: 'Recibe los avisos de las personas que no asistieron.',
      isOurs: true,
      keyboard: 'email',
      max: EMAIL_MAX_LENGTH,
      checks: [createEmailCheck<string | null>()],
    }),
  },
  others: {
    /**
     * Extension of the base contract: true for a company that a receptionist proposed and no administrator has confirmed.
     * Absent from servers that accept no proposals.
     */
    is_proposed: z.optional(z.boolean()),
    /** NIT as the receptionist typed it; null without one, and for a company that was never proposed. */
    proposed_nit: z.nullish(z.string()),
    /** Company into which an administrator merged this one, which is inactive since then; null for all others. */
    merged_into: z.nullish(Uuid),
  },
});

export const Company = companies.Item;
export type Company = z.infer<typeof Company>;
export const CompanyBody = companies.Body;
export type CompanyBody = z.infer<typeof CompanyBody>;
export const CompanyList = companies.List;

/** Body of POST /companies/{id}/merge: the active company that replaces the proposed one. */
export const CompanyMergeBody = z.object({ into: z.uuid('Elige la empresa con la que se une.') });

/** Maximum number of proposed companies in a response; more appear once these are decided. */
export const PROPOSED_COMPANIES_LIST_MAX = 100;
/** Companies that reception proposed and no administrator has confirmed: active ones first, in the order of their arrival. */
export const ProposedCompanyList = z.object({
  items: z.array(Company),
  /** Number of all such companies; `items` contains at most `PROPOSED_COMPANIES_LIST_MAX` of them. */
  total_count: z.int(),
});
export type ProposedCompanyList = z.infer<typeof ProposedCompanyList>;
