import { UnstyledButton } from '@mantine/core';
import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { setDecisionAndSentence } from '#domain/evaluation/worksheet/decide.ts';
import {
  USUAL_PHRASES,
  hasPhraseAsFirstLine,
  referralSentence,
  togglePhrase,
} from '#domain/evaluation/notes/phrases.ts';
import {
  decisionOfPhrase,
  isDecisionChosen,
  decisionSentences,
  type ChosenDecision,
} from '#domain/evaluation/notes/sentences.ts';
import type { OfferedOptions } from '#domain/evaluation/worksheet/offered.ts';
import { noteKey, worksheetText, setTextFromHelper } from '#domain/evaluation/worksheet/worksheet.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import type { NoteLines } from '../lines/use-note-lines.ts';
import './note-phrases.css';

interface NotePhrasesProps {
  context: EvaluationContext;
  lines: NoteLines;
  offered: OfferedOptions;
}

const SHORT_PHRASE_LABELS: Readonly<Record<string, string>> = {
  [referralSentence('eps')]: 'EPS',
  [referralSentence('arl')]: 'ARL',
  [referralSentence('both')]: 'EPS y ARL',
};

/**
 * Writes a phrase without setting a decision, or removes the phrase. The phrase's button looks pressed while the note begins
 * with the phrase.
 */
function useUsualPhraseToggle({ typing, evaluation }: EvaluationContext, type: NoteType) {
  const key = noteKey(type);
  return {
    isWritten: (phrase: string) => hasPhraseAsFirstLine(worksheetText(typing.sheet, evaluation, key), phrase),
    tap: (phrase: string) =>
      typing.change((sheet) =>
        setTextFromHelper(
          sheet,
          evaluation,
          key,
          togglePhrase(type, worksheetText(sheet, evaluation, key), phrase),
        ),
      ),
  };
}

/** Sets a decision. A button looks pressed while the decision has the button's value, whatever the text says. */
function useDecisionChoice({ typing, evaluation, decisions }: EvaluationContext, lines: NoteLines) {
  const withReason = (chosen: ChosenDecision): ChosenDecision =>
    chosen.name === 'referral' && chosen.value.to !== 'none'
      ? { ...chosen, value: { ...chosen.value, reason: decisions?.referral?.reason ?? null } }
      : chosen;
  /** Returns the sentences of the rows that the decision removes, so that the doctor can restore them. */
  const removedSentences = ({ name }: ChosenDecision): readonly string[] => {
    const value = decisions?.[name];
    return decisions && Array.isArray(value) && value.length > 0
      ? decisionSentences(name, decisions[name])
      : [];
  };
  return (phrase: string) => {
    const chosen = decisions && decisionOfPhrase(lines.type, phrase);
    if (!chosen) return null;
    const isPressed = isDecisionChosen(decisions, chosen);
    const { name, value } = withReason(chosen);
    return {
      isPressed,
      tap: () => {
        const gone = removedSentences(chosen);
        const edit: Parameters<typeof typing.change>[0] = (sheet) =>
          setDecisionAndSentence(sheet, evaluation, name, isPressed ? null : value);
        if (gone.length === 0) typing.change(edit);
        else lines.write(edit, `Quitado: ${gone.join(' ')}`, false);
      },
    };
  };
}

export function NotePhrases({ context, lines, offered }: NotePhrasesProps) {
  const { type } = lines;
  const writing = useUsualPhraseToggle(context, type);
  const choosing = useDecisionChoice(context, lines);
  const aptitude = context.decisions?.aptitude;
  const isOffered = (phrase: string): boolean => {
    const chosen = decisionOfPhrase(type, phrase);
    if (chosen?.name !== 'aptitude') return true;
    // A chosen aptitude stays visible after the clinic has switched it off, so that the doctor can clear it.
    return offered.aptitudes.includes(chosen.value) || chosen.value === aptitude;
  };
  const phrases = (USUAL_PHRASES[type] ?? []).filter(isOffered);
  if (phrases.length === 0) return null;
  return (
    <fieldset className="note-phrases" aria-label={`Frases: ${NOTE_LABELS[type]}`}>
      {phrases.map((phrase) => {
        const choice = choosing(phrase);
        const isPressed = choice ? choice.isPressed : writing.isWritten(phrase);
        return (
          <UnstyledButton
            key={phrase}
            className="note-phrase"
            aria-pressed={isPressed}
            onClick={() => (choice ? choice.tap() : writing.tap(phrase))}
          >
            {isPressed && <Icon name="check" size={16} />}
            {SHORT_PHRASE_LABELS[phrase] ?? phrase}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
