import * as z from 'zod/mini';
import { foldText } from '../fold.ts';
import {
  CHOICES_PER_ADDITIONAL_FIELD_MAX,
  ADDITIONAL_CHOICE_MAX_LENGTH,
  ALL_ADDITIONAL_FIELDS_MAX,
  ADDITIONAL_LABEL_MAX_LENGTH,
  ADDITIONAL_FIELD_POSITION_MAX,
} from '../limits.ts';
import {
  ADDITIONAL_KINDS,
  ADDITIONAL_KIND_LABELS,
  ADDITIONAL_SUBJECTS,
  ADDITIONAL_SUBJECT_LABELS,
  type AdditionalKind,
} from '../records/evaluation/additional-values.ts';
import { defineCatalog } from './catalog.ts';
import {
  defineChoiceField,
  defineEvaluationTypesField,
  defineLineListField,
  defineRequiredLineField,
  defineSwitchField,
  definePositiveIntField,
} from './fields.ts';

const LOCKED_BY_STORED_VALUES_TEXT =
  'No se puede cambiar: ya puede haber datos guardados así. Desactiva este campo y crea otro.';
const YES_NO_LABELS = { yes: 'Sí', no: 'No' } as const;

/**
 * Fields that the clinic defines itself. Evaluations store the values of these fields with kind and label (`AdditionalValue`),
 * so that a later change of the definition changes no stored value.
 */
export const additionalFields = defineCatalog({
  key: 'additional_fields',
  calls: { one: 'AdditionalField', many: 'AdditionalFields' },
  path: '/additional-fields',
  param: 'fieldId',
  icon: 'tablet',
  read: 'session',
  write: 'manage_catalogs',
  isOurs: true,
  sort: 'position',
  largeBody: true,
  max: ALL_ADDITIONAL_FIELDS_MAX,
  noun: { gender: 'm', one: 'campo', many: 'campos' },
  texts: {
    title: 'Campos adicionales',
    create: 'Nuevo campo',
    searchFor: 'Nombre del campo',
    noneYet: 'Todavía no hay campos adicionales.',
    howToBegin: 'Empieza con «Agregar campos listos», como EPS y ARL, o con «Nuevo campo».',
    couldNotList: 'No se pudieron cargar los campos adicionales.',
    beforeDeactivating: 'Recepción ya no lo pedirá. Los datos guardados siguen en los documentos.',
  },
  copy: { for: 'forms', code: 'kind', isWhole: true },
  fields: {
    name: defineRequiredLineField('Escribe el nombre del campo.', {
      label: 'Nombre',
      hint: 'Así lo leen recepción y los documentos. Por ejemplo: EPS.',
      isWide: true,
      max: ADDITIONAL_LABEL_MAX_LENGTH,
    }),
    subject: defineChoiceField(ADDITIONAL_SUBJECTS, 'Elige de quién es el dato.', {
      label: 'De quién es el dato',
      hint: 'Lo del paciente se propone en su próxima evaluación.',
      labels: ADDITIONAL_SUBJECT_LABELS,
      fixedBecause: LOCKED_BY_STORED_VALUES_TEXT,
    }),
    kind: defineChoiceField(ADDITIONAL_KINDS, 'Elige el tipo de dato.', {
      label: 'Tipo de dato',
      labels: ADDITIONAL_KIND_LABELS,
      fixedBecause: LOCKED_BY_STORED_VALUES_TEXT,
    }),
    /** Options of a choice; empty for other kinds. */
    choices: defineLineListField({
      label: 'Opciones',
      hint: 'Una por línea. Puedes pegar una lista.',
      shownIf: ['kind', 'choice'],
      most: CHOICES_PER_ADDITIONAL_FIELD_MAX,
      max: ADDITIONAL_CHOICE_MAX_LENGTH,
      isEachOnce: (texts) => new Set(texts.map(foldText)).size === texts.length,
    }),
    is_required: defineSwitchField({
      label: 'Obligatorio',
      hint: 'Recepción no puede seguir sin este dato.',
      isOnAtFirst: false,
      ...YES_NO_LABELS,
    }),
    evaluation_type_ids: defineEvaluationTypesField({
      label: 'Tipos de evaluación que lo piden',
      hint: 'Sin marcar ninguno, lo piden todos.',
    }),
    on_history: defineSwitchField({
      label: 'Sale en la historia clínica',
      hint: 'En «Datos adicionales».',
      isOnAtFirst: true,
      ...YES_NO_LABELS,
    }),
    on_concept: defineSwitchField({
      label: 'Sale en el concepto',
      hint: 'Solo datos administrativos: el concepto lo lee el empleador. Nada de salud.',
      isOnAtFirst: false,
      ...YES_NO_LABELS,
    }),
    is_searchable: defineSwitchField({
      label: 'Se busca en la lista de evaluaciones',
      hint: 'La búsqueda también encuentra evaluaciones por este dato.',
      isOnAtFirst: false,
      ...YES_NO_LABELS,
    }),
    /** Forms and documents sort fields by position, then by name. */
    position: definePositiveIntField({
      label: 'Orden',
      hint: 'De menor a mayor. También puedes moverlo en la lista.',
      atFirst: 100,
      max: ADDITIONAL_FIELD_POSITION_MAX,
    }),
  },
  check: z.refine<{ kind: AdditionalKind; choices: readonly string[] }>(
    ({ kind, choices }) => kind !== 'choice' || choices.length > 0,
    { path: ['choices'], message: 'Escribe las opciones de la lista, una por línea.' },
  ),
});

export const AdditionalField = additionalFields.Item;
export type AdditionalField = z.infer<typeof AdditionalField>;
export const AdditionalFieldBody = additionalFields.Body;
export type AdditionalFieldBody = z.infer<typeof AdditionalFieldBody>;
export const AdditionalFieldList = additionalFields.List;
