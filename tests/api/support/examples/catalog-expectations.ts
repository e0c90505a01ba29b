import type { CatalogName } from '#contract/catalogs/all.ts';

interface CatalogExpectations {
  readonly missing: string;
  readonly required: Record<string, string>;
  readonly optional: Record<string, string>;
}
const CODE_NAME_REQUIRED_TEXT = 'El código y el nombre son obligatorios.';
const EXAM_FIELDS_REQUIRED_TEXT = 'El código y el nombre del examen son obligatorios.';
const DOCTOR_FIELDS_REQUIRED_TEXT = 'El nombre y la licencia son obligatorios.';
const BRANCH_FIELDS_REQUIRED_TEXT = 'Debes seleccionar una empresa y asignar un nombre a la sede.';

/** For each catalogue: its error messages by P5 and P7, and a value for each optional field. */
export const CATALOG_EXPECTATIONS: Partial<Record<CatalogName, CatalogExpectations>> = {
  evaluationTypes: {
    missing: 'El tipo de evaluación no existe.',
    required: { code: CODE_NAME_REQUIRED_TEXT, name: CODE_NAME_REQUIRED_TEXT },
    optional: { description: 'Antes de empezar.' },
  },
  companies: {
    missing: 'La empresa no existe.',
    required: { code: CODE_NAME_REQUIRED_TEXT, name: CODE_NAME_REQUIRED_TEXT },
    optional: { billing_name: 'Otra S.A.S. (DEMO)', city: 'Cali' },
  },
  exams: {
    missing: 'El examen no existe.',
    required: { code: EXAM_FIELDS_REQUIRED_TEXT, name: EXAM_FIELDS_REQUIRED_TEXT },
    optional: { description: 'En cabina.', sample_type: 'Sangre', delivery_time: '24 horas' },
  },
  doctors: {
    missing: 'El médico no existe.',
    required: { name: DOCTOR_FIELDS_REQUIRED_TEXT, license_number: DOCTOR_FIELDS_REQUIRED_TEXT },
    optional: { specialty: 'Medicina del trabajo', registration_number: 'RM-9' },
  },
  notePhrases: {
    missing: 'La frase no existe.',
    required: { note_type: 'Elige en qué texto va.', name: 'Escribe la frase.' },
    optional: {},
  },
  additionalFields: {
    missing: 'El campo no existe.',
    required: { name: 'Escribe el nombre del campo.', subject: 'Elige de quién es el dato.' },
    optional: {},
  },
  branches: {
    missing: 'La sede no existe.',
    required: { company_id: BRANCH_FIELDS_REQUIRED_TEXT, name: BRANCH_FIELDS_REQUIRED_TEXT },
    optional: {
      address: 'Calle 1',
      contact_email: 'sede@prueba.demo',
      contact_phone: '601 000 0000',
      contact_website: 'https://prueba.demo/sede',
      contact_address: 'Piso 2',
    },
  },
};

/** Maximum length of the names, if it is not 200 characters. */
export const MAX_NAME_LENGTH_OVERRIDES: Partial<Record<CatalogName, number>> = {
  notePhrases: 500,
  additionalFields: 80,
};
