import type { NoteType } from '#contract/vocabulary.ts';
import { DECISION_OF_NOTE } from '#domain/evaluation/notes/sentences.ts';
import type { OfferedOptions } from '#domain/evaluation/worksheet/offered.ts';
import { noteKey } from '#domain/evaluation/worksheet/worksheet.ts';
import type { CachedPhrase } from '#sync/catalogs/phrases.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { ClinicPhrases } from './bank-phrases.tsx';
import { ChoiceConflict } from '../choices/choice-conflict.tsx';
import { MissingDecisionHint } from '../choices/missing-choice.tsx';
import { ReferralReasonField } from '../choices/referral-reason.tsx';
import { NoteLinesSection } from '../lines/note-helpers.tsx';
import { useNoteLines } from '../lines/use-note-lines.ts';
import { NotePhrases } from './note-phrases.tsx';
import { MarkedChoice } from '../template-mark.tsx';

interface NoteControlsProps {
  context: EvaluationContext;
  type: NoteType;
  offered: OfferedOptions;
  bank: readonly CachedPhrase[];
}

/**
 * Controls of one note: phrases, hint about a missing decision, and lines. While the decisions of two users conflict, shows
 * only that conflict; while their texts conflict, shows nothing.
 */
export function NoteControls({ context, type, offered, bank }: NoteControlsProps) {
  const lines = useNoteLines(context, type);
  const name = DECISION_OF_NOTE[type];
  const { texts, choices } = context.typing.sheet;
  if (name !== undefined && choices?.[name]?.theirs) return <ChoiceConflict context={context} name={name} />;
  if (typeof texts[noteKey(type)]?.theirs === 'string') return null;
  return (
    <>
      <MarkedChoice context={context} name={name} hasTag>
        <NotePhrases context={context} lines={lines} offered={offered} />
        {name === 'referral' && <ReferralReasonField context={context} />}
      </MarkedChoice>
      {name !== undefined && <MissingDecisionHint context={context} name={name} />}
      <ClinicPhrases context={context} type={type} phrases={bank} />
      <MarkedChoice context={context} name={name}>
        <NoteLinesSection lines={lines} offered={offered} />
      </MarkedChoice>
    </>
  );
}
