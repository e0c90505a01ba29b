import { Button, NativeSelect } from '@mantine/core';
import { cellText, columnName, type RosterTable } from '#domain/roster/table.ts';
import { additionalTarget, TARGET_LABELS, type RosterTarget } from '#domain/roster/targets.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import type { RosterCatalogs } from '../../base/queries.ts';
import { MeaningChoices } from './meaning-choices.tsx';
import type { BroughtSheet, SheetChoices } from './use-sheet.ts';
import './columns-card.css';

const IGNORED = '';
/** Rows among which the user chooses the header. */
const HEADER_CHOICES = 15;
const NO_HEADER = 'none';
const EXAMPLES = 3;
/** Shown characters of an example, and of a row in the choice of the header. */
const EXAMPLE_LENGTH = 40;
const HEADER_LENGTH = 100;

const targetOptionsOf = ({ additionalFields }: RosterCatalogs) => [
  { value: IGNORED, label: 'No traer' },
  ...Object.entries(TARGET_LABELS).map(([value, label]) => ({ value, label })),
  ...additionalFields.map(({ id, name }) => ({ value: additionalTarget(id) as string, label: name })),
];

const shorten = (text: string, length = EXAMPLE_LENGTH): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

const headerOptionsOf = ({ rows }: RosterTable) => [
  { value: NO_HEADER, label: 'No tiene títulos' },
  ...rows.slice(0, HEADER_CHOICES).map(({ number, cells }, index) => ({
    value: String(index),
    label: `Fila ${number}: ${shorten(cells.map(cellText).filter(Boolean).join(', '), HEADER_LENGTH)}`,
  })),
];

interface ColumnsCardProps {
  sheet: BroughtSheet;
  catalogs: RosterCatalogs;
  choices: SheetChoices;
  /** Doubts about the sheet and its columns. */
  warnings: readonly string[];
}

function ColumnRow({
  sheet,
  column,
  options,
  onTarget,
}: {
  sheet: BroughtSheet;
  column: number;
  options: { value: string; label: string }[];
  onTarget: SheetChoices['chooseTarget'];
}) {
  const { book, headerIndex, mapping } = sheet;
  const { rows } = book.table;
  const title = headerIndex === null ? '' : cellText(rows[headerIndex]?.cells[column]).trim();
  const examples = rows
    .slice((headerIndex ?? -1) + 1)
    .map(({ cells }) => cellText(cells[column]).trim())
    .filter(Boolean)
    .slice(0, EXAMPLES);
  const name = title || `Columna ${columnName(column)}`;
  return (
    <li className="columns-row" data-ignored={mapping.has(column) ? undefined : true}>
      <span className="columns-name">
        <b>{shorten(name)}</b>
        <small>{examples.map((text) => shorten(text)).join(' · ')}</small>
      </span>
      <NativeSelect
        aria-label={`Qué trae ${name}`}
        data={options}
        value={mapping.get(column) ?? IGNORED}
        onChange={({ currentTarget: { value } }) =>
          onTarget(column, value === IGNORED ? null : (value as RosterTarget))
        }
      />
    </li>
  );
}

/** Origin of the columns, if the company's last list and the titles give different ones, and the way to the other one. */
const OriginNotice = ({ shownOrigin, chooseOrigin }: Pick<SheetChoices, 'shownOrigin' | 'chooseOrigin'>) =>
  shownOrigin !== null && (
    <Notice
      kind="info"
      className="columns-notice"
      action={
        <Button onClick={() => chooseOrigin(shownOrigin === 'guess' ? 'last_list' : 'guess')}>
          {shownOrigin === 'guess' ? 'Usar las de la última lista' : 'Usar las sugeridas'}
        </Button>
      }
    >
      {shownOrigin === 'guess'
        ? 'Columnas sugeridas por los títulos.'
        : 'Columnas como en la última lista de esta empresa.'}
    </Notice>
  );

/** Returns the columns that contain something. */
const filledColumns = ({ rows, columnCount }: RosterTable): number[] =>
  Array.from({ length: columnCount }, (_, column) => column).filter((column) =>
    rows.some(({ cells }) => cellText(cells[column]).trim() !== ''),
  );

/** Meaning of each column, guessed from its title and changed by the user. */
export function ColumnsCard({ sheet, catalogs, warnings, choices }: ColumnsCardProps) {
  const { book, headerIndex } = sheet;
  const options = targetOptionsOf(catalogs);
  return (
    <Card title="Las columnas">
      <div className="columns-choices">
        {book.sheets.length > 1 && (
          <NativeSelect
            label="Hoja"
            data={book.sheets.map((label, index) => ({ value: String(index), label }))}
            value={String(book.sheet)}
            onChange={({ currentTarget: { value } }) => choices.chooseSheet(Number(value))}
          />
        )}
        <NativeSelect
          label="Fila con los títulos"
          data={headerOptionsOf(book.table)}
          value={headerIndex === null ? NO_HEADER : String(headerIndex)}
          onChange={({ currentTarget: { value } }) =>
            choices.chooseHeader(value === NO_HEADER ? null : Number(value))
          }
        />
        <MeaningChoices sheet={sheet} onMeanings={choices.chooseMeanings} />
      </div>
      <OriginNotice {...choices} />
      {warnings.map((warning) => (
        <Notice key={warning} kind="warn" className="columns-notice">
          {warning}
        </Notice>
      ))}
      <ul className="columns-list" aria-label="Columnas del archivo">
        {filledColumns(book.table).map((column) => (
          <ColumnRow
            key={column}
            sheet={sheet}
            column={column}
            options={options}
            onTarget={choices.chooseTarget}
          />
        ))}
      </ul>
    </Card>
  );
}
