import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { NoteType } from '#contract/vocabulary.ts';
import { createNoteRow, type NoteRow, type NoteRowAdapter } from '#domain/evaluation/note-rows.ts';
import { LINE_SUBJECT_MAX_LENGTH } from '#domain/evaluation/notes/note-lines.ts';
import {
  normalizeTaskName,
  type SubjectLineDefinition,
  type SubjectLine,
} from '#domain/evaluation/notes/subject-lines.ts';
import { foldText } from '#contract/fold.ts';
import { focusOnMount } from '#ui/hooks/take-focus.ts';
import { LineAdder } from './line-adder.tsx';
import { WrittenLine } from './written-line.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './subject-lines.css';

interface LineLabels {
  readonly add: string;
  readonly subject: string;
  readonly missing: string;
}
const SUBJECT_LINE_LABELS: Partial<Record<NoteType, LineLabels>> = {
  sve: { add: 'Programa de SVE', subject: 'Programa', missing: 'Elige el programa.' },
  aptitud_tarea: { add: 'Énfasis o tarea', subject: 'Tarea', missing: 'Escribe la tarea.' },
};
const NO_TEXTS: LineLabels = { add: '', subject: '', missing: '' };

interface SubjectLinesProps {
  lines: NoteLines;
  kind: SubjectLineDefinition;
  rowKind: NoteRowAdapter<SubjectLine>;
}
type FieldProps = SubjectLinesProps & { words: LineLabels; error: string | undefined };

function Subject({ lines, kind, words, error }: FieldProps) {
  const listId = useId();
  const subject = lines.begun?.subject ?? '';
  const shared = { className: 'subject-field', label: words.subject, value: subject, error };
  const ref = lines.isOpening ? focusOnMount : undefined;
  const change = (typed: string) => lines.begin({ subject: typed, from: '', to: '', isPermanent: false });
  if (!kind.isOpen)
    return (
      <NativeSelect
        {...shared}
        ref={ref}
        data={[{ value: '', label: 'Elige…' }, ...kind.subjects]}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  return (
    <>
      <TextInput
        {...shared}
        ref={ref}
        placeholder={kind.subjects[0]}
        list={listId}
        autoComplete="off"
        maxLength={LINE_SUBJECT_MAX_LENGTH}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {kind.subjects.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </>
  );
}

type Row = NoteRow<SubjectLine>;

const isSameSubject = (one: Row, other: Row): boolean =>
  foldText(one.item.subject) === foldText(other.item.subject);

const addOrReplaceRow =
  (row: Row) =>
  (rows: readonly Row[]): readonly Row[] =>
    rows.some((each) => isSameSubject(each, row))
      ? rows.map((each) => (isSameSubject(each, row) ? row : each))
      : [...rows, row];

function Fields({ lines, kind, rowKind, words }: SubjectLinesProps & { words: LineLabels }) {
  const [asked, setAsked] = useState(false);
  const subject = lines.begun?.subject.trim() ?? '';
  const isMissing = /^[\s.,;:]*$/.test(subject);
  const saveSubject = (said: string) => {
    if (isMissing) return setAsked(true);
    const row = createNoteRow(rowKind, { subject: kind.isOpen ? normalizeTaskName(subject) : subject, said });
    lines.editRows(rowKind, addOrReplaceRow(row), `Agregado: ${row.line}`);
  };
  return (
    <>
      <Subject
        lines={lines}
        kind={kind}
        rowKind={rowKind}
        words={words}
        error={asked && isMissing ? words.missing : undefined}
      />
      <div className="subject-actions">
        {kind.says.map((said) => (
          <Button key={said} onClick={() => saveSubject(said)}>
            {said}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => lines.begin(null)}>
          Cancelar
        </Button>
      </div>
    </>
  );
}

export function SubjectLines({ lines, kind, rowKind }: SubjectLinesProps) {
  const words = SUBJECT_LINE_LABELS[lines.type] ?? NO_TEXTS;
  const rows = lines.rowsOf(rowKind);
  const remove = ({ line }: Row) =>
    lines.editRows(rowKind, (all) => all.filter((row) => row.line !== line), `Quitado: ${line}`);
  const change = ({ line, item }: Row, said: string) => {
    const other = createNoteRow(rowKind, { ...item, said });
    lines.editRows(
      rowKind,
      (all) => all.map((row) => (row.line === line ? other : row)),
      `Cambiado: ${other.line}`,
      false,
    );
  };
  return (
    <>
      {rows.map((row, nth) => (
        <WrittenLine key={`${nth} ${row.item.subject}`} line={row.line} onRemove={() => remove(row)}>
          <span className="subject-name">{row.item.subject}</span>
          <NativeSelect
            className="subject-said"
            aria-label={`${words.subject}: ${row.item.subject}`}
            data={[...kind.says]}
            value={row.item.said}
            onChange={({ currentTarget: { value } }) => change(row, value)}
          />
        </WrittenLine>
      ))}
      <LineAdder
        lines={lines}
        label={words.add}
        max={rowKind.max}
        count={rows.length}
        onBegin={() => lines.begin({ subject: '', from: '', to: '', isPermanent: false })}
      >
        {lines.begun && <Fields lines={lines} kind={kind} rowKind={rowKind} words={words} />}
      </LineAdder>
    </>
  );
}
