/** Fixed lists of values in P3, P4 and P6, each with its labels on screen. */
export const IDENTIFICATION_TYPES = ['CC', 'TI', 'CE', 'PA'] as const;
export type IdentificationType = (typeof IDENTIFICATION_TYPES)[number];
export const IDENTIFICATION_LABELS: Record<IdentificationType, string> = {
  CC: 'Cédula de ciudadanía',
  TI: 'Tarjeta de identidad',
  CE: 'Cédula de extranjería',
  PA: 'Pasaporte',
};

/**
 * Document types that a cédula replaces at age 18. The number stays the same, because Colombians have their number from birth
 * (NUIP).
 */
export const FORMER_DOCUMENT_TYPES = ['TI'] as const;
export type FormerDocumentType = (typeof FORMER_DOCUMENT_TYPES)[number];

export const GENDERS = ['F', 'M', 'O'] as const;
export type Gender = (typeof GENDERS)[number];
export const GENDER_LABELS: Record<Gender, string> = { F: 'Femenino', M: 'Masculino', O: 'Otro' };

export const EVALUATION_STATUSES = ['pendiente', 'en_proceso', 'cerrada'] as const;
export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];
export const EVALUATION_STATUS_LABELS: Record<EvaluationStatus, string> = {
  pendiente: 'Pendiente',
  en_proceso: 'En proceso',
  cerrada: 'Cerrada',
};

export const MEDIA_TYPES = ['photo', 'signature'] as const;
export type MediaKind = (typeof MEDIA_TYPES)[number];

export const NOTE_TYPES = [
  'recomendaciones',
  'manejo_eps_arp',
  'habitos',
  'sve',
  'restricciones',
  'concepto',
  'aptitud_tarea',
  'observaciones',
] as const;
export type NoteType = (typeof NOTE_TYPES)[number];
export const NOTE_LABELS: Record<NoteType, string> = {
  recomendaciones: 'Recomendaciones laborales',
  manejo_eps_arp: 'Manejo EPS / ARL',
  habitos: 'Hábitos y estilos de vida',
  sve: 'Inclusión en SVE',
  restricciones: 'Restricciones',
  concepto: 'Concepto de aptitud laboral',
  aptitud_tarea: 'Aptitud para tareas específicas',
  observaciones: 'Observaciones',
};

/** Usual roles of a clinic's staff; domain/access/roles.ts describes them. */
export type StaffRole = 'reception' | 'doctor' | 'administration';
interface PermissionDefinition {
  readonly label: string;
  /** Sentence for the administrator who grants the permission. */
  readonly sentence: string;
  readonly roles: readonly StaffRole[];
  /**
   * True for an extension of the base contract: another server may reject the code, so a user can grant it only if the server
   * says so in the session.
   */
  readonly ours?: true;
  /** True if the migration that adds the permission gives it to every user with `user_management`. */
  readonly isGivenToAdministrators?: true;
}

/** Permissions of users. The order is that of the screen and of stored lists. */
const DEFINED_PERMISSIONS = {
  user_management: {
    label: 'Gestión de usuarios',
    sentence: 'Invita, suspende y reactiva usuarios, administra las sedes y elige la sede activa.',
    roles: ['administration'],
  },
  manage_catalogs: {
    label: 'Catálogos',
    sentence: 'Crea y cambia tipos de evaluación, empresas, exámenes, médicos, frases y campos adicionales.',
    roles: ['administration'],
  },
  register_patients: {
    label: 'Recepción de pacientes',
    sentence: 'Registra pacientes con su foto y su firma.',
    roles: ['reception'],
  },
  manage_evaluations: {
    label: 'Evaluaciones',
    sentence: 'Lee las evaluaciones, escribe resultados y notas, firma y descarga documentos.',
    roles: ['doctor'],
  },
  deliver_documents: {
    label: 'Entregar documentos',
    sentence: 'Entrega conceptos con firma, sin ver resultados.',
    roles: [],
    ours: true,
  },
  view_dashboard: {
    label: 'Dashboard',
    sentence: 'Ve las cifras de su sede en la pantalla de inicio.',
    roles: ['reception', 'doctor', 'administration'],
  },
} as const satisfies Record<string, PermissionDefinition>;
export type Permission = keyof typeof DEFINED_PERMISSIONS;
export const PERMISSION_DEFINITIONS: Readonly<Record<Permission, PermissionDefinition>> = DEFINED_PERMISSIONS;
export const PERMISSIONS = Object.keys(DEFINED_PERMISSIONS) as [Permission, ...Permission[]];

export const USER_STATUSES = ['active', 'suspended', 'invited'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Aptitude classes for the doctor's choice. A concept states an aptitude only if the doctor chose one. */
export const APTITUDES = [
  'apto',
  'apto_recomendaciones',
  'apto_restricciones',
  'aplazado',
  'no_apto',
  'realizado',
] as const;
export type Aptitude = (typeof APTITUDES)[number];
export const APTITUDE_LABELS: Record<Aptitude, string> = {
  apto: 'Apto',
  apto_recomendaciones: 'Apto con recomendaciones',
  apto_restricciones: 'Apto con restricciones',
  aplazado: 'Aplazado',
  no_apto: 'No apto',
  realizado: 'Examen realizado',
};

export const TASK_APTITUDES = [
  'apto',
  'apto_restricciones',
  'aplazado',
  'no_apto',
] as const satisfies readonly Aptitude[];

export const PROGRAMME_DECISIONS = ['ingresa', 'continua', 'egresa'] as const;
export type ProgrammeDecision = (typeof PROGRAMME_DECISIONS)[number];
export const PROGRAMME_DECISION_LABELS: Record<ProgrammeDecision, string> = {
  ingresa: 'Ingresa',
  continua: 'Continúa',
  egresa: 'Egresa',
};

export const REFERRAL_RECIPIENTS = ['none', 'eps', 'arl', 'both'] as const;
export type ReferralRecipient = (typeof REFERRAL_RECIPIENTS)[number];
export const REFERRAL_LABELS: Record<ReferralRecipient, string> = {
  none: 'No requiere',
  eps: 'Requiere valoración por EPS',
  arl: 'Requiere valoración por ARL',
  both: 'Requiere valoración por EPS y ARL',
};

/**
 * Aptitude on the public page and in the QR code. `otro`: the doctor chose none, or the evaluation was signed before the app
 * offered the choice.
 */
export const VERDICT_CLASSES = [...APTITUDES, 'otro'] as const;
export type VerdictClass = (typeof VERDICT_CLASSES)[number];
export const VERDICT_LABELS: Record<VerdictClass, string> = {
  ...APTITUDE_LABELS,
  otro: 'No se indica; lee el documento',
};

/** State of a signed version: valid, replaced by a later version, or voided by a reopening. */
export const DOCUMENT_STATES = ['vigente', 'reemplazada', 'anulada'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/**
 * Decision of a user about a further evaluation of an expected person: a separate evaluation, or a repetition of the person's
 * evaluation.
 */
export const REPETITION_DECISIONS = ['keep', 'repeats'] as const;
export type RepetitionDecision = (typeof REPETITION_DECISIONS)[number];

/** Subject of an additional field: the patient, or the single evaluation ('visit'). */
export const ADDITIONAL_SUBJECTS = ['patient', 'visit'] as const;
export type AdditionalSubject = (typeof ADDITIONAL_SUBJECTS)[number];
export const ADDITIONAL_KINDS = ['text', 'number', 'date', 'yes_no', 'choice'] as const;
export type AdditionalKind = (typeof ADDITIONAL_KINDS)[number];
