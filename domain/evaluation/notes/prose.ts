import type { ReferralRecipient, VerdictClass } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';

/**
 * Rules that read the Spanish text of notes. They are used only to warn the doctor when a text and a decision seem to
 * contradict each other; what they read is never printed, signed or sent. `contradiction.ts` is their only caller.
 */

const UNFIT =
  /\b(?:no[ -](?:(?:se|es|esta|queda|resulta|considera|encuentra) ){0,3}(?:apt[oa]|cumple|puede (?:continuar|desempenar))|inapt[oa]|nunca apt[oa]|apt[oa] ?: ?no|sin reintegro)\b/g;
const DENIED =
  /\b(?:sin|no (?:presenta|tiene|requiere|hay)|ningun[oa]?) (?:\p{L}+ (?:ni|o|y) )?(?:recomendacion|restriccion|modificacion|limitacion)\p{L}*/gu;
const POSTPONED = /\baplaza(?:d[oa]|mos|r)?\b/;
const RESTRICTED = /\b(?:restriccion(?:es)?|modificacion(?:es)?|limitacion(?:es)?|salvo|excepto)\b/;
const ADVISED = /\brecomendacion(?:es)?\b/;
const FIT =
  /\b(?:apt[oa]|cumple|puede continuar|reincorporacion|reintegro|puede desempenar|para desempenar(?:se)?)\b/;
const DONE = /^(?:examen |evaluacion |egreso )?realizad[oa]\b/;

/** Returns true when a text states anywhere that the patient is not fit, even if it states another class too. */
export const deniesFitness = (concept: string): boolean => foldText(concept).search(UNFIT) !== -1;

/** Returns the aptitude class that a concept clearly states; `otro` when it states none or several. */
export function verdictClassOf(concept: string): VerdictClass {
  const text = foldText(concept);
  const affirmed = text.replace(UNFIT, ' ').replace(DENIED, ' ');
  const stated = {
    no_apto: text.search(UNFIT) !== -1,
    aplazado: POSTPONED.test(text),
    realizado: DONE.test(text),
    fit: FIT.test(affirmed),
  };
  if (Object.values(stated).filter(Boolean).length !== 1) return restrictionAlone(affirmed, stated);
  if (stated.no_apto) return 'no_apto';
  if (stated.aplazado) return 'aplazado';
  if (stated.realizado) return 'realizado';
  if (RESTRICTED.test(affirmed)) return 'apto_restricciones';
  return ADVISED.test(affirmed) ? 'apto_recomendaciones' : 'apto';
}

/** Returns true when a note begins with a denial: 'Sin restricciones', 'No requiere recomendaciones'. */
export const beginsWithDenial = (note: string): boolean => foldText(note).trim().search(DENIED) === 0;

/** Returns `apto_restricciones` for 'Presenta restricción' in a text that states no class; otherwise `otro`. */
const restrictionAlone = (affirmed: string, stated: Readonly<Record<string, boolean>>): VerdictClass =>
  !Object.values(stated).some(Boolean) && /\bpresenta restriccion/.test(affirmed)
    ? 'apto_restricciones'
    : 'otro';

/** Usual programmes, each with a pattern for the beginning of its word in a folded text. */
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

/** Clause that requests nothing: 'No', 'N/A', 'No requiere', 'Ninguno', 'Sin manejo', 'Se descarta'. */
const NOTHING =
  /^(?:sve )?(?:(?:actualmente|aun|todavia|trabajador|trabajadora|paciente) )?(?:[-–—]+|no|normal|n\.?a|n\/a|ningun[oa]?(?: .*)?|no (?:se (?:considera|requiere|amerita|necesita|indica)|aplica|requiere|amerita|necesita|se incluye|incluir|ingresa|refiere|en|por (?:ahora|el momento))\b.*|sin (?:inclusion|manejo|novedad|remision|indicacion|necesidad|alteracion)(?:es)?\b.*|(?:se )?(?:descarta|egresa|retira|excluye)\b.*)$/;

