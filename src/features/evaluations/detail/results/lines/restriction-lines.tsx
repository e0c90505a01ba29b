import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type DecidedRestriction, restrictionKey } from '#contract/records/evaluation/decisions.ts';
import { RESTRICTION_ROW_ADAPTER, createNoteRow } from '#domain/evaluation/worksheet/note-rows.ts';
import {
  LINE_SUBJECT_MAX_LENGTH,
  normalizeLineSubject,
  type UnfinishedLine,
} from '#domain/evaluation/notes/note-lines.ts';
import { restrictionProblems, type RestrictionProblem } from '#domain/evaluation/notes/restriction.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { LineAdder } from './line-adder.tsx';
import { WrittenLine } from './written-line.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './restriction-lines.css';

const ADD_RESTRICTION_TEXT = 'Restricción con fechas';
const USUAL_RESTRICTIONS = [
  'Sin trabajo en alturas',
  'Sin ingreso a espacios confinados',
  'No levantar ni cargar más de 10 kg',
  'No conducir vehículos ni operar maquinaria',
  'Sin exposición a ruido superior a 85 dB',
  'Sin movimientos repetitivos prolongados',
  'Evitar posturas de pie prolongadas',
  'Sin turnos nocturnos',
];

const todayInBogota = (): string => bogotaDay(Date.now());
const createEmptyRestrictionLine = (): UnfinishedLine => ({
  subject: '',
  from: todayInBogota(),
  to: '',
  isPermanent: false,
});

const RESTRICTION_PROBLEM_MESSAGES: Record<
  'subject' | 'from' | 'to',
  Partial<Record<RestrictionProblem, string>>
> = {
  subject: { missing: 'Escribe qué no puede hacer.' },
  from: { missing: 'Escribe desde cuándo.', no_day: 'Revisa el año.' },
  to: {
    missing: 'Escribe hasta cuándo, o marca «Permanente».',
    no_day: 'Revisa el año.',
    before_from: 'Es anterior a «Desde».',
  },
};

/** Returns the errors to show: immediately if the last day is before the first, otherwise after 'Agregar' was pressed. */
function useRestrictionProblems(begun: UnfinishedLine) {
  const [isTried, setTried] = useState(false);
  const problems = restrictionProblems(begun);
  const wordsFor = (field: 'subject' | 'from' | 'to') => {
    const problem = problems[field];
    return problem && (isTried || problem === 'before_from')
      ? RESTRICTION_PROBLEM_MESSAGES[field][problem]
      : undefined;
  };
  return { isRight: Object.keys(problems).length === 0, wordsFor, ask: () => setTried(true) };
}

function RestrictionPeriodFields({
  begun,
  lines,
  wordsFor,
}: RestrictionFieldsProps & Pick<ReturnType<typeof useRestrictionProblems>, 'wordsFor'>) {
  const change = (part: Partial<UnfinishedLine>) => lines.begin({ ...begun, ...part });
  return (
    <>
      <DayField
        className="restriction-day"
        label="Desde"
        value={begun.from}
        error={wordsFor('from')}
        onChange={(from) => change({ from })}
      />
      {!begun.isPermanent && (
        <DayField
          className="restriction-day"
          label="Hasta"
          value={begun.to}
          error={wordsFor('to')}
          onChange={(to) => change({ to })}
        />
      )}
      <Checkbox
        classNames={{ root: 'restriction-permanent', body: 'restriction-permanent-body' }}
        label="Permanente"
        checked={begun.isPermanent}
        onChange={(event) => change({ isPermanent: event.currentTarget.checked })}
      />
    </>
  );
}

interface RestrictionFieldsProps {
  lines: NoteLines;
  begun: UnfinishedLine;
}

const toDecidedRestriction = ({ subject, from, to, isPermanent }: UnfinishedLine): DecidedRestriction => ({
  what: normalizeLineSubject(subject),
  from,
  to: isPermanent ? null : to,
});

function RestrictionFields({ lines, begun }: RestrictionFieldsProps) {
  const listId = useId();
  const { isRight, wordsFor, ask } = useRestrictionProblems(begun);
  const add = () => {
    if (!isRight) return ask();
    const restriction = toDecidedRestriction(begun);
    const row = createNoteRow(RESTRICTION_ROW_ADAPTER, restriction);
    const key = restrictionKey(restriction);
    lines.editRows(
      RESTRICTION_ROW_ADAPTER,
      (rows) => (rows.some(({ item }) => restrictionKey(item) === key) ? rows : [...rows, row]),
      `Agregado: ${row.line}`,
    );
  };
  return (
    <>
      <TextInput
        ref={lines.isOpening ? focusOnMount : undefined}
        className="restriction-subject"
        label="Qué se restringe"
        placeholder="Sin trabajo en alturas"
        list={listId}
        autoComplete="off"
        maxLength={LINE_SUBJECT_MAX_LENGTH}
        value={begun.subject}
        error={wordsFor('subject')}
        onChange={(event) => lines.begin({ ...begun, subject: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The button to undo gets the focus, and the same key press would click it.
          event.preventDefault();
          add();
        }}
      />
      <datalist id={listId}>
        {USUAL_RESTRICTIONS.map((subject) => (
          <option key={subject} value={subject}>
            {subject}
          </option>
        ))}
      </datalist>
      <RestrictionPeriodFields lines={lines} begun={begun} wordsFor={wordsFor} />
      <div className="restriction-actions">
        <Button onClick={() => lines.begin(null)}>Cancelar</Button>
        <Button variant="filled" onClick={add}>
          Agregar
        </Button>
      </div>
    </>
  );
}

const isPastPeriod = ({ to }: DecidedRestriction): boolean => to !== null && to < todayInBogota();

export function RestrictionLines({ lines }: { lines: NoteLines }) {
  const rows = lines.rowsOf(RESTRICTION_ROW_ADAPTER);
  const remove = (line: string) =>
    lines.editRows(
      RESTRICTION_ROW_ADAPTER,
      (all) => all.filter((row) => row.line !== line),
      `Quitado: ${line}`,
    );
  return (
    <>
      {rows.map(({ line, item }, nth) => (
        <WrittenLine key={`${nth} ${line}`} line={line} onRemove={() => remove(line)}>
          {line}
          {isPastPeriod(item) && (
            <StatusTag kind="warn">Venció el {formatCalendarDay(item.to ?? '')}</StatusTag>
          )}
        </WrittenLine>
      ))}
      <LineAdder
        lines={lines}
        label={ADD_RESTRICTION_TEXT}
        max={RESTRICTION_ROW_ADAPTER.max}
        count={rows.length}
        onBegin={() => lines.begin(createEmptyRestrictionLine())}
      >
        {lines.begun && <RestrictionFields lines={lines} begun={lines.begun} />}
      </LineAdder>
    </>
  );
}
