import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { APTITUDE_TONES } from '../../../messages.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { NOT_CHOSEN_TEXT, decisionTexts } from './labels.ts';
import './chosen.css';

/** Decisions that a document prints as 'No registrado' if they are missing. */
const PRINTED_DECISIONS: readonly DecisionName[] = ['aptitude', 'surveillance', 'referral'];

export function ReadOnlyDecision({
  context: { decisions },
  name,
}: {
  context: EvaluationContext;
  name: DecisionName;
}) {
  if (!decisions) return null;
  const value = decisions[name];
  if (value === null)
    return PRINTED_DECISIONS.includes(name) ? <p className="unchosen">{NOT_CHOSEN_TEXT}</p> : null;
  const words = decisionTexts(name, value);
  return (
    <div className="chosen">
      <span className="chosen-label">Elegido</span>
      {name === 'aptitude' && decisions.aptitude !== null ? (
        <StatusTag kind={APTITUDE_TONES[decisions.aptitude]}>{words[0]}</StatusTag>
      ) : (
        <ul>
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
