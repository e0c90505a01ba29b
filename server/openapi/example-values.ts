import {
  eachField,
  type FieldDefinition,
  type KnownPatientData,
} from '#contract/records/evaluation/patient-fields.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { storedAdditionalValue } from './additional-examples.ts';

/**
 * Time used in the examples. All persons, places and ids below are invented; document numbers begin with 9999, which is never
 * issued.
 */

export const EXAMPLE_INSTANT = '2026-11-20T14:05:00.000Z';
export const LATER_EXAMPLE_INSTANT = '2026-11-20T15:30:00.000Z';

export { EXAMPLE_IDS };

export const EXAMPLE_TOKEN = 'EJEMPLO-de-un-enlace-que-no-abre-nada-000000';
export const EXAMPLE_DIGEST = '0'.repeat(64);

export const EXAMPLE_PASSWORD = 'lluvia-mesa-cobre-Ventana-41';
export const EXAMPLE_NEW_PASSWORD = 'tren-lago-papel-Escalera-77';
export const EXAMPLE_EMAIL = 'recepcion@clinica.example';
export const COLLEAGUE_EMAIL = 'laura.demo@clinica.example';

export const evaluationType = {
  id: EXAMPLE_IDS.evaluationType,
  code: 'ING',
  name: 'Ingreso',
  description: null,
  is_active: true,
  revision: 1,
};
export const company = {
  id: EXAMPLE_IDS.employer,
  code: 'FLO',
  name: 'Flores Inventadas (DEMO)',
  billing_name: null,
  city: 'Bogotá',
  is_active: true,
  revision: 3,
};
export const exam = {
  id: EXAMPLE_IDS.exam,
  code: 'AUD',
  name: 'Audiometría',
  description: null,
  sample_type: null,
  delivery_time: null,
  shown_on_concept: true,
  is_active: true,
  revision: 1,
};
export const examPackage = {
  evaluation_type: { id: EXAMPLE_IDS.evaluationType, name: evaluationType.name, code: evaluationType.code },
  job: null,
  exams: [{ id: EXAMPLE_IDS.exam, name: exam.name, code: exam.code }],
  revision: 1,
};
export const decisionOptions = {
  programmes: ['osteomuscular', 'visual', 'voz'],
  aptitudes_off: [{ evaluation_type_id: EXAMPLE_IDS.evaluationType, aptitudes: ['realizado' as const] }],
  revision: 1,
};
export const doctor = {
  id: EXAMPLE_IDS.doctor,
  name: 'Dra. Inés Inventada',
  specialty: 'Salud ocupacional',
  license_number: 'LIC-0000',
  registration_number: null,
  signature_key: null,
  license_valid_until: '2031-08-14',
  is_active: true,
  revision: 1,
};
export const notePhrase = {
  id: EXAMPLE_IDS.notePhrase,
  note_type: 'recomendaciones' as const,
  name: 'Pausas activas cada dos horas.',
  is_active: true,
  revision: 1,
};
export const branch = {
  id: EXAMPLE_IDS.branch,
  company_id: EXAMPLE_IDS.clinic,
  company_name: 'IPS Inventada (DEMO)',
  name: 'Bogotá – Ficticia',
  address: 'Calle 00 # 00-00',
  contact_email: 'sede@clinica.example',
  contact_phone: '601 000 0000',
  contact_website: null,
  contact_address: null,
  nit: '999000011-6',
  habilitation_code: '999900000101',
  city: 'Bogotá D.C.',
  has_logo: false,
  logo_hash: null,
  branding_updated_at: EXAMPLE_INSTANT,
  own_signature_only: false,
  unlinked_signatures: false,
  is_active: true,
  revision: 2,
};
/** Example of the data in the letterhead of a branch. */
export const letterhead = {
  address: branch.address,
  contact_email: branch.contact_email,
  contact_phone: branch.contact_phone,
  contact_website: 'https://clinica.example',
  contact_address: null,
  nit: branch.nit,
  habilitation_code: branch.habilitation_code,
  city: branch.city,
} as const;
export const session = {
  branch_id: EXAMPLE_IDS.branch,
  display_name: 'Rita Recepción',
  actions: ['register_patients' as const],
  user_id: EXAMPLE_IDS.user,
  email: EXAMPLE_EMAIL,
  attachment_max_bytes: 15_000_000,
  device_bound: false,
};
const exampleOf = (definition: FieldDefinition): string | null => {
  switch (definition.kind) {
    case 'text':
      return definition.isRequired ? 'Ejemplo' : null;
    case 'day':
      return '1990-04-12';
    case 'choice':
      return definition.values[0];
    case 'catalog':
      return 'Auxiliar';
  }
};
const examplePatientData = { ...(eachField(exampleOf) as KnownPatientData), first_name: 'Ana' };
export const patient = {
  id: EXAMPLE_IDS.patient,
  identification_type: 'CC' as const,
  identification_number: '9999000099',
  ...examplePatientData,
  occupation_id: EXAMPLE_IDS.occupation,
};
const referenceExample = ({ id: ofRow, name, code }: { id: string; name: string; code: string }) => ({
  id: ofRow,
  name,
  code,
});
export const attachment = {
  id: EXAMPLE_IDS.attachment,
  original_name: 'audiometria.pdf',
  storage_path: `01/${EXAMPLE_IDS.attachment}.pdf`,
};
export const order = {
  id: EXAMPLE_IDS.order,
  exam: referenceExample(exam),
  updated_at: LATER_EXAMPLE_INSTANT,
  result_notes: 'Dentro de lo normal.',
  attachments: [attachment],
};
export const note = { note_type: 'concepto' as const, content: 'Apto para el cargo.' };
export const signingStatement = {
  signed_at: EXAMPLE_INSTANT,
  device_id: EXAMPLE_IDS.device,
  text: { version: '3', sha256: EXAMPLE_DIGEST },
  witness: null,
};
const signedMedia = {
  id: EXAMPLE_IDS.signature,
  type: 'signature' as const,
  storage_path: `01/${EXAMPLE_IDS.signature}.png`,
  received_sha256: EXAMPLE_DIGEST,
  statement: {
    signed_at: EXAMPLE_INSTANT,
    device_id: EXAMPLE_IDS.device,
    text: { version: '3', sha256: EXAMPLE_DIGEST, words: null },
    witness: null,
  },
};
export const media = {
  id: EXAMPLE_IDS.photo,
  type: 'photo' as const,
  storage_path: `01/${EXAMPLE_IDS.photo}.jpg`,
  received_sha256: EXAMPLE_DIGEST,
};
export const decisions: Decisions = {
  aptitude: 'apto',
  surveillance: [],
  referral: null,
  restrictions: null,
  tasks: null,
};
const evaluation = {
  id: EXAMPLE_IDS.evaluation,
  status: 'en_proceso' as const,
  started_at: EXAMPLE_INSTANT,
  closed_at: null,
  additional_info: null,
  patient,
  additional_fields: [storedAdditionalValue],
  evaluation_type: referenceExample(evaluationType),
  employer_company: referenceExample(company),
  contractor_company: null,
  doctor: null,
  exam_orders: [order],
  notes: [note],
  decisions,
  media: [media, signedMedia],
  corrections: [],
  turn: 'B-14',
  version: 0,
  closings: [],
  pending_media: [],
};
export const openEvaluation = {
  ...evaluation,
  patient_was: {
    ...examplePatientData,
    last_name: 'Ejemlo',
  },
  previous_visit: null,
};
export const closedEvaluation = {
  ...evaluation,
  status: 'cerrada' as const,
  closed_at: LATER_EXAMPLE_INSTANT,
  doctor: { id: doctor.id, name: doctor.name },
  pending_media: [],
  version: 1,
  closings: [
    {
      version: 1,
      closed_at: LATER_EXAMPLE_INSTANT,
      doctor_name: doctor.name,
      number: 'BOG-2026-000123',
      code: '7KQ2-9M4X-HJ3T',
      state: 'vigente' as const,
      has_concept: true,
      receipt: {
        items: ['concept', 'results'],
        received_at: LATER_EXAMPLE_INSTANT,
        handed_by: 'Rita Recepción',
      },
      signed_by: null,
      reopened: null,
      clarifications: [
        { content: 'La audiometría se tomó sin protector.', at: LATER_EXAMPLE_INSTANT, by: doctor.name },
      ],
    },
  ],
};
export const colleague = {
  id: EXAMPLE_IDS.colleague,
  email: COLLEAGUE_EMAIL,
  display_name: 'Laura Demo',
  status: 'active' as const,
  branch_id: EXAMPLE_IDS.branch,
  last_login_at: null,
  created_at: EXAMPLE_INSTANT,
  updated_at: EXAMPLE_INSTANT,
  actions: ['register_patients' as const],
  status_reason: null,
  doctor: null,
  revision: 1,
};
export const device = {
  id: EXAMPLE_IDS.device,
  name: 'Recepción 1',
  standing: 'clear' as const,
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: 1_200_000,
  storage_quota: 900_000_000,
  storage_persisted: true,
  browser: 'Chrome en Android',
  last_user_name: 'Rita Recepción',
  branch_name: branch.name,
  first_seen_at: EXAMPLE_INSTANT,
  last_seen_at: LATER_EXAMPLE_INSTANT,
  revision: 1,
};

export const pageOfExamples = <Item>(...items: Item[]) => ({
  items,
  total_count: items.length,
  page: 1,
  page_size: 20,
});
