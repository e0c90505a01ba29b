import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { markSeen, unseenFields, unseenTemplateOf } from '#domain/evaluation/worksheet/template-marks.ts';
import type { TemplateField, WorksheetSection } from '#domain/evaluation/worksheet/worksheet.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './template-mark.css';

const TemplateTag = ({ children }: { children: string }) => (
  <span className="template-mark">
    <StatusTag kind="info" icon="copy">
      {children}
    </StatusTag>
  </span>
);

/**
 * Returns the mark of a field that a template has filled, and the handler with which a focus marks the field as seen; nothing
 * for any other field.
 */
export function templateMarkOf({ typing, evaluation, closed }: EvaluationContext, field: TemplateField) {
  if (closed || unseenTemplateOf(typing.sheet, evaluation, field) === null) return {};
  return {
    description: (
      <TemplateTag>{field.startsWith('choice:') ? 'Elección de plantilla' : 'De plantilla'}</TemplateTag>
    ),
    onFocus: () => typing.change((sheet) => markSeen(sheet, [field])),
  };
}

interface MarkedChoiceProps {
  context: EvaluationContext;
  /** Decision that the controls set; undefined if they set none. */
  name: DecisionName | undefined;
  hasTag?: boolean;
  children: ReactNode;
}

/**
 * Empty space in place of a mark that the doctor has seen. Without this space, the button that the doctor is pressing would
 * move, and the click would miss the button.
 */
const SeenMarkSpace = () => (
  <span className="template-mark template-mark-seen">
    <StatusTag kind="info">&nbsp;</StatusTag>
  </span>
);

/** Controls of a decision. A focus in them marks the decision as seen. */
export function MarkedChoice({ context, name, hasTag = false, children }: MarkedChoiceProps) {
  if (name === undefined) return children;
  const { description, onFocus } = templateMarkOf(context, `choice:${name}`);
  const isSeen = !context.closed && context.typing.sheet.marks?.[`choice:${name}`]?.state === 'seen';
  const label = hasTag && description ? `De plantilla: ${NOTE_LABELS[NOTE_OF_DECISION[name]]}` : undefined;
  return (
    <div className="template-choice" role={label && 'group'} aria-label={label} onFocus={onFocus}>
      {hasTag && (description ?? (isSeen && <SeenMarkSpace />))}
      {children}
    </div>
  );
}

/** Button 'Visto' in the head of a card, for all fields of the card that a template has filled. */
export function SeenButton({
  context: { typing, evaluation },
  section,
  of,
}: {
  context: EvaluationContext;
  section: WorksheetSection;
  of: string;
}) {
  const fields = unseenFields(typing.sheet, evaluation)
    .map(({ field }) => field)
    .filter((field) => field.startsWith('exam:') === (section === 'results'));
  if (fields.length === 0) return null;
  return (
    <Button aria-label={`Visto: ${of}`} onClick={() => typing.change((sheet) => markSeen(sheet, fields))}>
      Visto
    </Button>
  );
}
