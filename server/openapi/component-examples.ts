import type * as z from 'zod/mini';
import {
  CHOICE,
  EXAMPLE_DIGEST,
  EXAMPLE_DOCTOR_NAME,
  EXAMPLE_INSTANT,
  EXAMPLE_READING_POSITION,
  EXAMPLE_RECEPTIONIST_NAME,
  EXAMPLE_SIGNATURE_PATH,
  EXAMPLE_VERIFICATION_CODE,
  OTHER_CHOICE,
  exampleId,
} from './example-values.ts';
import type { ComponentSchemas } from './schemas.ts';

/** Part of a value. It replaces the same part of the example of a schema; undefined removes a field. */
export type PartialExample<T> = T extends readonly (infer Item)[]
  ? readonly PartialExample<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartialExample<T[Key]> | undefined }
    : T;
type PartialExampleOf<Schema> = Schema extends z.ZodMiniType ? PartialExample<z.input<Schema>> : never;

const createExampleFigures = (total: number, previous: number) => ({
  total,
  previous_total: previous,
  statuses: { pendiente: 1, en_proceso: 1, cerrada: total - 2 },
  new_patients: 1,
  returning_patients: total - 1,
  average_completion_minutes: 42,
});

const EXAMPLE_NOTICE = {
  to: 'personal@flores.example',
  subject: 'Personas que no asistieron el 20/11/2026',
  text: 'Estas personas no asistieron: Ana Ejemplo, CC 9999000099.',
  people: 1,
};
const EXAMPLE_ATTENDANCE = { came: 0, arrived: 0, no_show: 1, expected: 0, results_pending: 0 };

/**
 * Examples of the fields of one component, where neither the name nor the type of a field is sufficient. The component of a
 * request body also uses the examples of the component without the ending 'Body': `ExamBody` uses those of `Exam`.
 */
