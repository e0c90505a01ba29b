import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import { decisionSentences } from '#domain/evaluation/notes/sentences.ts';

export const NOT_CHOSEN_TEXT = 'Sin elegir';

/** Returns the sentences that a decision writes into its note, and the reason of a referral. */
export function decisionTexts<Name extends DecisionName>(name: Name, value: Decisions[Name]): string[] {
  if (value === null) return [NOT_CHOSEN_TEXT];
  const reason = typeof value === 'object' && 'reason' in value ? value.reason : null;
  return [...decisionSentences(name, value), ...(reason === null ? [] : [`Motivo: ${reason}`])];
}
