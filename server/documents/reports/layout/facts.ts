import { type Sheet, ensureHeight, drawRule, openTag } from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawLines, wrapText } from './text.ts';

/** Label with a value below it. The value is never empty. */
export interface PrintedValue {
  readonly label: string;
  readonly value: string;
  /** Number of columns that the value takes in its row; default 1. */
  readonly span?: number;
  readonly isStrong?: boolean;
}

const GAP = 12;
const PAD = 2.5;

interface PlacedPrintedValue {
  readonly fact: PrintedValue;
  readonly x: number;
  readonly lines: readonly string[];
  readonly style: TextStyle;
}

function placeRow(sheet: Sheet, row: readonly PrintedValue[], width: number): PlacedPrintedValue[] {
  const unit = width / row.reduce((sum, { span = 1 }) => sum + span, 0);
  let x: number = PAGE.left;
  return row.map((fact) => {
    const own = unit * (fact.span ?? 1);
    const style = fact.isStrong ? STYLES.name : STYLES.body;
    const placed = { fact, x, style, lines: wrapText(sheet, fact.value, style, own - GAP) };
    x += own;
    return placed;
  });
}

const heightOf = (placed: readonly PlacedPrintedValue[]): number =>
  Math.max(...placed.map(({ lines, style }) => lines.length * style.leading)) +
  STYLES.label.leading +
  2 * PAD;

/** Returns the height of the rows in points if no page break occurs between them. */
export const printedValuesHeight = (
  sheet: Sheet,
  rows: readonly (readonly PrintedValue[])[],
  width = TEXT_WIDTH,
): number => rows.reduce((sum, row) => sum + heightOf(placeRow(sheet, row, width)), 0);

interface CellTag {
  readonly type: 'TH' | 'TD';
  readonly columns?: number;
}

function openCell(
  sheet: Sheet,
  row: PDFKit.PDFStructureElement,
  { type, columns = 1 }: CellTag,
  draw: () => void,
): void {
  const element = openTag(sheet, row, type, type === 'TH' ? { scope: 'Row' } : { columns });
  element.add(draw);
  element.end();
}

function drawPrintedValues(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  labelled: readonly PrintedValue[],
  { width, most }: { width: number; most: number },
): void {
  const placed = placeRow(sheet, labelled, width);
  const height = heightOf(placed);
  ensureHeight(sheet, height);
  const row = openTag(sheet, table, 'TR');
  for (const [index, { fact, x, lines, style }] of placed.entries()) {
    const y = sheet.y + PAD;
    // All rows of a table need the same number of columns. The last cell of a row with fewer values therefore spans the
    // remaining columns.
    const columns = index === placed.length - 1 ? 2 * (most - placed.length) + 1 : 1;
    openCell(sheet, row, { type: 'TH' }, () => drawLines(sheet, [fact.label], STYLES.label, { x, y }));
    openCell(sheet, row, { type: 'TD', columns }, () =>
      drawLines(sheet, lines, style, { x, y: y + STYLES.label.leading }),
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
  for (const row of rows) drawPrintedValues(sheet, element, row, { width, most });
  element.end();
}
