import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { NOT_RECORDED_TEXT, referralText, programmeDecisionsText } from '#domain/evaluation/decisions.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { type PrintedValue, drawPrintedValueRows, printedValuesHeight } from '../layout/facts.ts';
import type { Sheet } from '../layout/sheet.ts';
import { type TableColumn, drawTable } from '../layout/table.ts';

/** List of decisions. A list with rows is printed as a table, any other list as a labelled value. */
interface DecisionList {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[] | null;
}

const restrictionList = ({ restrictions }: Decisions): DecisionList => ({
  label: 'Restricciones',
  columns: [
    { title: 'Restricción', share: 0.64 },
    { title: 'Desde', share: 0.18 },
    { title: 'Hasta', share: 0.18 },
  ],
  rows:
    restrictions?.map(({ what, from, to }) => [
      what,
      formatCalendarDay(from) ?? from,
      to === null ? 'Permanente' : (formatCalendarDay(to) ?? to),
    ]) ?? null,
});

const taskList = ({ tasks }: Decisions): DecisionList => ({
  label: 'Tareas y énfasis',
  columns: [
    { title: 'Tarea', share: 0.64 },
    { title: 'Aptitud', share: 0.36 },
  ],
  rows: tasks?.map(({ task, aptitude }) => [task, APTITUDE_LABELS[aptitude]]) ?? null,
});

const hasRows = ({ rows }: DecisionList): boolean => rows !== null && rows.length > 0;

/**
 * Returns the decisions that are printed as labelled values. The reason of the referral is printed only in the clinical
 * history, never in the concept.
 */
function decisionValueRows(
  { aptitude, surveillance, referral }: Decisions,
  lists: readonly DecisionList[],
): PrintedValue[][] {
  const without = lists
    .filter((list) => !hasRows(list))
    .map(({ label, rows }): PrintedValue => ({
      label,
      value: rows === null ? NOT_RECORDED_TEXT : 'Ninguna',
    }));
  return [
    [
      {
        label: 'Concepto de aptitud elegido',
        value: aptitude === null ? NOT_RECORDED_TEXT : APTITUDE_LABELS[aptitude],
      },
      { label: 'Manejo EPS / ARL', value: referralText(referral) },
    ],
    ...(referral?.reason ? [[{ label: 'Motivo de la remisión', value: referral.reason }]] : []),
    [{ label: 'Sistema de vigilancia epidemiológica (SVE)', value: programmeDecisionsText(surveillance) }],
    ...(without.length > 0 ? [without] : []),
  ];
}

const decisionListsOf = (decisions: Decisions): readonly DecisionList[] => [
  taskList(decisions),
  restrictionList(decisions),
];

/** Returns the height in points that must be free below a heading for the first row. */
export const decisionsMinHeight = (sheet: Sheet, decisions: Decisions): number =>
  printedValuesHeight(sheet, decisionValueRows(decisions, decisionListsOf(decisions)).slice(0, 1));

export function printDecisions(sheet: Sheet, decisions: Decisions): void {
  const lists = decisionListsOf(decisions);
  drawPrintedValueRows(sheet, decisionValueRows(decisions, lists));
  sheet.y += 6;
  for (const { columns, rows } of lists.filter(hasRows)) drawTable(sheet, columns, rows ?? []);
}
