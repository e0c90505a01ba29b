import { EvaluationTypeBody } from '#contract/records/catalog-writes.ts';
import type { EvaluationType } from '#contract/records/catalogs.ts';
import {
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  CATALOG_TEXT_MAX_LENGTH,
  SEARCH_DEBOUNCE_MS,
} from '#contract/limits.ts';
import { evaluationTypeCalls } from '#sync/administration/catalog-administration.ts';
import { createCatalog } from '../catalog-of.tsx';
import { TextOrDash } from '../optional.tsx';

export const evaluationTypes = createCatalog<EvaluationType, EvaluationTypeBody>({
  key: 'evaluation_types',
  route: 'evaluation-types',
  param: 'evaluation_type_id',
  needs: 'manage_catalogs',
  icon: 'list',
  words: {
    title: 'Tipos de evaluación',
    it: 'este tipo de evaluación',
    create: 'Nuevo tipo',
    edit: 'Editar tipo de evaluación',
    search: 'Buscar tipo de evaluación',
    searchFor: 'Código o nombre',
    none: 'No hay tipos de evaluación con los filtros seleccionados.',
    noneYet: 'Todavía no hay tipos de evaluación.',
    couldNotList: 'No se pudieron cargar los tipos de evaluación.',
    couldNotSave: 'No se pudo guardar el tipo de evaluación.',
    couldNotSwitch: 'No se pudo actualizar el estado del tipo de evaluación.',
    couldNotRename: 'No se pudo guardar el tipo de evaluación.',
    couldNotLoad: 'No se pudo cargar el tipo seleccionado.',
    notInPanel: 'El tipo seleccionado no está disponible con los filtros actuales.',
    notInForm: 'No se encontró el tipo seleccionado con los filtros aplicados.',
    created: 'Tipo de evaluación creado.',
    saved: 'Tipo de evaluación actualizado.',
    active: 'Activo',
    inactive: 'Inactivo',
    activated: 'Tipo de evaluación activado.',
    deactivated: 'Tipo de evaluación desactivado.',
  },
  debounce: SEARCH_DEBOUNCE_MS.filter,
  keeps: null,
  calls: evaluationTypeCalls,
  body: EvaluationTypeBody,
  fields: [
    { type: 'text', name: 'code', label: 'Código', required: true, maxLength: CATALOG_CODE_MAX_LENGTH },
    { type: 'text', name: 'name', label: 'Nombre', required: true, maxLength: CATALOG_NAME_MAX_LENGTH },
    { type: 'long', name: 'description', label: 'Descripción', maxLength: CATALOG_TEXT_MAX_LENGTH },
  ],
  valuesOf: (type) => ({
    code: type?.code ?? '',
    name: type?.name ?? '',
    description: type?.description ?? '',
  }),
  under: ({ code }) => code,
  columns: [{ label: 'Descripción', cell: ({ description }) => <TextOrDash text={description} /> }],
});
