import {
  APTITUDES,
  APTITUDE_LABELS,
  REFERRALS,
  REFERRAL_LABELS,
  type NoteType,
  type ReferralTo,
} from '#contract/vocabulary.ts';

/** Usual phrase of each note for 'nothing', such as 'Sin restricciones'. */
export const NOTHING: Readonly<Partial<Record<NoteType, string>>> = {
  aptitud_tarea: 'No aplica',
  restricciones: 'Sin restricciones',
  recomendaciones: 'Sin recomendaciones',
  habitos: 'Sin recomendaciones',
  sve: 'No requiere',
  manejo_eps_arp: 'No requiere',
};

/** Returns the sentence with which a note states a referral. */
export const referralSentence = (to: ReferralTo): string =>
  to === 'none' ? REFERRAL_LABELS.none : `${REFERRAL_LABELS[to]}.`;

/** Usual phrases of a note, each inserted with one tap. */
export const PHRASES: Readonly<Partial<Record<NoteType, readonly string[]>>> = {
  ...Object.fromEntries(Object.entries(NOTHING).map(([type, phrase]) => [type, [phrase]])),
  concepto: APTITUDES.map((aptitude) => APTITUDE_LABELS[aptitude]),
  manejo_eps_arp: REFERRALS.map(referralSentence),
};

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim();

/** Returns true when the phrase is the complete first line of the note. */
export const hasPhrase = (text: string, phrase: string): boolean => firstLine(text) === phrase;

/**
 * Returns the note after the doctor tapped a phrase. The phrase replaces another usual phrase, or is removed when the note has
 * it; typed text always stays.
 */
export function tapPhrase(type: NoteType, text: string, phrase: string): string {
  const rest = text.split('\n').slice(1).join('\n');
  if (hasPhrase(text, phrase)) return rest;
  const isOther = PHRASES[type]?.some((other) => hasPhrase(text, other)) ?? false;
  const kept = isOther ? rest : text;
  return kept.trim() === '' ? phrase : `${phrase}\n${kept}`;
}
