import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';
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
  },
});

export const Company = companies.Item;
export type Company = z.infer<typeof Company>;
export const CompanyBody = companies.Body;
export type CompanyBody = z.infer<typeof CompanyBody>;
export const CompanyList = companies.List;
