import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { noteKey, worksheetText } from '#domain/evaluation/worksheet/worksheet.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './missing-choice.css';

/** Hints about missing decisions that documents print. The text of a note does not replace a decision. */
const MISSING_DECISION_HINTS: Partial<Record<DecisionName, string>> = {
  aptitude: 'Falta elegir: toca uno de los botones. El texto solo no cuenta como aptitud.',
  surveillance: 'Falta elegir: el empleador no lee este texto, y sin elección leerá «No registrado».',
  referral: 'Falta elegir: el empleador no lee este texto, y sin elección leerá «No registrado».',
};

interface MissingDecisionHintProps {
  context: EvaluationContext;
  name: DecisionName;
}

/** Hint below a note that has a text but no decision, for example after taking over the text of an earlier visit. */
export function MissingDecisionHint({
  context: { typing, evaluation, decisions },
  name,
}: MissingDecisionHintProps) {
  const words = MISSING_DECISION_HINTS[name];
  const text = worksheetText(typing.sheet, evaluation, noteKey(NOTE_OF_DECISION[name]));
  const isMissing = decisions !== null && decisions[name] === null && hasVisibleCharacter(text);
  return words !== undefined && isMissing ? <p className="missing-choice">{words}</p> : null;
}
