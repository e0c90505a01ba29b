import {
  type Sheet,
  drawArtifact,
  ensureHeight,
  newPage,
  remainingHeight,
  drawRule,
  openTag,
} from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawLines, countLinesThatFit, wrapText } from './text.ts';

export interface TableColumn {
  readonly title: string;
  /** Share of the text width; all shares of a table add up to 1. */
  readonly share: number;
  readonly style?: TextStyle;
}

interface PlacedColumn extends Required<TableColumn> {
  readonly x: number;
  readonly width: number;
}

const PAD = 3;
const GAP = 10;
const HEADER_STYLE = STYLES.smallStrong;
const HEAD_HEIGHT = HEADER_STYLE.leading + 2 * PAD;

function placeColumns(columns: readonly TableColumn[]): PlacedColumn[] {
  let x: number = PAGE.left;
  return columns.map(({ title, share, style = STYLES.body }) => {
    const column = { title, share, style, x, width: share * TEXT_WIDTH - GAP };
    x += share * TEXT_WIDTH;
    return column;
  });
}

function shadeHead(sheet: Sheet): void {
  const { doc, y } = sheet;
  drawArtifact(sheet, () => doc.rect(PAGE.left, y, TEXT_WIDTH, HEAD_HEIGHT).fill(COLOURS.shade));
}

const drawHeaderCell = (sheet: Sheet, { title, x }: PlacedColumn) =>
  drawLines(sheet, [title], HEADER_STYLE, { x: x + PAD, y: sheet.y + PAD });

function drawFirstTableHeader(
  sheet: Sheet,
  grid: PDFKit.PDFStructureElement,
  columns: readonly PlacedColumn[],
): void {
  shadeHead(sheet);
  const row = openTag(sheet, grid, 'TR');
  for (const column of columns) {
    const cell = openTag(sheet, row, 'TH', { scope: 'Column' });
    cell.add(() => drawHeaderCell(sheet, column));
    cell.end();
  }
  row.end();
  sheet.y += HEAD_HEIGHT;
}

/**
 * Repeats the table header on a further page. The repeated header is an artifact, so that screen readers read the header only
 * once.
 */
function repeatHead(sheet: Sheet, columns: readonly PlacedColumn[]): void {
  newPage(sheet);
  shadeHead(sheet);
  drawArtifact(sheet, () => columns.forEach((column) => drawHeaderCell(sheet, column)));
  sheet.y += HEAD_HEIGHT;
}

interface Cell {
  readonly column: PlacedColumn;
  readonly element: PDFKit.PDFStructureElement;
  rest: readonly string[];
}

function drawRowSlice(sheet: Sheet, cells: readonly Cell[], height: number): number {
  const heights = cells.map((cell) => {
    const { column, element, rest } = cell;
    const count = countLinesThatFit(height, rest.length, column.style.leading);
    cell.rest = rest.slice(count);
    if (count > 0)
      element.add(() =>
        drawLines(sheet, rest.slice(0, count), column.style, { x: column.x + PAD, y: sheet.y + PAD }),
      );
    return count * column.style.leading;
  });
  return Math.max(...heights);
}

const heightOf = (lines: number, { style }: PlacedColumn) => lines * style.leading;

function drawRow(
  sheet: Sheet,
  grid: PDFKit.PDFStructureElement,
  columns: readonly PlacedColumn[],
  { texts, isFirst }: { texts: readonly string[]; isFirst: boolean },
): void {
  const row = openTag(sheet, grid, 'TR');
  const cells: Cell[] = columns.map((column, index) => ({
    column,
    element: openTag(sheet, row, 'TD'),
    rest: wrapText(sheet, texts[index] ?? '', column.style, column.width),
  }));
  const whole = Math.max(...cells.map(({ rest, column }) => heightOf(rest.length, column))) + 2 * PAD;
  // A row that fits on one page is not split. The first row may be split, so that the header is not alone at the end of a page.
  const isCut = isFirst || whole > sheet.bottom - sheet.top - HEAD_HEIGHT;
  if (whole > remainingHeight(sheet) && !isCut) repeatHead(sheet, columns);
  while (cells.some(({ rest }) => rest.length > 0)) {
    const height = drawRowSlice(sheet, cells, remainingHeight(sheet) - 2 * PAD);
    if (height > 0) sheet.y += height + 2 * PAD;
    if (cells.some(({ rest }) => rest.length > 0)) repeatHead(sheet, columns);
  }
  cells.forEach(({ element }) => element.end());
  row.end();
  drawRule(sheet, { y: sheet.y, left: PAGE.left, right: PAGE.left + TEXT_WIDTH }, COLOURS.line);
}

/**
 * Draws rows below a header, which is repeated on each page. A cell with more text than fits on a page continues on the next
 * page.
 */
export function drawTable(
  sheet: Sheet,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): void {
  const places = placeColumns(columns);
  ensureHeight(sheet, TABLE_MIN_HEIGHT);
  const element = openTag(sheet, sheet.root, 'Table');
  drawFirstTableHeader(sheet, element, places);
  for (const [index, texts] of rows.entries())
    drawRow(sheet, element, places, { texts, isFirst: index === 0 });
  element.end();
  sheet.y += 6;
}

/**
 * Height in points that must be free below a heading above a table: the header and the first row, or the first lines of a long
 * row.
 */
export const TABLE_MIN_HEIGHT = HEAD_HEIGHT + STYLES.body.leading * 4 + 2 * PAD;
