import type * as z from 'zod/mini';
import { CATALOG_TEXT_MAX_LENGTH } from '../limits.ts';
import { defineCatalog } from './catalog.ts';
import {
  defineCodeField,
  defineLineField,
  defineLongTextField,
  defineRequiredLineField,
  defineSwitchField,
} from './fields.ts';

const CODE_AND_NAME_REQUIRED_TEXT = 'El código y el nombre del examen son obligatorios.';

export const exams = defineCatalog({
  key: 'exams',
  calls: { one: 'Exam', many: 'Exams' },
  path: '/exams',
  param: 'examId',
  icon: 'flask',
  read: 'session',
  write: 'manage_catalogs',
  noun: { gender: 'm', one: 'examen', many: 'exámenes' },
  texts: { title: 'Exámenes', create: 'Nuevo examen', searchFor: 'Código o nombre' },
  copy: { for: 'reception', code: 'code' },
  fields: {
    code: defineCodeField(CODE_AND_NAME_REQUIRED_TEXT, {}),
    name: defineRequiredLineField(CODE_AND_NAME_REQUIRED_TEXT, { label: 'Nombre' }),
    sample_type: defineLineField({ label: 'Tipo de muestra' }),
    delivery_time: defineLineField({ label: 'Tiempo de entrega', hint: 'Por ejemplo: 24 horas.' }),
    description: defineLongTextField(CATALOG_TEXT_MAX_LENGTH, { label: 'Descripción' }),
    /** False when the employer's concept must omit the exam, because its name alone discloses a finding. */
    shown_on_concept: defineSwitchField({
      label: 'Se nombra en el concepto',
      hint: 'Apágalo si el solo nombre del examen revela algo que el empleador no debe saber: el concepto que recibe lo omite.',
      yes: 'Sí',
      no: 'No, se omite',
      isOnAtFirst: true,
      isOurs: true,
    }),
  },
});

export const Exam = exams.Item;
export type Exam = z.infer<typeof Exam>;
export const ExamList = exams.List;
