import type { ReferralRecipient, VerdictClass } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';

/**
 * This file: rules that interpret the Spanish text of notes. The rules only serve to warn the doctor when a text seems to
 * contradict a decision. Their results are never printed, signed or sent. `contradiction.ts` is the only caller.
 */

const UNFIT_PATTERN =
  /\b(?:no[ -](?:(?:se|es|esta|queda|resulta|considera|encuentra) ){0,3}(?:apt[oa]|cumple|puede (?:continuar|desempenar))|inapt[oa]|nunca apt[oa]|apt[oa] ?: ?no|sin reintegro)\b/g;
const DENIED_CONDITION_PATTERN =
  /\b(?:sin|no (?:presenta|tiene|requiere|hay)|ningun[oa]?) (?:\p{L}+ (?:ni|o|y) )?(?:recomendacion|restriccion|modificacion|limitacion)\p{L}*/gu;
const POSTPONEMENT_PATTERN = /\baplaza(?:d[oa]|mos|r)?\b/;
const RESTRICTION_PATTERN = /\b(?:restriccion(?:es)?|modificacion(?:es)?|limitacion(?:es)?|salvo|excepto)\b/;
const RECOMMENDATION_PATTERN = /\brecomendacion(?:es)?\b/;
const FIT_PATTERN =
  /\b(?:apt[oa]|cumple|puede continuar|reincorporacion|reintegro|puede desempenar|para desempenar(?:se)?)\b/;
const DONE_PATTERN = /^(?:examen |evaluacion |egreso )?realizad[oa]\b/;

/** Returns true when the text states anywhere that the patient is not fit, even if it also states another aptitude. */
export const deniesFitness = (concept: string): boolean => foldText(concept).search(UNFIT_PATTERN) !== -1;

/** Returns the aptitude that a concept clearly states; `otro` when it states none or several. */
export function inferVerdictClass(concept: string): VerdictClass {
  const text = foldText(concept);
  const affirmed = text.replace(UNFIT_PATTERN, ' ').replace(DENIED_CONDITION_PATTERN, ' ');
  const stated = {
    no_apto: text.search(UNFIT_PATTERN) !== -1,
    aplazado: POSTPONEMENT_PATTERN.test(text),
    realizado: DONE_PATTERN.test(text),
    fit: FIT_PATTERN.test(affirmed),
  };
  if (Object.values(stated).filter(Boolean).length !== 1) return inferRestrictionVerdict(affirmed, stated);
  if (stated.no_apto) return 'no_apto';
  if (stated.aplazado) return 'aplazado';
  if (stated.realizado) return 'realizado';
  if (RESTRICTION_PATTERN.test(affirmed)) return 'apto_restricciones';
  return RECOMMENDATION_PATTERN.test(affirmed) ? 'apto_recomendaciones' : 'apto';
}

/** Returns true when a note begins with a denial, such as 'Sin restricciones' or 'No requiere recomendaciones'. */
export const beginsWithDeniedCondition = (note: string): boolean =>
  foldText(note).trim().search(DENIED_CONDITION_PATTERN) === 0;

/**
 * Returns `apto_restricciones` for a text that contains 'Presenta restricción' and states no aptitude; `otro` for any other
 * text.
 */
const inferRestrictionVerdict = (affirmed: string, stated: Readonly<Record<string, boolean>>): VerdictClass =>
  !Object.values(stated).some(Boolean) && /\bpresenta restriccion/.test(affirmed)
    ? 'apto_restricciones'
    : 'otro';

