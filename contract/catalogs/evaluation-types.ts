import type * as z from 'zod/mini';
import { CATALOG_TEXT_MAX_LENGTH } from '../limits.ts';
import { defineCatalog } from './catalog.ts';
import { defineCodeField, defineLongTextField, defineRequiredLineField } from './fields.ts';

const CODE_AND_NAME_REQUIRED_TEXT = 'El código y el nombre son obligatorios.';

export const evaluationTypes = defineCatalog({
  key: 'evaluation_types',
  calls: { one: 'EvaluationType', many: 'EvaluationTypes' },
  path: '/evaluation-types',
  param: 'evaluation_type_id',
  icon: 'list',
  read: 'session',
  write: 'manage_catalogs',
  noun: { gender: 'm', one: 'tipo de evaluación', many: 'tipos de evaluación', short: 'tipo' },
  texts: {
    title: 'Tipos de evaluación',
    create: 'Nuevo tipo',
    searchFor: 'Código o nombre',
    notInPanel: 'El tipo seleccionado no está disponible con los filtros actuales.',
    notInForm: 'No se encontró el tipo seleccionado con los filtros aplicados.',
  },
  copy: { for: 'reception', code: 'code' },
  fields: {
    code: defineCodeField(CODE_AND_NAME_REQUIRED_TEXT, {}),
    name: defineRequiredLineField(CODE_AND_NAME_REQUIRED_TEXT, { label: 'Nombre' }),
    description: defineLongTextField(CATALOG_TEXT_MAX_LENGTH, { label: 'Descripción', isColumn: true }),
  },
});

export const EvaluationType = evaluationTypes.Item;
export type EvaluationType = z.infer<typeof EvaluationType>;
export const EvaluationTypeList = evaluationTypes.List;
