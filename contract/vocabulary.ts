/** Fixed lists of values in P3, P4 and P6, each with its labels on screen. */
export const IDENTIFICATION_TYPES = ['CC', 'TI', 'CE', 'PA'] as const;
export type IdentificationType = (typeof IDENTIFICATION_TYPES)[number];
export const IDENTIFICATION_LABELS: Record<IdentificationType, string> = {
  CC: 'Cédula de ciudadanía',
  TI: 'Tarjeta de identidad',
  CE: 'Cédula de extranjería',
  PA: 'Pasaporte',
};

/** Document types that a cédula replaces at age 18. The number stays the same, because Colombians have it from birth (NUIP). */
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
export type MediaType = (typeof MEDIA_TYPES)[number];

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

export const PERMISSIONS = [
  'user_management',
  'manage_catalogs',
  'register_patients',
  'manage_evaluations',
  'view_dashboard',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
export const PERMISSION_LABELS: Record<Permission, string> = {
  user_management: 'Gestión de usuarios',
  manage_catalogs: 'Catálogos',
  register_patients: 'Recepción de pacientes',
  manage_evaluations: 'Evaluaciones',
  view_dashboard: 'Dashboard',
};

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