export const COMPONENT_EXAMPLES: {
  readonly [Name in keyof ComponentSchemas]?: PartialExampleOf<ComponentSchemas[Name]>;
} = {
  AbsenceNotice: EXAMPLE_NOTICE,
  AbsenceNotices: { items: [], draft: { ...EXAMPLE_NOTICE, digest: EXAMPLE_DIGEST }, sends_mail: true },
  ActivityItem: { action: 'evaluation_signed', evaluation: '0197C0DE', read_at: null, about: null },
  ActivityList: {
    items: [
      { sequence: 2, action: 'registration_corrected', fields: ['employer_company', 'photo'], remarks: [] },
      { user_name: EXAMPLE_DOCTOR_NAME, fields: [], remarks: ['without_concept'] },
    ],
    total_count: 2,
    chain_intact: true,
    newest: { sequence: 2 },
  },
  AdditionalField: {
    name: 'EPS',
    kind: 'choice',
    choices: [CHOICE, OTHER_CHOICE],
    is_required: true,
    position: 10,
    evaluation_type_ids: [],
    on_history: true,
    is_searchable: true,
  },
  Attachment: { original_name: 'audiometria.pdf', storage_path: `01/${exampleId('Attachment')}.pdf` },
  Authorisation: {
    version: '3',
    text: 'Autorizo a la IPS a tratar mis datos de salud para esta evaluación.',
  },
  Branch: {
    name: 'Bogotá – Ficticia',
    address: 'Calle 00 # 00-00',
    contact_email: 'sede@clinica.example',
    contact_phone: '601 000 0000',
    contact_website: 'https://clinica.example',
    nit: '999000011-6',
    habilitation_code: '999900000101',
    city: 'Bogotá D.C.',
  },
  BranchBody: { name: 'Cali – Ficticia', city: 'Cali' },
  CatalogOption: {
    value: exampleId('Company'),
    label: 'Flores Inventadas (DEMO)',
    meta: { code: 'FLO', city: 'Bogotá', specialty: undefined },
  },
  Clarification: { content: 'La audiometría se tomó sin protector.', by: EXAMPLE_DOCTOR_NAME },
  Company: {
    code: 'FLO',
    name: 'Flores Inventadas (DEMO)',
    city: 'Bogotá',
    contact_email: 'personal@flores.example',
  },
  CompanyBody: {
    code: 'OBR',
    name: 'Obras Inventadas (DEMO)',
    city: 'Medellín',
    contact_email: 'personal@obras.example',
  },
  CompanyMergeBody: { into: exampleId('Clinic') },
  Correction: {
    reason: 'El paciente trajo el documento y la fecha era otra.',
    changes: [
      { field: 'patient.birth_date', label: undefined, before: '12/05/1990', after: '12/04/1990' },
      {
        field: `additional.${exampleId('AdditionalField')}`,
        label: 'EPS',
        before: OTHER_CHOICE,
        after: CHOICE,
      },
    ],
    pictures: ['photo'],
    awaited: ['photo'],
  },
  CorrectionBody: {
    reason: 'El paciente trajo el documento y la fecha era otra.',
    other_patient: undefined,
    contractor_company_id: undefined,
    pictures: [],
  },
  CreateAbsenceNoticeBody: { to: EXAMPLE_NOTICE.to, digest: undefined, is_copied: true },
  CreateEvaluationBody: {
    additional_info: 'Trabajo en alturas.',
    expected_person_id: undefined,
    patient_id: undefined,
  },
  CreatedUser: { status: 'invited' },
  CreateUserBody: { email: 'nuevo.demo@clinica.example', display_name: 'Nuria Nueva', status: 'invited' },
  DashboardSummary: {
    periods: {
      today: createExampleFigures(3, 2),
      this_week: createExampleFigures(12, 15),
      this_month: createExampleFigures(48, 51),
      this_year: createExampleFigures(530, 610),
    },
  },
  Attendance: {
    lists: [{ attendance: EXAMPLE_ATTENDANCE }],
    attendance: EXAMPLE_ATTENDANCE,
  },
  AttendanceCounts: EXAMPLE_ATTENDANCE,
  AttendancePerson: { hour: '06:40', outcome: 'no_show', evaluation_id: null, is_result_pending: false },
  AuthorisationText: { set_by: 'Rocío Prueba', approved: true, is_from_file: false, earlier: [] },
  DecidedRestriction: { what: 'Levantar más de 25 kg', to: null },
  DecidedTask: { task: 'Trabajo en alturas' },
  DecisionOptions: {
    programmes: ['osteomuscular', 'visual', 'voz'],
    aptitudes_off: [{ aptitudes: ['realizado'] }],
  },
  DeliveryList: { total: 1, waiting: 1 },
  Device: {
    name: 'Recepción 1',
    standing: 'clear',
    oldest_captured_at: null,
    storage_used: 1_200_000,
    storage_quota: 900_000_000,
    browser: 'Chrome en Android',
  },
  DeviceReport: { unsent: 2, oldest_captured_at: EXAMPLE_INSTANT, asks_copies: true },
  DeviceReportResponse: { turns: { letters: 'A' } },
  Doctor: {
    name: EXAMPLE_DOCTOR_NAME,
    specialty: 'Salud ocupacional',
    license_number: 'LIC-0000',
    license_valid_until: '2031-08-14',
    signature_key: EXAMPLE_SIGNATURE_PATH,
  },
  DoctorBody: { name: 'Dr. Iván Inventado', license_number: 'LIC-0001' },
  Evaluation: {
    status: 'cerrada',
    media: [
      {},
      { id: exampleId('Signature'), type: 'signature', storage_path: EXAMPLE_SIGNATURE_PATH, statement: {} },
    ],
    pending_media: [],
    repetition: undefined,
    version: 1,
  },
  EvaluationList: { total: 1 },
  EvaluationType: { code: 'ING', name: 'Ingreso' },
  EvaluationTypeBody: { code: 'RET', name: 'Retiro', description: 'Al terminar el contrato.' },
  Exam: { code: 'AUD', name: 'Audiometría', shown_on_concept: true },
  ExamBody: { code: 'VIS', name: 'Visiometría', delivery_time: 'El mismo día' },
  ExamOrder: { result_notes: 'Dentro de lo normal.' },
  ExpectedDay: { complete: true, next: null, cursor: EXAMPLE_READING_POSITION },
  ExpectedList: {
    created_by: EXAMPLE_RECEPTIONIST_NAME,
    counts: { expected: 1, arrived: 0, registered: 0, no_show: 0, cancelled: 0 },
    repeated: 0,
  },
  ExpectedPersonBody: { hour: '06:40' },
  ExpectedPerson: { hour: '06:40' },
  Health: { self_service_reset: true },
  Media: { storage_path: `01/${exampleId('Media')}.jpg`, statement: undefined, without_text: undefined },
  Note: { note_type: 'concepto', content: 'Apto para el cargo.' },
  NotePhrase: { name: 'Pausas activas cada dos horas.' },
  NotePhraseBody: { note_type: 'restricciones', name: 'Sin trabajo en alturas.' },
  Occupation: { name: 'Auxiliar' },
  PasswordResetRequested: { reset_token: undefined },
  Patient: { additional_fields: undefined, last_evaluation: undefined },
  PatientData: { last_name: 'Ejemlo' },
  PatientInput: {
    id: undefined,
    identification_number: '9999000098',
    first_name: 'Bruno',
    occupation_id: undefined,
    cleared: undefined,
    former_type: undefined,
  },
  Receipt: { items: ['concept', 'results'] },
  ReceiptFields: { version: 1, items: 'concept,results' },
  Referral: { to: 'eps', reason: 'Control por optometría.' },
  Registration: { status: 'pendiente', pictures: ['photo', 'signature'] },
  CorrectedRegistration: { status: 'pendiente', pictures: ['photo', 'signature'] },
  RenameBody: { name: 'Otro nombre (DEMO)' },
  ReportedAccesses: { recorded: 1 },
  RosterColumn: { column: 0, target: 'full_name' },
  SaveExamOrdersBody: { orders: [{}, { exam_id: exampleId('OtherExam'), result_notes: 'Sin hallazgos.' }] },
  Session: { attachment_max_bytes: 15_000_000 },
  SignBody: { as_another: undefined, confirmed: { disclosure_reason: undefined } },
  SignedText: { version: '3' },
  SignedVersion: {
    number: 'BOG-2026-000123',
    code: EXAMPLE_VERIFICATION_CODE,
    has_concept: true,
    reopened: null,
  },
  SigningRules: { licences: [], of_others: [] },
  StatusBody: { is_active: false },
  StoredStatement: { text: { version: '3' } },
  SystemState: {
    copies: { days: 2 },
    disk: { free_bytes: 214_300_000_000, total_bytes: 500_000_000_000 },
    mails: { is_configured: true, oldest_at: null },
    devices: { unsent: 3, quietest: [], days: 2 },
    files: { fault: null },
    archive: {
      level: 'bad',
      fault: { code: 'ENOSPC', sentence: 'El disco del archivo está lleno: libera espacio.' },
    },
    database: { bytes: 91_000_000, version: '18.4' },
    version: '1.0.0',
    migration: 16,
    providers: [{ host: 'servidor-1', version: '1.0.0', is_this: true }],
    alerts: { recipients: 1, on: [{ kind: 'archive' }] },
  },
  User: {
    id: exampleId('Colleague'),
    email: 'laura.demo@clinica.example',
    display_name: 'Laura Demo',
    status: 'active',
  },
  UserStatusBody: { status: 'suspended', reason: 'Ya no trabaja en la clínica.' },
  BoardView: {
    clinic: 'IPS Inventada (DEMO)',
    branch: 'Bogotá – Ficticia',
    page_version: 'EJEMPLO-00000000',
    calls: [{ room: 'Consultorio 2', name: null }],
  },
  CallBody: { room: 'Consultorio 2' },
  CreatedWaitingBoard: { label: 'Sala del segundo piso', revoked_at: null },
  WaitingBoard: { label: 'Sala del segundo piso', revoked_at: null },
  WaitingCall: { room: 'Consultorio 2' },
  WaitingTimes: {
    hours: [
      {
        hour: 7,
        today: { count: 4, median_minutes: 12, longest_minutes: 25 },
        week: { count: 31, median_minutes: 14, longest_minutes: 48 },
      },
    ],
  },
  VaultKey: { key: 'A'.repeat(43) },
  Verification: {
    issuer: { clinic: 'IPS Inventada (DEMO)', nit: '999000011-6', branch: 'Bogotá – Ficticia' },
    number: 'BOG-2026-000123',
    code: EXAMPLE_VERIFICATION_CODE,
    evaluation_type: 'Ingreso',
    company: 'Flores Inventadas (DEMO)',
    patient: 'A*** G***',
    document_ending: '017',
    fingerprint: EXAMPLE_DIGEST.slice(0, 12),
  },
  VerificationKey: {
    public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    page: 'https://clinica.example.com/v/',
  },
};
