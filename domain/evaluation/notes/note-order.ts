import type { NoteType } from '#contract/vocabulary.ts';

/** Order in which notes are written and printed: the verdict first, as in the concept. */
export const NOTE_ORDER = [
  'concepto',
  'aptitud_tarea',
  'restricciones',
  'recomendaciones',
  'habitos',
  'sve',
  'manejo_eps_arp',
  'observaciones',
] as const satisfies readonly NoteType[];
