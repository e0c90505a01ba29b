import { Button } from '@mantine/core';
import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { resolveDecisionAndSentence } from '#domain/evaluation/worksheet/decide.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { decisionTexts } from './labels.ts';
import './choice-conflict.css';

interface ChoiceConflictSideProps {
  title: string;
  words: readonly string[];
  label: string;
  onChoose: () => void;
}

const ChoiceConflictSide = ({ title, words, label, onChoose }: ChoiceConflictSideProps) => (
  <section className="choice-side" aria-label={title}>
    <h4>{title}</h4>
    <ul>
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <Button onClick={onChoose}>{label}</Button>
  </section>
);

interface ChoiceConflictProps {
  context: EvaluationContext;
  name: DecisionName;
}

/** Shows the values that two users chose for one decision. The doctor must choose a value before the notes can be saved. */
export function ChoiceConflict({ context: { typing, evaluation }, name }: ChoiceConflictProps) {
  const choice = typing.sheet.choices?.[name];
  if (!choice?.theirs) return null;
  const { mine } = choice;
  const { value: theirs } = choice.theirs;
  const pick = (value: Decisions[DecisionName]) =>
    typing.change((sheet) => resolveDecisionAndSentence(sheet, evaluation, name, value));
  return (
    <fieldset
      className="choice-conflict"
      aria-label={`Dos elecciones: ${NOTE_LABELS[NOTE_OF_DECISION[name]]}`}
    >
      <Notice kind="warn" title="Otra persona eligió algo distinto mientras tanto." />
      <div className="choice-sides">
        <ChoiceConflictSide
          title="Tu elección"
          words={decisionTexts(name, mine)}
          label="Conservar la mía"
          onChoose={() => pick(mine)}
        />
        <ChoiceConflictSide
          title="La otra elección"
          words={decisionTexts(name, theirs)}
          label="Usar la otra"
          onChoose={() => pick(theirs)}
        />
      </div>
    </fieldset>
  );
}
