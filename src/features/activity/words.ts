import type { ActivityAction, ActivityStatus } from '#contract/clinical.ts';

export const ACTION_WORDS: Record<ActivityAction, string> = {
  sign_in: 'Inició sesión',
  sign_out: 'Cerró sesión',
  evaluation_created: 'Registró una evaluación',
  media_added: 'Subió una foto o firma',
  evaluation_read: 'Consultó una evaluación',
  file_read: 'Abrió un archivo',
  copy_kept: 'Copia automática en el dispositivo',
  results_saved: 'Guardó resultados',
  attachment_added: 'Adjuntó un archivo',
  notes_saved: 'Guardó notas médicas',
  evaluation_signed: 'Firmó y cerró',
  evaluation_reopened: 'Reabrió una evaluación',
  concept_downloaded: 'Descargó el concepto',
  history_downloaded: 'Descargó la historia clínica',
  password_changed: 'Cambió su contraseña',
  password_reset: 'Restableció su contraseña',
  reset_link_made: 'Generó un enlace de contraseña',
  administrator_created: 'Creó el primer administrador',
  user_created: 'Creó un usuario',
  user_status_changed: 'Cambió el estado de un usuario',
  user_permissions_changed: 'Cambió permisos',
  user_branch_changed: 'Cambió la sede de un usuario',
  branch_switched: 'Cambió la sede activa',
  catalog_changed: 'Cambió un catálogo',
  branding_changed: 'Cambió los datos de la sede',
  device_changed: 'Cambió un dispositivo',
};

export const STATUS_WORDS: Record<ActivityStatus, string> = { done: 'Realizada', refused: 'Rechazada' };
