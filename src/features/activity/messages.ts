import { buildPerCatalog } from '#contract/catalogs/all.ts';
import { DOCUMENT_KINDS, type DocumentActivityAction, documentActivityAction } from '#contract/documents.ts';
import type {
  ActivityAbout,
  ActivityAction,
  ActivityItem,
  ActivityRemark,
  ActivityStatus,
} from '#contract/records/evaluation/clinical.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';

const DOCUMENT_ACTION_LABELS = Object.fromEntries(
  DOCUMENT_KINDS.map((kind) => [
    documentActivityAction(kind),
    `Descargó ${DOCUMENT_DESCRIPTIONS[kind].name}`,
  ]),
) as Record<DocumentActivityAction, string>;

export const ACTIVITY_ACTION_LABELS: Record<ActivityAction, string> = {
  sign_in: 'Inició sesión',
  sign_out: 'Cerró sesión',
  patient_looked_up: 'Buscó un paciente',
  patient_changed: 'Cambió los datos de un paciente',
  registration_corrected: 'Corrigió un registro',
  evaluation_created: 'Registró una evaluación',
  media_added: 'Subió una foto o firma',
  evaluations_listed: 'Consultó el listado',
  evaluations_downloaded: 'Descargó el listado',
  evaluation_read: 'Consultó una evaluación',
  file_read: 'Abrió un archivo',
  copy_kept: 'Copia automática en el dispositivo',
  results_saved: 'Guardó resultados',
  attachment_added: 'Adjuntó un archivo',
  notes_saved: 'Guardó notas médicas',
  evaluation_signed: 'Firmó y cerró',
  evaluation_reopened: 'Reabrió una evaluación',
  documents_handed_over: 'Entregó documentos al trabajador',
  clarification_added: 'Agregó una nota aclaratoria',
  patient_called: 'Llamó a un paciente',
  ...DOCUMENT_ACTION_LABELS,
  password_changed: 'Cambió su contraseña',
  password_reset: 'Restableció su contraseña',
  reset_link_made: 'Generó un enlace de contraseña',
  administrator_created: 'Creó el primer administrador',
  user_created: 'Creó un usuario',
  user_status_changed: 'Cambió el estado de un usuario',
  user_permissions_changed: 'Cambió permisos',
  user_branch_changed: 'Cambió la sede de un usuario',
  user_doctor_changed: 'Cambió el médico de un usuario',
  branch_switched: 'Cambió la sede activa',
  catalog_changed: 'Cambió un catálogo',
  branding_changed: 'Cambió los datos de la sede',
  signing_rule_changed: 'Cambió quién puede firmar',
  decision_options_changed: 'Cambió las opciones de los médicos',
  authorisation_text_changed: 'Cambió el texto que firma el paciente',
  waiting_board_created: 'Creó una pantalla de espera',
  waiting_board_revoked: 'Anuló una pantalla de espera',
  device_changed: 'Cambió un dispositivo',
  expected_list_created: 'Creó una citación',
  expected_list_cancelled: 'Canceló una citación',
  expected_people_listed: 'Consultó las personas citadas',
  expected_people_checked: 'Revisó una lista antes de cargarla',
  expected_person_added: 'Agregó una persona citada',
  expected_person_changed: 'Cambió una persona citada',
  expected_repetition_settled: 'Decidió sobre una evaluación repetida',
  expected_list_closed: 'Cerró una citación',
  expected_list_reopened: 'Reabrió una citación',
  attendance_downloaded: 'Descargó la asistencia',
  absence_notice_created: 'Avisó a la empresa las inasistencias',
  absence_notice_accepted: 'El aviso de inasistencias se envió',
  absence_notice_failed: 'El aviso de inasistencias no se pudo enviar',
  absence_notice_downloaded: 'Descargó el aviso de inasistencias',
};

const USER_STATUS_CHANGE_LABELS: ReadonlyMap<string | null | undefined, string> = new Map([
  ['suspended', 'Suspendió a un usuario'],
  ['active', 'Reactivó a un usuario'],
]);

/** Returns the text of an action. It is neutral if an older server does not report the new status of a user. */
export const activityActionLabel = ({ action, about }: Pick<ActivityItem, 'action' | 'about'>): string =>
  (action === 'user_status_changed' && USER_STATUS_CHANGE_LABELS.get(about?.what)) ||
  ACTIVITY_ACTION_LABELS[action];

export const ACTIVITY_STATUS_LABELS: Record<ActivityStatus, string> = {
  done: 'Realizada',
  refused: 'Rechazada',
};

/** Additions to the text of an action, for example that the user signed as another doctor. */
const REMARK_LABELS: Readonly<Record<ActivityRemark, string>> = {
  signed_for_another: 'en nombre de otro médico',
  signed_unlinked: 'con un usuario sin médico asignado',
  disclosure_passed: 'con aviso de hallazgo',
  without_concept: 'sin concepto',
  earlier_version: 'de una versión que ya no está vigente',
};

export function remarkText(remarks: readonly string[] = []): string | null {
  const known = new Map<string, string>(Object.entries(REMARK_LABELS));
  const words = remarks.map((remark) => known.get(remark)).filter((word) => word !== undefined);
  return words.length === 0 ? null : words.join(', ');
}

const SUBJECT_KIND_LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.values(buildPerCatalog(({ key, noun }): [string, string] => [key, noun.one])),
  ['exam-packages', 'paquete de exámenes de'],
  ['evaluation-templates', 'plantilla'],
]);

const CHANGE_KIND_LABELS: ReadonlyMap<string, string> = new Map([
  ['created', 'creación'],
  ['replaced', 'edición'],
  ['renamed', 'cambio de nombre'],
  ['activated', 'activación'],
  ['deactivated', 'desactivación'],
  ['proposed', 'propuesta de recepción'],
  ['confirmed', 'confirmación'],
  ['merged', 'unión con otra'],
  ['emptied', 'quedó sin exámenes'],
  ['signature_set', 'firma nueva'],
  ['logo_set', 'logo nuevo'],
  ['logo_removed', 'quitó el logo'],
  ['own_signature_only', 'cada médico firma solo como él mismo'],
  ['any_signature', 'se puede firmar como otro médico'],
  ['unlinked_signatures', 'quien no tiene médico asignado firma sin contraseña'],
]);

/**
 * Returns a text such as 'empresa Flores Prueba, creación'. For a user the text is only the name, because the action already
 * mentions a user.
 */
export function changedSubjectText({ kind, name, what }: ActivityAbout): string {
  const subject = [SUBJECT_KIND_LABELS.get(kind), name].filter((word) => word !== undefined).join(' ');
  const done = CHANGE_KIND_LABELS.get(what ?? '');
  return done === undefined ? subject : `${subject}, ${done}`;
}
