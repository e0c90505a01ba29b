import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { CLINICAL_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import {
  resolveTextConflict,
  worksheetText,
  setTypedText,
  type TemplateField,
  type WorksheetTextKey,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { textLengthProblem } from '../../messages.ts';
import { templateMarkOf } from './template-mark.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './clinical-text.css';

interface ClinicalTextProps {
  context: EvaluationContext;
  textKey: WorksheetTextKey;
  /** Name of the field in a template. */
  field: TemplateField;
  label: string;
  /** True if the label is hidden, because a visible heading already names the field. */
  hideLabel?: boolean;
}

const ReadOnlyClinicalText = ({
  label,
  text,
  hideLabel,
}: {
  label: string;
  text: string;
  hideLabel: boolean;
}) => (
  <div className="clinical-written">
    {!hideLabel && <h3>{label}</h3>}
    <p>{text === '' ? 'Sin contenido' : text}</p>
  </div>
);

interface TextConflictProps {
  label: string;
  mine: string;
  theirs: string;
  onChoose: (text: string) => void;
}

const TextConflictSide = ({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action: React.ReactNode;
}) => (
  <section className="conflict-side" aria-label={title}>
    <h4>{title}</h4>
    <p>{text === '' ? 'Sin contenido' : text}</p>
    {action}
  </section>
);

/**
 * Shows the texts of two users next to each other. The section can be saved only after the doctor has chosen one of the texts
 * or joined them.
 */
function TextConflict({ label, mine, theirs, onChoose }: TextConflictProps) {
  const [joined, setJoined] = useState(`${mine}\n\n${theirs}`.trim());
  return (
    <fieldset className="conflict" aria-label={`Dos textos: ${label}`}>
      <Notice kind="warn" title="Otra persona cambió este texto mientras lo escribías.">
        Elige cuál queda, o únelos. No se pierde ninguno hasta que elijas.
      </Notice>
      <div className="conflict-sides">
        <TextConflictSide
          title="Tu texto"
          text={mine}
          action={<Button onClick={() => onChoose(mine)}>Conservar el mío</Button>}
        />
        <TextConflictSide
          title="El otro texto"
          text={theirs}
          action={<Button onClick={() => onChoose(theirs)}>Usar el otro</Button>}
        />
      </div>
      <Textarea
        label="Texto unido"
        autosize
        autoComplete="off"
        minRows={3}
        maxRows={12}
        value={joined}
        error={textLengthProblem(joined)}
        maxLength={CLINICAL_TEXT_MAX_LENGTH}
        onChange={(event) => setJoined(event.currentTarget.value)}
      />
      <Button onClick={() => onChoose(joined)}>Usar el texto unido</Button>
    </fieldset>
  );
}

/**
 * Text of a result or note. Read-only if the evaluation is closed, otherwise a field whose text the device stores while the
 * doctor types.
 */
export function ClinicalText({ context, textKey, field, label, hideLabel = false }: ClinicalTextProps) {
  const { evaluation, typing, closed } = context;
  const id = useId();
  const value = worksheetText(typing.sheet, evaluation, textKey);
  const typed = typing.sheet.texts[textKey];
  if (closed && !typed) return <ReadOnlyClinicalText label={label} text={value} hideLabel={hideLabel} />;
  if (typed && typed.theirs !== null)
    return (
      <div className="clinical-text">
        <h3>{label}</h3>
        <TextConflict
          // The key renders the conflict again when the other user's text changes while the doctor is choosing.
          key={typed.theirs}
          label={label}
          mine={typed.mine}
          theirs={typed.theirs}
          onChoose={(text) => typing.change((sheet) => resolveTextConflict(sheet, textKey, text))}
        />
      </div>
    );
  return (
    <Textarea
      id={id}
      className="clinical-text"
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      autosize
      // Prevents the browser from writing the text into its session files (D5).
      autoComplete="off"
      minRows={2}
      maxRows={14}
      maxLength={CLINICAL_TEXT_MAX_LENGTH}
      value={value}
      error={textLengthProblem(value)}
      {...templateMarkOf(context, field)}
      onChange={({ currentTarget: { value: text } }) =>
        typing.change((sheet) => setTypedText(sheet, evaluation, textKey, text))
      }
    />
  );
}
