import { Button } from '@mantine/core';
import type { ExpectedPersonFinding } from '#contract/records/evaluation/expected-lists.ts';
import type { ListedPerson, RepeatedRow, RosterReport } from '#domain/roster/report.ts';
import { fullName } from '#domain/patient/name.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { EqualCellsNotice } from './problems/equal-cells-notice.tsx';
import { MessageRows, type RowMessage } from './message-rows.tsx';
import { PeopleRows } from './people-rows.tsx';
import { ProblemRows } from './problems/problem-rows.tsx';
import type { OpenRow } from './report-rows.tsx';
import { rowCellsOf, rowContext } from './sheet-cells.ts';
import { rowTitle } from './texts.ts';
import { ReloadButton, WorkProgress } from '../bringing/source-card.tsx';
import type { CheckState, FoundPerson } from './use-check.ts';
import { useCorrectionFocus } from './problems/use-correction-focus.ts';
import { useEqualCells } from './problems/use-equal-cells.ts';
import type { ListRows, RowsState } from '../bringing/use-rows.ts';
import type { BroughtSheet } from '../bringing/use-sheet.ts';
import './report-card.css';

const personText = ({ person }: Pick<ListedPerson, 'person'>): string =>
  `${fullName(person)}, ${person.identification_type} ${person.identification_number}`;

const repeatedMessage = (repeated: RepeatedRow): RowMessage => ({
  key: String(repeated.row),
  row: repeated.row,
  title: rowTitle(repeated.row),
  text: `${personText(repeated)}: ${repeated.earlier === null ? 'ya la escribiste a mano' : `ya está en la fila ${repeated.earlier}`}.`,
});

function findingText(finding: ExpectedPersonFinding): string {
  switch (finding.finding) {
    case 'duplicate':
      return 'repite el documento de otra fila.';
    case 'other_names': {
      if (finding.known_name === null) return 'en el sistema este documento tiene otro nombre.';
      const how = finding.is_similar
        ? 'Solo cambia la escritura.'
        : 'Puede ser otra persona: revisa el número.';
      return `en el sistema es ${finding.known_name}. ${how}`;
    }
    case 'other_list': {
      const { company_name: company, brigade } = finding.list;
      return `también está en la lista de ${company}${brigade === null ? '' : ` (${brigade})`} de ese día.`;
    }
  }
}

const foundMessage = ({ listed, finding }: FoundPerson, index: number): RowMessage => ({
  key: String(index),
  row: listed.row,
  title: rowTitle(listed.row),
  text: `${personText(listed)}: ${findingText(finding)}`,
});

const MISSING_TEXTS = {
  number: 'Elige qué columna trae el número de documento.',
  name: 'Elige qué columna trae los nombres.',
} as const;

/** Progress of reading the rows, or the reason why they are not read. */
const RowsProblem = ({ rows }: { rows: RowsState }) => {
  switch (rows.name) {
    case 'none':
    case 'ready':
      return null;
    case 'unmapped':
      return <Notice kind="warn">{rows.missing.map((one) => MISSING_TEXTS[one]).join(' ')}</Notice>;
    case 'failed':
      return (
        <Notice kind="error" action={rows.isSolvedByReload ? <ReloadButton /> : undefined}>
          {rows.text}
        </Notice>
      );
    case 'reading':
      return <WorkProgress label="Leyendo las filas…" share={rows.share} />;
  }
};

interface CheckResultProps {
  check: CheckState;
  onRetry: () => void;
  onRow: OpenRow;
}

const CheckResult = ({ check, onRetry, onRow }: CheckResultProps) => {
  switch (check.name) {
    case 'idle':
      return null;
    case 'checking':
      return <output>Comparando con lo que ya está en el sistema…</output>;
    case 'failed':
      return (
        <Notice kind="warn" className="report-check" action={<Button onClick={onRetry}>Reintentar</Button>}>
          {check.text} Lo que trajiste sigue aquí.
        </Notice>
      );
    case 'done':
      return check.found.length === 0 ? (
        <Notice kind="ok" className="report-check">
          Ninguna persona choca con lo que ya está en el sistema.
        </Notice>
      ) : (
        <>
          <Notice kind="warn" className="report-check" title="Revisa antes de importar">
            Puedes importar igual: recepción confirma a cada persona con su documento.
          </Notice>
          <MessageRows label="Avisos del sistema" messages={check.found.map(foundMessage)} onRow={onRow} />
        </>
      );
  }
};

interface ReportCardProps {
  rows: ListRows;
  report: RosterReport;
  sheet: BroughtSheet | null;
  check: CheckState;
  onRow: OpenRow;
  onCheck: () => void;
}

const excludedMessages = (sheet: BroughtSheet, { excluded, edits }: ListRows): RowMessage[] =>
  [...excluded].map((row) => ({
    key: String(row),
    row,
    title: rowTitle(row),
    text: rowContext(rowCellsOf(sheet, row, edits.get(row))),
  }));

const PROBLEM_KINDS = ['wrong', 'doubtful'] as const;

/** Report before the import: what cannot be imported, and what the server knows otherwise. */
export function ReportCard({ rows, report, sheet, check, onRow, onCheck }: ReportCardProps) {
  const { people, invalid, doubtful, repeated } = report;
  const { state, excluded } = rows;
  const problems = { wrong: invalid, doubtful };
  const { list, summary, remember } = useCorrectionFocus();
  const equal = useEqualCells(sheet, rows, [...invalid, ...doubtful]);
  const left = [
    [invalid.length, 'fila por corregir', 'filas por corregir'],
    [repeated.length, 'fila repetida', 'filas repetidas'],
    [doubtful.length, 'nombre por revisar', 'nombres por revisar'],
    [excluded.size, 'fila que no se importa', 'filas que no se importan'],
  ] as const;
  const facts = [
    formatCountWithNoun(people.length, 'persona lista', 'personas listas'),
    ...left.filter(([count]) => count > 0).map(([count, one, many]) => formatCountWithNoun(count, one, many)),
  ];
  return (
    <Card title="Revisión" className="report">
      <RowsProblem rows={state} />
      {(state.name === 'ready' || state.name === 'none') && (
        <output ref={summary} tabIndex={-1} className="report-summary">
          <FactList of={facts} />
        </output>
      )}
      {sheet && <EqualCellsNotice sheet={sheet} {...equal} />}
      {sheet && invalid.length + doubtful.length > 0 && (
        <div ref={list}>
          {PROBLEM_KINDS.filter((kind) => problems[kind].length > 0).map((kind) => (
            <ProblemRows
              key={`${kind} ${sheet.id} ${sheet.book.sheet}`}
              kind={kind}
              problems={problems[kind]}
              sheet={sheet}
              rows={rows}
              onRow={onRow}
              onCorrect={equal.correct}
              onEnter={remember}
            />
          ))}
        </div>
      )}
      {repeated.length > 0 && (
        <MessageRows label="Filas repetidas" messages={repeated.map(repeatedMessage)} onRow={onRow} />
      )}
      {sheet && excluded.size > 0 && (
        <MessageRows
          label="Filas que no se importan"
          messages={excludedMessages(sheet, rows)}
          onRow={onRow}
        />
      )}
      {people.length > 0 && <PeopleRows people={people} onRow={onRow} />}
      <CheckResult check={check} onRetry={onCheck} onRow={onRow} />
    </Card>
  );
}
