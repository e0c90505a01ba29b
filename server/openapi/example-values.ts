import { createHash } from 'node:crypto';
import type { ComponentSchemas } from './schemas.ts';

/** Time of the examples. All persons, places and ids are invented; document numbers begin with 9999, which is never issued. */
export const EXAMPLE_INSTANT = '2026-11-20T14:05:00.000Z';
const LATER_EXAMPLE_INSTANT = '2026-11-20T15:30:00.000Z';

export const EXAMPLE_TOKEN = 'EJEMPLO-de-un-enlace-que-no-abre-nada-000000';
export const EXAMPLE_DIGEST = '0'.repeat(64);
export const EXAMPLE_PASSWORD = 'lluvia-mesa-cobre-Ventana-41';
export const EXAMPLE_NEW_PASSWORD = 'tren-lago-papel-Escalera-77';
export const EXAMPLE_EMAIL = 'recepcion@clinica.example';

/** Returns the id that the examples use for the record with this name. */
export const exampleId = (name: string): string =>
  `0197c0de-0000-7000-8000-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;

export const [EXAMPLE_DOCTOR_NAME, EXAMPLE_RECEPTIONIST_NAME] = ['Dra. Inés Inventada', 'Rita Recepción'];
export const [CHOICE, OTHER_CHOICE] = ['EPS Inventada (DEMO)', 'Otra EPS (DEMO)'];
export const EXAMPLE_VERIFICATION_CODE = '7KQ2-9M4X-HJ3T';
export const EXAMPLE_READING_POSITION = '7421-EJEMPLO';
export const EXAMPLE_SIGNATURE_PATH = `01/${exampleId('Signature')}.png`;

/** Examples that several fields with different names share. */
const SHARED_EXAMPLES: readonly (readonly [value: unknown, ...fields: string[]])[] = [
  [EXAMPLE_RECEPTIONIST_NAME, 'by', 'display_name', 'handed_by', 'last_user_name', 'user_name'],
  [exampleId('Receptionist'), 'by_id', 'user_id'],
  [LATER_EXAMPLE_INSTANT, 'closed_at', 'last_seen_at', 'received_at', 'updated_at'],
  [EXAMPLE_TOKEN, 'invite_token', 'reset_token', 'token'],
  [EXAMPLE_PASSWORD, 'current_password', 'password'],
  [null, 'contractor_company', 'merged_into', 'proposed_nit', 'witness'],
  [false, 'is_proposed'],
  [true, 'is_active', 'storage_persisted'],
];

/** Examples of fields by name, for every schema with such a field. */
export const FIELD_EXAMPLES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    SHARED_EXAMPLES.flatMap(([value, ...fields]) => fields.map((field) => [field, value])),
  ),
  actions: ['register_patients'],
  active: 22,
  age: 36,
  birth_date: '1990-04-12',
  code: 'EJE',
  company_id: exampleId('Clinic'),
  company_name: 'IPS Inventada (DEMO)',
  device: 'Chrome en Android',
  email: EXAMPLE_EMAIL,
  first_name: 'Ana',
  full_name: 'Ana Ejemplo',
  identification_number: '9999000099',
  new_password: EXAMPLE_NEW_PASSWORD,
  page_size: 20,
  programme: 'osteomuscular',
  reason: 'Faltó la visiometría.',
  started_at: EXAMPLE_INSTANT,
  total: 24,
  total_count: 1,
  turn: 'B-14',
  value: CHOICE,
};

/** Components and records whose examples are those of another component. */
export const EXAMPLE_SOURCES: Readonly<Record<string, keyof ComponentSchemas>> = {
  AdditionalValue: 'AdditionalField',
  AdditionalValueChange: 'AdditionalField',
  Branding: 'Branch',
  CreateAbsenceNotice: 'AbsenceNotice',
  CreatedEvaluation: 'Evaluation',
  CreatedUser: 'User',
  Delivery: 'Evaluation',
  DeviceChange: 'Device',
  DeviceReport: 'Device',
  EmployerCompany: 'Company',
  EvaluationAdditionalField: 'AdditionalField',
  EvaluationListItem: 'Evaluation',
  ExpectedDayList: 'ExpectedList',
  ExpectedPeople: 'ExpectedPerson',
  Field: 'AdditionalField',
  List: 'ExpectedList',
  Notice: 'AbsenceNotice',
  Order: 'ExamOrder',
  PatientCorrection: 'Patient',
  OwnBranch: 'Branch',
  Registration: 'Evaluation',
  CorrectedRegistration: 'Evaluation',
};