/** Usual programmes, each with the pattern that finds it in a text without capitals and accents. */
const PROGRAMME_PATTERNS: readonly (readonly [name: string, word: RegExp])[] = [
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

/** Clause that requests nothing, such as 'No', 'N/A', 'No requiere', 'Ninguno', 'Sin manejo' or 'Se descarta'. */
const NO_REQUEST_CLAUSE_PATTERN =
  /^(?:sve )?(?:(?:actualmente|aun|todavia|trabajador|trabajadora|paciente) )?(?:[-–—]+|no|normal|n\.?a|n\/a|ningun[oa]?(?: .*)?|no (?:se (?:considera|requiere|amerita|necesita|indica)|aplica|requiere|amerita|necesita|se incluye|incluir|ingresa|refiere|en|por (?:ahora|el momento))\b.*|sin (?:inclusion|manejo|novedad|remision|indicacion|necesidad|alteracion)(?:es)?\b.*|(?:se )?(?:descarta|egresa|retira|excluye)\b.*)$/;

/** End of a clause in a text without capitals and accents. A comma ends a clause only before words that begin a new one. */
const CLAUSE_END_PATTERN =
  /[;:]+|\.(?: |$)|,? (?:pero|aunque) |, ?(?=(?:no|si|se|remit|requier|inclu|ingres|solicit|contin|control|valorac)\w*\b)/;

const SENTENCE_END_PATTERN = /;+|\.(?: |$)/;
const REQUEST_PATTERN = /\b(?:inclu|ingres|vincul|contin|permanec|requier|remit|solicit|valorac|control)/;

/**
 * Returns true when the text after the last colon denies the text before the colon: 'SVE auditivo: egresa', 'EPS: no requiere'.
 */
function isDeniedAfterColon(sentence: string): boolean {
  const colon = sentence.lastIndexOf(':');
  const head = sentence.slice(0, Math.max(colon, 0));
  return (
    colon > 0 &&
    !REQUEST_PATTERN.test(head) &&
    NO_REQUEST_CLAUSE_PATTERN.test(sentence.slice(colon + 1).trim())
  );
}

/** Returns the clauses of a note, in lower case without accents, except those that deny or request nothing. */
const findRequestClauses = (note: string): string[] =>
  note
    .split('\n')
    .flatMap((line) => foldText(line).split(SENTENCE_END_PATTERN))
    .filter((sentence) => !isDeniedAfterColon(sentence))
    .flatMap((sentence) => sentence.split(CLAUSE_END_PATTERN))
    .map((clause) => clause.trim().replace(/^no, /, 'no '))
    .filter((clause) => clause !== '' && clause !== 'sve' && !NO_REQUEST_CLAUSE_PATTERN.test(clause));

/**
 * Words that introduce a reason. The text after them is ignored, because the reason for entering a programme names a finding
 * and not a programme. A reason that names a risk of the work is not ignored.
 */
const REASON_PATTERN =
  /\b(?:por(?! (?:el |la )?(?:riesgo|exposicion|factor))|debido|dad[oa]|segun|secundari\w*|ya que|porque|con|tras|antecedentes?|hallazgos?|no|ni)\b[\s\S]*/;
/**
 * Words that show that a clause is about a programme. Only in such a clause does a word like 'visual' name a programme;
 * elsewhere it may name an organ or a finding.
 */
const PROGRAMME_CONTEXT_PATTERN =
  /\b(?:sve|vigilancia|programa|inclu|ingres|vincul|contin|riesgo|conservacion|prevencion)/;
const CONNECTIVE_PATTERN = /\b(?:y|e|o|de|del|la|el|en)\b|[\s,/+-]/g;

const removeConnectives = (clause: string): string => clause.replace(CONNECTIVE_PATTERN, '');
const containsOnlyProgrammeNames = (clause: string): boolean =>
  removeConnectives(
    PROGRAMME_PATTERNS.reduce((rest, [, word]) => rest.replace(new RegExp(`${word.source}\\w*`), ''), clause),
  ) === '';

export const containsRequest = (note: string): boolean => findRequestClauses(note).length > 0;

export function requestedProgrammesIn(note: string): string[] {
  const spoken = findRequestClauses(note)
    .map((clause) => clause.replace(REASON_PATTERN, ''))
    .filter((clause) => PROGRAMME_CONTEXT_PATTERN.test(clause) || containsOnlyProgrammeNames(clause));
  return PROGRAMME_PATTERNS.filter(([, word]) => spoken.some((clause) => word.test(clause))).map(
    ([name]) => name,
  );
}

/** Returns true when the clinic's name of a programme contains the usual programme: 'DME osteomuscular' is 'osteomuscular'. */
export const matchesUsualProgramme = (given: string, usual: string): boolean =>
  PROGRAMME_PATTERNS.some(([name, word]) => name === usual && word.test(foldText(given)));

/**
 * Returns the recipient of the referral that a note requests: 'none' when the note requests nothing, null when it names neither
 * EPS nor ARL.
 */
export function requestedReferralIn(note: string): ReferralRecipient | null {
  const clauses = findRequestClauses(note);
  if (clauses.length === 0) return 'none';
  const eps = clauses.some((clause) => /\beps\b/.test(clause));
  const arl = clauses.some((clause) => /\bar[lp]\b/.test(clause));
  if (eps && arl) return 'both';
  if (eps) return 'eps';
  return arl ? 'arl' : null;
}