/** End of a clause in a folded text; a comma ends it only before words that begin another clause. */
const CLAUSE_ENDS =
  /[;:]+|\.(?: |$)|,? (?:pero|aunque) |, ?(?=(?:no|si|se|remit|requier|inclu|ingres|solicit|contin|control|valorac)\w*\b)/;

const SENTENCE_ENDS = /;+|\.(?: |$)/;
const REQUEST_PATTERN = /\b(?:inclu|ingres|vincul|contin|permanec|requier|remit|solicit|valorac|control)/;

/** Returns true for 'SVE auditivo: egresa' or 'EPS: no requiere', where the text after the colon denies the text before it. */
function isDenied(sentence: string): boolean {
  const colon = sentence.lastIndexOf(':');
  const head = sentence.slice(0, Math.max(colon, 0));
  return colon > 0 && !REQUEST_PATTERN.test(head) && NOTHING.test(sentence.slice(colon + 1).trim());
}

/** Returns the folded clauses of a note that request or name something. */
const requests = (note: string): string[] =>
  note
    .split('\n')
    .flatMap((line) => foldText(line).split(SENTENCE_ENDS))
    .filter((sentence) => !isDenied(sentence))
    .flatMap((sentence) => sentence.split(CLAUSE_ENDS))
    .map((clause) => clause.trim().replace(/^no, /, 'no '))
    .filter((clause) => clause !== '' && clause !== 'sve' && !NOTHING.test(clause));

/**
 * Start of a reason. The text after it is dropped, because the reason for an inclusion names a finding; a risk of the work is
 * kept.
 */
const REASON =
  /\b(?:por(?! (?:el |la )?(?:riesgo|exposicion|factor))|debido|dad[oa]|segun|secundari\w*|ya que|porque|con|tras|antecedentes?|hallazgos?|no|ni)\b[\s\S]*/;
/**
 * Words that show that a clause is about a programme. The name of a programme may also name an organ or a finding, so it counts
 * only in such a clause.
 */
const OF_A_PROGRAMME =
  /\b(?:sve|vigilancia|programa|inclu|ingres|vincul|contin|riesgo|conservacion|prevencion)/;
const CONNECTIVES = /\b(?:y|e|o|de|del|la|el|en)\b|[\s,/+-]/g;

const lettersOf = (clause: string): string => clause.replace(CONNECTIVES, '');
const namesAlone = (clause: string): boolean =>
  lettersOf(
    PROGRAMMES.reduce((rest, [, word]) => rest.replace(new RegExp(`${word.source}\\w*`), ''), clause),
  ) === '';

/** Returns true when a note requests anything; false for an empty note. */
export const requestsAnything = (note: string): boolean => requests(note).length > 0;

/** Returns the usual programmes that a note requests by name. */
export function requestedProgrammesIn(note: string): string[] {
  const spoken = requests(note)
    .map((clause) => clause.replace(REASON, ''))
    .filter((clause) => OF_A_PROGRAMME.test(clause) || namesAlone(clause));
  return PROGRAMMES.filter(([, word]) => spoken.some((clause) => word.test(clause))).map(([name]) => name);
}

/** Returns true when the clinic's name for a programme means the usual programme: 'DME osteomuscular' means 'osteomuscular'. */
export const isProgramme = (given: string, usual: string): boolean =>
  PROGRAMMES.some(([name, word]) => name === usual && word.test(foldText(given)));

/**
 * Returns the recipient of the referral that a note requests: 'none' when the note requests nothing, null when it names neither
 * EPS nor ARL.
 */
export function requestedReferralIn(note: string): ReferralRecipient | null {
  const clauses = requests(note);
  if (clauses.length === 0) return 'none';
  const eps = clauses.some((clause) => /\beps\b/.test(clause));
  const arl = clauses.some((clause) => /\bar[lp]\b/.test(clause));
  if (eps && arl) return 'both';
  if (eps) return 'eps';
  return arl ? 'arl' : null;
}
