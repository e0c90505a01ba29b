import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { NoteType } from '#contract/vocabulary.ts';
import { createNoteRow, type NoteRow, type NoteRowAdapter } from '#domain/evaluation/worksheet/note-rows.ts';
import { LINE_SUBJECT_MAX_LENGTH } from '#domain/evaluation/notes/note-lines.ts';
import {
  normalizeTaskName,
  type SubjectLineDefinition,
  type SubjectLine,
} from '#domain/evaluation/notes/subject-lines.ts';
import { foldText } from '#contract/fold.ts';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
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
const NO_LINE_LABELS: LineLabels = { add: '', subject: '', missing: '' };

interface SubjectLinesProps {
  lines: NoteLines;
  kind: SubjectLineDefinition;
  rowKind: NoteRowAdapter<SubjectLine>;
}
type SubjectFieldProps = SubjectLinesProps & { words: LineLabels; error: string | undefined };

function SubjectField({ lines, kind, words, error }: SubjectFieldProps) {
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

type SubjectRow = NoteRow<SubjectLine>;

const isSameSubject = (one: SubjectRow, other: SubjectRow): boolean =>
  foldText(one.item.subject) === foldText(other.item.subject);

const addOrReplaceRow =
  (row: SubjectRow) =>
  (rows: readonly SubjectRow[]): readonly SubjectRow[] =>
    rows.some((each) => isSameSubject(each, row))
      ? rows.map((each) => (isSameSubject(each, row) ? row : each))
      : [...rows, row];

function SubjectLineFields({ lines, kind, rowKind, words }: SubjectLinesProps & { words: LineLabels }) {
  const [isTried, setTried] = useState(false);
  const subject = lines.begun?.subject.trim() ?? '';
  const isMissing = /^[\s.,;:]*$/.test(subject);
  const saveSubject = (said: string) => {
    if (isMissing) return setTried(true);
    const row = createNoteRow(rowKind, { subject: kind.isOpen ? normalizeTaskName(subject) : subject, said });
    lines.editRows(rowKind, addOrReplaceRow(row), `Agregado: ${row.line}`);
  };
  return (
    <>
      <SubjectField
        lines={lines}
        kind={kind}
        rowKind={rowKind}
        words={words}
        error={isTried && isMissing ? words.missing : undefined}
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
  const words = SUBJECT_LINE_LABELS[lines.type] ?? NO_LINE_LABELS;
  const rows = lines.rowsOf(rowKind);
  const remove = ({ line }: SubjectRow) =>
    lines.editRows(rowKind, (all) => all.filter((row) => row.line !== line), `Quitado: ${line}`);
  const change = ({ line, item }: SubjectRow, said: string) => {
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
        {lines.begun && <SubjectLineFields lines={lines} kind={kind} rowKind={rowKind} words={words} />}
      </LineAdder>
    </>
  );
}
