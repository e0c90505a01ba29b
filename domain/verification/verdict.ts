import type { VerdictClass } from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';

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
