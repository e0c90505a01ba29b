import {
  ATTENDANCE_OUTCOME_LABELS,
  hasCome,
  type AttendanceList,
  type AttendancePerson,
} from '#contract/records/evaluation/attendance.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { formatDateTime, formatTime } from '#domain/time/format.ts';
import type { OfficeDocument } from '../../documents/index.ts';
import type { SpreadsheetColumn } from '../../platform/spreadsheet/columns.ts';

export interface AttendanceRow {
  readonly person: AttendancePerson;
  readonly list: AttendanceList;
}

function resultText({ evaluation_id, is_result_pending }: AttendancePerson): string | null {
  if (evaluation_id === null) return null;
  return is_result_pending ? 'Pendiente' : 'Listo';
}

/** Columns of the spreadsheet for the company. They contain nothing clinical. */
export const ATTENDANCE_COLUMNS: readonly SpreadsheetColumn<AttendanceRow>[] = [
  { title: 'Día', kind: 'day', width: 12, value: ({ list }) => list.day },
  { title: 'Empresa', kind: 'text', width: 32, value: ({ list }) => list.company.name },
  { title: 'Brigada', kind: 'text', width: 20, value: ({ list }) => list.brigade },
  { title: 'Tipo doc.', kind: 'text', width: 9, value: ({ person }) => person.identification_type },
  { title: 'Documento', kind: 'text', width: 16, value: ({ person }) => person.identification_number },
  { title: 'Nombre', kind: 'text', width: 34, value: ({ person }) => person.full_name },
  { title: 'Hora', kind: 'text', width: 8, value: ({ person }) => person.hour },
  {
    title: 'Asistencia',
    kind: 'text',
    width: 18,
    value: ({ person }) => ATTENDANCE_OUTCOME_LABELS[person.outcome],
  },
  {
    title: 'Llegada',
    kind: 'instant',
    width: 17,
    value: ({ person }) => (hasCome(person) ? person.at : null),
  },
  { title: 'Resultado', kind: 'text', width: 12, value: ({ person }) => resultText(person) },
];

const listTitle = ({ company, day, brigade }: AttendanceList): string =>
  [formatCalendarDay(day), company.name, brigade].filter(Boolean).join('  ·  ');

const countsText = ({
  attendance: { came, arrived, no_show, expected, results_pending },
}: AttendanceList): string =>
  [
    formatCountWithNoun(came, 'asistió', 'asistieron'),
    ...(arrived > 0 ? [formatCountWithNoun(arrived, 'llegó sin registro', 'llegaron sin registro')] : []),
    formatCountWithNoun(no_show, 'no asistió', 'no asistieron'),
    ...(expected > 0 ? [formatCountWithNoun(expected, 'por llegar', 'por llegar')] : []),
    formatCountWithNoun(results_pending, 'resultado pendiente', 'resultados pendientes'),
  ].join('  ·  ');

const PDF_COLUMNS = [
  { title: 'Documento', share: 0.2 },
  { title: 'Nombre', share: 0.34 },
  { title: 'Asistencia', share: 0.19 },
  { title: 'Llegada', share: 0.12 },
  { title: 'Resultado', share: 0.15 },
];

/** Returns the time of the arrival, with its day if it is not the day of the list. */
function arrivalText(person: AttendancePerson, day: string): string {
  const { at } = person;
  if (!hasCome(person) || at === null) return '';
  const instant = Date.parse(at);
  return bogotaDay(instant) === day ? formatTime(instant) : formatDateTime(instant);
}

const pdfRow = (person: AttendancePerson, { day }: AttendanceList): string[] => [
  `${person.identification_type} ${person.identification_number}`,
  person.full_name,
  ATTENDANCE_OUTCOME_LABELS[person.outcome],
  arrivalText(person, day),
  resultText(person) ?? '',
];

interface AttendanceContent {
  readonly people: readonly AttendancePerson[];
  readonly lists: readonly AttendanceList[];
  readonly at: Date;
  readonly by: string;
}

/** Returns the document for the company, with a table for each list. */
export const attendanceDocument = (
  branding: OfficeDocument['branding'],
  { people, lists, at, by }: AttendanceContent,
): OfficeDocument => ({
  title: 'ASISTENCIA DE PERSONAS CITADAS',
  branding,
  createdAt: at.toISOString(),
  foot: `Asistencia al ${formatDateTime(at.getTime())}  ·  ${by}`,
  facts: [
    [
      {
        label: 'Empresa',
        value: [...new Set(lists.map(({ company }) => company.name))].join(', ') || 'Ninguna',
      },
      { label: 'Personas', value: formatCountWithNoun(people.length, 'persona', 'personas') },
    ],
  ],
  sections: lists.map((list) => ({
    type: 'table',
    title: `${listTitle(list)}\n${countsText(list)}`,
    columns: PDF_COLUMNS,
    rows: people.filter(({ list_id }) => list_id === list.id).map((person) => pdfRow(person, list)),
  })),
});
