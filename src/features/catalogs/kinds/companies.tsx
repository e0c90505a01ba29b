import { CompanyBody } from '#contract/records/catalog-writes.ts';
import type { Company } from '#contract/records/catalogs.ts';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { companyCalls } from '#sync/administration/catalog-administration.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import { createCatalog } from '../catalog-of.tsx';
import { TextOrDash } from '../optional.tsx';

export const companies = createCatalog<Company, CompanyBody>({
  key: 'companies',
  route: 'companies',
  param: 'companyId',
  needs: 'manage_catalogs',
  icon: 'briefcase',
  words: {
    title: 'Empresas',
    it: 'esta empresa',
    create: 'Nueva empresa',
    edit: 'Editar empresa',
    search: 'Buscar empresa',
    searchFor: 'Código, nombre o ciudad',
    none: 'No hay empresas con los filtros seleccionados.',
    noneYet: 'Todavía no hay empresas.',
    couldNotList: 'No se pudieron cargar las empresas.',
    couldNotSave: 'No se pudo guardar la empresa.',
    couldNotSwitch: 'No se pudo actualizar el estado de la empresa.',
    couldNotRename: 'No se pudo actualizar la empresa.',
    couldNotLoad: 'No se pudo cargar la empresa seleccionada.',
    notInPanel: 'No se pudo cargar la empresa seleccionada.',
    notInForm: 'No se pudo cargar la empresa seleccionada.',
    created: 'Empresa creada.',
    saved: 'Empresa actualizada.',
    active: 'Activa',
    inactive: 'Inactiva',
    activated: 'Empresa activada.',
    deactivated: 'Empresa desactivada.',
  },
  debounce: SEARCH_DEBOUNCE_MS.list,
  keeps: 'companies',
  calls: companyCalls,
  body: CompanyBody,
  fields: [
    {
      type: 'text',
      name: 'code',
      label: 'Código',
      hint: 'El NIT o el código con que la conoces.',
      required: true,
      maxLength: CATALOG_CODE_MAX_LENGTH,
      warning: nitWarning,
    },
    { type: 'text', name: 'name', label: 'Nombre', required: true, maxLength: CATALOG_NAME_MAX_LENGTH },
    { type: 'text', name: 'billing_name', label: 'Razón social', maxLength: CATALOG_NAME_MAX_LENGTH },
    { type: 'text', name: 'city', label: 'Ciudad', maxLength: CATALOG_NAME_MAX_LENGTH },
  ],
  valuesOf: (company) => ({
    code: company?.code ?? '',
    name: company?.name ?? '',
    billing_name: company?.billing_name ?? '',
    city: company?.city ?? '',
  }),
  under: ({ code }) => code,
  columns: [{ label: 'Ciudad', cell: ({ city }) => <TextOrDash text={city} /> }],
});
