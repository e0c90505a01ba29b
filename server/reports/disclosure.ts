import { foldText } from '#domain/text/fold.ts';
import type { ClosingContent } from './input.ts';
import { day, noteOf, said } from './words.ts';

/**
 * All that the employer learns. The concept is written from this and never from the closing: what is not here cannot be
 * disclosed by a change of layout. No result, attachment, comment, 'observaciones', nor the detail of SVE and EPS/ARL.
 */
export interface Disclosure {
  /** Names by day, the days in their order; never a result, nor an exam whose very name tells something. */
  readonly exams: readonly { readonly day: string; readonly names: readonly string[] }[];
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

function examsByDay({ exam_orders: orders }: ClosingContent): Disclosure['exams'] {
  const days = new Map<string, string[]>();
  const shown = orders.filter((order) => order.shown_on_concept !== false);
  const inOrder = shown.toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at));
  for (const { exam, updated_at: at } of inOrder)
    days.set(day(at), [...(days.get(day(at)) ?? []), exam.name]);
  return [...days].map(([on, names]) => ({ day: on, names }));
}

export function disclose(closing: ClosingContent): Disclosure {
  const note = (type: Parameters<typeof noteOf>[1], otherwise: string) =>
    said(noteOf(closing, type), otherwise);
  return {
    exams: examsByDay(closing),
    concept: note('concepto', 'Sin concepto emitido'),
    tasks: note('aptitud_tarea', 'No aplica'),
    restrictions: note('restricciones', 'Sin restricciones'),
    recommendations: note('recomendaciones', 'Sin recomendaciones'),
    habits: note('habitos', 'Sin recomendaciones'),
    surveillance: surveillanceOf(noteOf(closing, 'sve')),
    referral: referralOf(noteOf(closing, 'manejo_eps_arp')),
  };
}
