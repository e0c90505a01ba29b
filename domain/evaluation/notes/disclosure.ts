import { hasVisible } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';

/** All that the eight notes tell the employer: neither 'observaciones', nor the detail of SVE and EPS/ARL. */
export interface DisclosedNotes {
  readonly concept: string;
  readonly tasks: string;
  readonly restrictions: string;
  readonly recommendations: string;
  readonly habits: string;
  /** Names of surveillance programmes, 'Sí' without a known one, 'No', or nothing recorded. */
  readonly surveillance: string;
  readonly referral: string;
}

/** Where nobody wrote anything: neither 'no' nor 'without', for nobody said so. */
export const NOT_RECORDED = 'No registrado';

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
export const PROGRAMME_NAMES: readonly string[] = PROGRAMMES.map(([name]) => name);

/** A clause that says there is nothing to do: 'No', 'N/A', 'No requiere', 'Ninguno', 'Sin manejo', 'Se descarta'. */
const NOTHING =
  /^(?:sve )?(?:[-–—]+|no|n\.?a|n\/a|ningun[oa]?(?: .*)?|(?:paciente )?no (?:se (?:considera|requiere|amerita|necesita|indica)|aplica|requiere|amerita|necesita|se incluye|incluir|ingresa|refiere|en|por (?:ahora|el momento))\b.*|sin (?:inclusion|manejo|novedad|remision|indicacion|alteracion)(?:es)?\b.*|(?:se )?(?:descarta|egresa|retira|excluye)\b.*)$/;

/** Where one thing is said and another begins; a comma only before words that say another. Folded, blanks are one. */
const CLAUSE_ENDS =
  /[;:]+|\.(?: |$)|,? (?:pero|aunque) |, ?(?=(?:no|se|remit|requier|inclu|ingres|solicit|control|valorac)\w*\b)/;

const SENTENCE_ENDS = /;+|\.(?: |$)/;
const ASKS = /\b(?:inclu|ingres|vincul|contin|permanec|requier|remit|solicit|valorac|control)/;

/** 'SVE auditivo: egresa', 'EPS: no requiere': what stands after the colon is said of what stands before it. */
function isDenied(sentence: string): boolean {
  const colon = sentence.lastIndexOf(':');
  const head = sentence.slice(0, Math.max(colon, 0));
  return colon > 0 && !ASKS.test(head) && NOTHING.test(sentence.slice(colon + 1).trim());
}

/** The clauses, folded, that ask for something. */
const requests = (note: string): string[] =>
  note
    .split('\n')
    .flatMap((line) => foldText(line).split(SENTENCE_ENDS))
    .filter((sentence) => !isDenied(sentence))
    .flatMap((sentence) => sentence.split(CLAUSE_ENDS))
    .map((clause) => clause.trim().replace(/^no, /, 'no '))
    .filter((clause) => clause !== '' && clause !== 'sve' && !NOTHING.test(clause));

/** Why somebody enters a programme is a finding; that it is a risk of the work is not. */
const REASON =
  /\b(?:por(?! (?:el |la )?(?:riesgo|exposicion|factor))|debido|dad[oa]|segun|secundari\w*|ya que|porque|con|tras|antecedentes?|hallazgos?|no|ni)\b[\s\S]*/;
/** A word that names a programme names also organs and findings: it counts where a programme is spoken of. */
const OF_A_PROGRAMME = /\b(?:sve|vigilancia|programa|inclu|ingres|vincul|riesgo|conservacion|prevencion)/;
const CONNECTIVES = /\b(?:y|e|o|de|del|la|el|en)\b|[\s,/+-]/g;

const lettersOf = (clause: string): string => clause.replace(CONNECTIVES, '');
const namesAlone = (clause: string): boolean =>
  lettersOf(
    PROGRAMMES.reduce((rest, [, word]) => rest.replace(new RegExp(`${word.source}\\w*`), ''), clause),
  ) === '';

export function surveillanceOf(note: string): string {
  const asked = requests(note);
  if (asked.length === 0) return 'No';
  const spoken = asked
    .map((clause) => clause.replace(REASON, ''))
    .filter((clause) => OF_A_PROGRAMME.test(clause) || namesAlone(clause));
  const named = PROGRAMMES.filter(([, word]) => spoken.some((clause) => word.test(clause)));
  return named.length === 0 ? 'Sí' : named.map(([name]) => name).join(', ');
}

export const referralOf = (note: string): string =>
  requests(note).length === 0 ? 'No requiere' : 'Requiere valoración por EPS/ARL';

/** `note` gives a note's text, empty where it was not written. What the concept prints, and what the doctor sees of it before. */
export function discloseNotes(note: (type: NoteType) => string): DisclosedNotes {
  const said = (type: NoteType, read = (text: string) => text.trim()) =>
    hasVisible(note(type)) ? read(note(type)) : NOT_RECORDED;
  return {
    concept: said('concepto'),
    tasks: said('aptitud_tarea'),
    restrictions: said('restricciones'),
    recommendations: said('recomendaciones'),
    habits: said('habitos'),
    surveillance: said('sve', surveillanceOf),
    referral: said('manejo_eps_arp', referralOf),
  };
}
