import { type Sheet, ensureHeight, drawRule, openTag } from './sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawTextLines, wrapText } from './text.ts';

/** Label with a value below it. The value is never empty. */
export interface PrintedValue {
  readonly label: string;
  readonly value: string;
  /** Number of columns that the value takes in its row; default 1. */
  readonly span?: number;
  readonly isStrong?: boolean;
}

/** Number of columns of a table of values. */
const VALUES_PER_ROW = 3;

/** Splits values into rows of `VALUES_PER_ROW` columns, in their order. */
export function splitIntoRows(all: readonly PrintedValue[]): PrintedValue[][] {
  const rows: PrintedValue[][] = [];
  let columns = VALUES_PER_ROW;
  for (const value of all) {
    const { span = 1 } = value;
    if (columns + span > VALUES_PER_ROW) {
      rows.push([]);
      columns = 0;
    }
    rows.at(-1)?.push(value);
    columns += span;
  }
  return rows;
}

const VALUE_GAP = 12;
const VALUE_PADDING = 2.5;

interface PlacedPrintedValue {
  readonly fact: PrintedValue;
  readonly x: number;
  readonly lines: readonly string[];
  readonly style: TextStyle;
}

function placeValueRow(sheet: Sheet, row: readonly PrintedValue[], width: number): PlacedPrintedValue[] {
  const unit = width / row.reduce((sum, { span = 1 }) => sum + span, 0);
  let x: number = PAGE.left;
  return row.map((fact) => {
    const own = unit * (fact.span ?? 1);
    const style = fact.isStrong ? TEXT_STYLES.name : TEXT_STYLES.body;
    const placed = { fact, x, style, lines: wrapText(sheet, fact.value, style, own - VALUE_GAP) };
    x += own;
    return placed;
  });
}

const placedRowHeight = (placed: readonly PlacedPrintedValue[]): number =>
  Math.max(...placed.map(({ lines, style }) => lines.length * style.leading)) +
  TEXT_STYLES.label.leading +
  2 * VALUE_PADDING;

/** Returns the height of the rows in points if no page break occurs between them. */
export const printedValuesHeight = (
  sheet: Sheet,
  rows: readonly (readonly PrintedValue[])[],
  width = TEXT_WIDTH,
): number => rows.reduce((sum, row) => sum + placedRowHeight(placeValueRow(sheet, row, width)), 0);

interface CellTag {
  readonly type: 'TH' | 'TD';
  readonly columns?: number;
}

function drawCell(
  sheet: Sheet,
  row: PDFKit.PDFStructureElement,
  { type, columns = 1 }: CellTag,
  draw: () => void,
): void {
  const element = openTag(sheet, row, type, type === 'TH' ? { scope: 'Row' } : { columns });
  element.add(draw);
  element.end();
}

function drawPrintedValueRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  labelled: readonly PrintedValue[],
  { width, most }: { width: number; most: number },
): void {
  const placed = placeValueRow(sheet, labelled, width);
  const height = placedRowHeight(placed);
  ensureHeight(sheet, height);
  const row = openTag(sheet, table, 'TR');
  for (const [index, { fact, x, lines, style }] of placed.entries()) {
    const y = sheet.y + VALUE_PADDING;
    // All rows of a table need the same number of columns. The last cell of a row with fewer values therefore spans the
    // remaining columns.
    const columns = index === placed.length - 1 ? 2 * (most - placed.length) + 1 : 1;
    drawCell(sheet, row, { type: 'TH' }, () =>
      drawTextLines(sheet, [fact.label], TEXT_STYLES.label, { x, y }),
    );
    drawCell(sheet, row, { type: 'TD', columns }, () =>
      drawTextLines(sheet, lines, style, { x, y: y + TEXT_STYLES.label.leading }),
    );
  }
  row.end();
  sheet.y += height;
  drawRule(sheet, { y: sheet.y, left: PAGE.left, right: PAGE.left + width }, COLOURS.line);
}

/** Draws rows of labelled values. For screen readers, the rows are tagged as a table of row headers and cells. */
export function drawPrintedValueRows(
  sheet: Sheet,
  rows: readonly (readonly PrintedValue[])[],
  width = TEXT_WIDTH,
): void {
  const element = openTag(sheet, sheet.root, 'Table');
  const most = Math.max(...rows.map((row) => row.length));
  for (const row of rows) drawPrintedValueRow(sheet, element, row, { width, most });
  element.end();
}
