import { hasVisible } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';

/** All that the eight notes tell the employer: neither 'observaciones', nor the detail of SVE and EPS/ARL. */
export interface DisclosedNotes {
  readonly concept: string;
  readonly tasks: string;
  readonly restrictions: string;
  readonly recommendations: string;
  readonly habits: string;
  /** Names of surveillance programmes, 'Sí' without a known one, or 'No'. */
  readonly surveillance: string;
  readonly referral: string;
}

/** Programme → how its word begins in a folded text. */
const PROGRAMMES: readonly (readonly [name: string, word: RegExp])[] = [
  ['osteomuscular', /\bosteo-?muscular/],
  ['auditivo', /\bauditiv/],
  ['visual', /\bvisual/],
  ['respiratorio', /\brespiratori/],
  ['cardiovascular', /\bcardio-?vascular/],
  ['psicosocial', /\bpsico-?social/],
  ['químico', /\bquimic/],
  ['biológico', /\bbiologic/],
  ['voz', /\bvoz\b/],
];

/** A sentence that says there is nothing to do: 'No', 'N/A', 'No requiere', 'Ninguno', 'Sin manejo'. */
const NOTHING =
  /^(no|na|n\/a|ningun[oa]?( .*)?|no (aplica|requiere|amerita|necesita|se incluye|incluir|ingresa|refiere)\b.*|sin (inclusion|manejo|novedad|remision|indicacion)\b.*)$/;

/** The sentences, folded, that ask for something. */
const requests = (note: string): string[] =>
  foldText(note.replace(/[\n;]+/g, '. '))
    .split(/\.(?:\s+|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !NOTHING.test(sentence));

export function surveillanceOf(note: string): string {
  const asked = requests(note);
  if (asked.length === 0) return 'No';
  const named = PROGRAMMES.filter(([, word]) => asked.some((sentence) => word.test(sentence)));
  return named.length === 0 ? 'Sí' : named.map(([name]) => name).join(', ');
}

export const referralOf = (note: string): string =>
  requests(note).length === 0 ? 'No requiere' : 'Requiere valoración por EPS/ARL';

/** `note` gives a note's text, empty where it was not written. What the concept prints, and what the doctor sees of it before. */
export function discloseNotes(note: (type: NoteType) => string): DisclosedNotes {
  const said = (type: NoteType, otherwise: string) =>
    hasVisible(note(type)) ? note(type).trim() : otherwise;
  return {
    concept: said('concepto', 'Sin concepto emitido'),
    tasks: said('aptitud_tarea', 'No aplica'),
    restrictions: said('restricciones', 'Sin restricciones'),
    recommendations: said('recomendaciones', 'Sin recomendaciones'),
    habits: said('habitos', 'Sin recomendaciones'),
    surveillance: surveillanceOf(note('sve')),
    referral: referralOf(note('manejo_eps_arp')),
  };
}
