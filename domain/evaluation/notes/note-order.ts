import type { NoteType } from '#contract/vocabulary.ts';

/** Order of the notes on screen and in print: the verdict comes first. */
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
