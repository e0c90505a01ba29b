import { ExamBody } from '#contract/records/catalog-writes.ts';
import type { Exam } from '#contract/records/catalogs.ts';
import {
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  CATALOG_TEXT_MAX_LENGTH,
  SEARCH_DEBOUNCE_MS,
} from '#contract/limits.ts';
import { examCalls } from '#sync/administration/catalog-administration.ts';
import { createCatalog } from '../catalog-of.tsx';
import { TextOrDash } from '../optional.tsx';

const NOT_AVAILABLE = 'El examen seleccionado no está disponible con los filtros aplicados.';
const isShown = (exam: Exam | null): boolean => exam?.shown_on_concept ?? true;

export const exams = createCatalog<Exam, ExamBody>({
  key: 'exams',
  route: 'exams',
  param: 'examId',
  needs: 'manage_catalogs',
  icon: 'flask',
  words: {
    title: 'Exámenes',
    it: 'este examen',
    create: 'Nuevo examen',
    edit: 'Editar examen',
    search: 'Buscar examen',
    searchFor: 'Código o nombre',
    none: 'No hay exámenes con los filtros seleccionados.',
    noneYet: 'Todavía no hay exámenes.',
    couldNotList: 'No se pudieron cargar los exámenes.',
    couldNotSave: 'No se pudo guardar el examen.',
    couldNotSwitch: 'No se pudo actualizar el estado del examen.',
    couldNotRename: 'No se pudo guardar el examen.',
    couldNotLoad: 'No se pudo cargar el examen seleccionado.',
    notInPanel: NOT_AVAILABLE,
    notInForm: NOT_AVAILABLE,
    created: 'Examen creado.',
    saved: 'Examen actualizado.',
    active: 'Activo',
    inactive: 'Inactivo',
    activated: 'Examen activado.',
    deactivated: 'Examen desactivado.',
  },
  debounce: SEARCH_DEBOUNCE_MS.filter,
  keeps: null,
  calls: examCalls,
  body: ExamBody,
  fields: [
    { type: 'text', name: 'code', label: 'Código', required: true, maxLength: CATALOG_CODE_MAX_LENGTH },
    { type: 'text', name: 'name', label: 'Nombre', required: true, maxLength: CATALOG_NAME_MAX_LENGTH },
    { type: 'text', name: 'sample_type', label: 'Tipo de muestra', maxLength: CATALOG_NAME_MAX_LENGTH },
    {
      type: 'text',
      name: 'delivery_time',
      label: 'Tiempo de entrega',
      hint: 'Por ejemplo: 24 horas.',
      maxLength: CATALOG_NAME_MAX_LENGTH,
    },
    { type: 'long', name: 'description', label: 'Descripción', maxLength: CATALOG_TEXT_MAX_LENGTH },
    {
      type: 'switch',
      name: 'shown_on_concept',
      label: 'Se nombra en el concepto',
      hint: 'Apágalo si el solo nombre del examen revela algo que el empleador no debe saber: el concepto que recibe lo omite.',
      yes: 'Sí',
      no: 'No, se omite',
    },
  ],
  valuesOf: (exam) => ({
    code: exam?.code ?? '',
    name: exam?.name ?? '',
    sample_type: exam?.sample_type ?? '',
    delivery_time: exam?.delivery_time ?? '',
    description: exam?.description ?? '',
    shown_on_concept: isShown(exam),
  }),
  under: ({ code }) => code,
  columns: [
    {
      label: 'Muestra y entrega',
      cell: ({ sample_type: sample, delivery_time: time }) => (
        <TextOrDash text={[sample, time].filter(Boolean).join(' · ')} />
      ),
    },
    { label: 'En el concepto', cell: (exam) => (isShown(exam) ? 'Sí' : 'No') },
  ],
});
