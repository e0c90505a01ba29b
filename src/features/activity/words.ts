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
};

export const STATUS_WORDS: Record<ActivityStatus, string> = { done: 'Realizada', refused: 'Rechazada' };
