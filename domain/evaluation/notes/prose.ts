import type { VerdictClass } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';

/**
 * Rules that read Spanish prose. They only ask the doctor whether a text and a choice contradict each other: nothing that they infer is
 * printed, signed or sent. `contradiction.ts` is their only caller.
 */

const UNFIT = /\bno (?:es |esta )?(?:apt[oa]|cumple|puede continuar)\b/g;
const DENIED =
  /\b(?:sin|no (?:presenta|tiene|requiere|hay)|ningun[oa]?) (?:\p{L}+ (?:ni|o|y) )?(?:recomendacion|restriccion|modificacion)\p{L}*/gu;
const POSTPONED = /\baplaza(?:d[oa]|mos|r)?\b/;
const RESTRICTED = /\b(?:restriccion(?:es)?|modificacion(?:es)?)\b/;
const ADVISED = /\brecomendacion(?:es)?\b/;
const FIT =
  /\b(?:apt[oa]|cumple|puede continuar|reincorporacion|reintegro|puede desempenar|para desempenar(?:se)?)\b/;
const DONE = /^(?:examen |evaluacion |egreso )?realizad[oa]\b/;

/**
 * The class of a concept's words, where they plainly say one; two that contradict each other are `otro`, as is what is not
 * understood. It reads the concept alone: what restrictions there are stands on the paper.
 */
export function verdictClassOf(concept: string): VerdictClass {
  const text = foldText(concept);
  const affirmed = text.replace(UNFIT, ' ').replace(DENIED, ' ');
  const said = {
    no_apto: text.search(UNFIT) !== -1,
    aplazado: POSTPONED.test(text),
    realizado: DONE.test(text),
    fit: FIT.test(affirmed),
  };
  if (Object.values(said).filter(Boolean).length !== 1) return isRestrictionAlone(affirmed, said);
  if (said.no_apto) return 'no_apto';
  if (said.aplazado) return 'aplazado';
  if (said.realizado) return 'realizado';
  if (RESTRICTED.test(affirmed)) return 'apto_restricciones';
  return ADVISED.test(affirmed) ? 'apto_recomendaciones' : 'apto';
}

/** It begins by saying that there are none: 'Sin restricciones', 'No requiere recomendaciones'. */
export const beginsDenying = (note: string): boolean => foldText(note).trim().search(DENIED) === 0;

/** 'Presenta restricción', without a word of fitness. */
const isRestrictionAlone = (affirmed: string, said: Readonly<Record<string, boolean>>): VerdictClass =>
  !Object.values(said).some(Boolean) && /\bpresenta restriccion/.test(affirmed)
    ? 'apto_restricciones'
    : 'otro';

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
