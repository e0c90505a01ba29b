import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { APTITUDE_KINDS } from '../../../words.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { NOT_CHOSEN, wordsOfChoice } from './words.ts';
import './chosen.css';

/** A decision of a closed evaluation, to be read. */
export function Chosen({ context: { decisions }, name }: { context: EvaluationContext; name: DecisionName }) {
  if (!decisions) return null;
  const words = wordsOfChoice(name, decisions[name]);
  return (
    <div className="chosen">
      <span className="chosen-label">Elegido</span>
      {name === 'aptitude' && decisions.aptitude !== null ? (
        <StatusTag kind={APTITUDE_KINDS[decisions.aptitude]}>{words[0]}</StatusTag>
      ) : (
        <ul data-none={words[0] === NOT_CHOSEN || undefined}>
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
