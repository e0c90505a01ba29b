import {
  APTITUDES,
  APTITUDE_LABELS,
  REFERRAL_RECIPIENTS,
  REFERRAL_LABELS,
  type NoteType,
  type ReferralRecipient,
} from '#contract/vocabulary.ts';

/** Usual phrase with which each note states 'nothing', such as 'Sin restricciones'. */
export const NOTHING_TO_REPORT_PHRASES: Readonly<Partial<Record<NoteType, string>>> = {
  aptitud_tarea: 'No aplica',
  restricciones: 'Sin restricciones',
  recomendaciones: 'Sin recomendaciones',
  habitos: 'Sin recomendaciones',
  sve: 'No requiere',
  manejo_eps_arp: 'No requiere',
};

export const referralSentence = (to: ReferralRecipient): string =>
  to === 'none' ? REFERRAL_LABELS.none : `${REFERRAL_LABELS[to]}.`;

/** Usual phrases of each note, which the doctor inserts with one tap. */
export const USUAL_PHRASES: Readonly<Partial<Record<NoteType, readonly string[]>>> = {
  ...Object.fromEntries(Object.entries(NOTHING_TO_REPORT_PHRASES).map(([type, phrase]) => [type, [phrase]])),
  concepto: APTITUDES.map((aptitude) => APTITUDE_LABELS[aptitude]),
  manejo_eps_arp: REFERRAL_RECIPIENTS.map(referralSentence),
};

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim();

export const hasPhraseAsFirstLine = (text: string, phrase: string): boolean => firstLine(text) === phrase;

/**
 * Returns the note after a tap on a phrase. If the first line is this phrase, it is removed. Otherwise the phrase becomes the
 * first line and replaces another usual phrase there. Typed text always stays.
 */
export function togglePhrase(type: NoteType, text: string, phrase: string): string {
  const rest = text.split('\n').slice(1).join('\n');
  if (hasPhraseAsFirstLine(text, phrase)) return rest;
  const isOther = USUAL_PHRASES[type]?.some((other) => hasPhraseAsFirstLine(text, other)) ?? false;
  const kept = isOther ? rest : text;
  return kept.trim() === '' ? phrase : `${phrase}\n${kept}`;
}
