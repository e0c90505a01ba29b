import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  SUBJECT_MAX_LENGTH,
  addLine,
  linesOf,
  removeLine,
  replaceLine,
} from '#domain/evaluation/notes/note-lines.ts';
import type { SubjectKind, SubjectLine } from '#domain/evaluation/notes/subject-lines.ts';
import { foldText } from '#domain/text/fold.ts';
import { takeFocus } from '#ui/hooks/take-focus.ts';
import { LineAdder } from './line-adder.tsx';
import { WrittenLine } from './written-line.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './subject-lines.css';

interface Words {
  readonly add: string;
  readonly subject: string;
  readonly missing: string;
}
const WORDS: Partial<Record<NoteType, Words>> = {
  sve: { add: 'Programa de SVE', subject: 'Programa', missing: 'Elige el programa.' },
  aptitud_tarea: { add: 'Énfasis o tarea', subject: 'Tarea', missing: 'Escribe la tarea.' },
};
const NO_WORDS: Words = { add: '', subject: '', missing: '' };

interface SubjectLinesProps {
  lines: NoteLines;
  kind: SubjectKind;
}
type FieldProps = SubjectLinesProps & { words: Words; error: string | undefined };

function Subject({ lines, kind, words, error }: FieldProps) {
  const listId = useId();
  const subject = lines.begun?.subject ?? '';
  const shared = { className: 'subject-field', label: words.subject, value: subject, error };
  const ref = lines.isOpening ? takeFocus : undefined;
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
        maxLength={SUBJECT_MAX_LENGTH}
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

interface Written extends SubjectLine {
  readonly line: string;
}

const writtenIn = (text: string, kind: SubjectKind): Written[] =>
  linesOf(text).flatMap((line) => {
    const read = kind.read(line);
    return read ? [{ ...read, line }] : [];
  });

/** One line a subject: what is said of it anew takes the place of what was. */
function saying(kind: SubjectKind, type: NoteType, said: SubjectLine): (text: string) => string {
  const line = kind.write(said);
  return (text) => {
    const before = writtenIn(text, kind).find(({ subject }) => foldText(subject) === foldText(said.subject));
    return before ? replaceLine(text, before.line, line) : addLine(type, text, line);
  };
}

function Fields({ lines, kind, words }: SubjectLinesProps & { words: Words }) {
  const [asked, setAsked] = useState(false);
  const subject = lines.begun?.subject.trim() ?? '';
  const isMissing = /^[\s.,;:]*$/.test(subject);
  const say = (said: string) => {
    if (isMissing) return setAsked(true);
    const edit = saying(kind, lines.type, { subject, said });
    lines.write(edit, `Agregado: ${kind.write({ subject, said })}`);
  };
  return (
    <>
      <Subject
        lines={lines}
        kind={kind}
        words={words}
        error={asked && isMissing ? words.missing : undefined}
      />
      <div className="subject-actions">
        {kind.says.map((said) => (
          <Button key={said} onClick={() => say(said)}>
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

/** One thing a row: each programme of surveillance, or each task, with what is said of it. */
export function SubjectLines({ lines, kind }: SubjectLinesProps) {
  const words = WORDS[lines.type] ?? NO_WORDS;
  return (
    <>
      {writtenIn(lines.text, kind).map(({ line, subject, said }, nth) => (
        <WrittenLine key={`${nth} ${subject}`} lines={lines} line={line} remove={removeLine}>
          <span className="subject-name">{subject}</span>
          <NativeSelect
            className="subject-said"
            aria-label={`${words.subject}: ${subject}`}
            data={[...kind.says]}
            value={said}
            onChange={({ currentTarget: { value } }) => {
              const other = kind.write({ subject, said: value });
              lines.write((text) => replaceLine(text, line, other), `Cambiado: ${other}`, false);
            }}
          />
        </WrittenLine>
      ))}
      <LineAdder
        lines={lines}
        label={words.add}
        onBegin={() => lines.begin({ subject: '', from: '', to: '', isPermanent: false })}
      >
        {lines.begun && <Fields lines={lines} kind={kind} words={words} />}
      </LineAdder>
    </>
  );
}
