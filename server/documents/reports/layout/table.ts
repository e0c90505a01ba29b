import {
  type Sheet,
  drawArtifact,
  ensureHeight,
  newPage,
  remainingHeight,
  drawRule,
  openTag,
} from './sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawTextLines, countLinesThatFit, wrapText } from './text.ts';

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

const CELL_PADDING = 3;
const COLUMN_GAP = 10;
const HEADER_STYLE = TEXT_STYLES.smallStrong;
const TABLE_HEADER_HEIGHT = HEADER_STYLE.leading + 2 * CELL_PADDING;

function placeColumns(columns: readonly TableColumn[]): PlacedColumn[] {
  let x: number = PAGE.left;
  return columns.map(({ title, share, style = TEXT_STYLES.body }) => {
    const column = { title, share, style, x, width: share * TEXT_WIDTH - COLUMN_GAP };
    x += share * TEXT_WIDTH;
    return column;
  });
}

function shadeTableHeader(sheet: Sheet): void {
  const { doc, y } = sheet;
  drawArtifact(sheet, () => doc.rect(PAGE.left, y, TEXT_WIDTH, TABLE_HEADER_HEIGHT).fill(COLOURS.shade));
}

const drawHeaderCell = (sheet: Sheet, { title, x }: PlacedColumn) =>
  drawTextLines(sheet, [title], HEADER_STYLE, { x: x + CELL_PADDING, y: sheet.y + CELL_PADDING });

function drawFirstTableHeader(
  sheet: Sheet,
  grid: PDFKit.PDFStructureElement,
  columns: readonly PlacedColumn[],
): void {
  shadeTableHeader(sheet);
  const row = openTag(sheet, grid, 'TR');
  for (const column of columns) {
    const cell = openTag(sheet, row, 'TH', { scope: 'Column' });
    cell.add(() => drawHeaderCell(sheet, column));
    cell.end();
  }
  row.end();
  sheet.y += TABLE_HEADER_HEIGHT;
}

/**
 * Repeats the table header on a further page. The repeated header is an artifact, so that screen readers read the header only
 * once.
 */
function startPageWithTableHeader(sheet: Sheet, columns: readonly PlacedColumn[]): void {
  newPage(sheet);
  shadeTableHeader(sheet);
  drawArtifact(sheet, () => columns.forEach((column) => drawHeaderCell(sheet, column)));
  sheet.y += TABLE_HEADER_HEIGHT;
}

interface UnfinishedCell {
  readonly column: PlacedColumn;
  readonly element: PDFKit.PDFStructureElement;
  rest: readonly string[];
}

function drawRowSlice(sheet: Sheet, cells: readonly UnfinishedCell[], height: number): number {
  const heights = cells.map((cell) => {
    const { column, element, rest } = cell;
    const count = countLinesThatFit(height, rest.length, column.style.leading);
    cell.rest = rest.slice(count);
    if (count > 0)
      element.add(() =>
        drawTextLines(sheet, rest.slice(0, count), column.style, {
          x: column.x + CELL_PADDING,
          y: sheet.y + CELL_PADDING,
        }),
      );
    return count * column.style.leading;
  });
  return Math.max(...heights);
}

const cellTextHeight = (lines: number, { style }: PlacedColumn) => lines * style.leading;

function drawTableRow(
  sheet: Sheet,
  grid: PDFKit.PDFStructureElement,
  columns: readonly PlacedColumn[],
  { texts, isFirst }: { texts: readonly string[]; isFirst: boolean },
): void {
  const row = openTag(sheet, grid, 'TR');
  const cells: UnfinishedCell[] = columns.map((column, index) => ({
    column,
    element: openTag(sheet, row, 'TD'),
    rest: wrapText(sheet, texts[index] ?? '', column.style, column.width),
  }));
  const whole =
    Math.max(...cells.map(({ rest, column }) => cellTextHeight(rest.length, column))) + 2 * CELL_PADDING;
  // Only two kinds of rows may be split: a row that does not fit on one page, and the first row, so that the header is not
  // alone at the end of a page.
  const isCut = isFirst || whole > sheet.bottom - sheet.top - TABLE_HEADER_HEIGHT;
  if (whole > remainingHeight(sheet) && !isCut) startPageWithTableHeader(sheet, columns);
  while (cells.some(({ rest }) => rest.length > 0)) {
    const height = drawRowSlice(sheet, cells, remainingHeight(sheet) - 2 * CELL_PADDING);
    if (height > 0) sheet.y += height + 2 * CELL_PADDING;
    if (cells.some(({ rest }) => rest.length > 0)) startPageWithTableHeader(sheet, columns);
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
    drawTableRow(sheet, element, places, { texts, isFirst: index === 0 });
  element.end();
  sheet.y += 6;
}

/**
 * Height in points that must be free below a heading if a table follows the heading: the header and the first row, or the first
 * lines of a long row.
 */
export const TABLE_MIN_HEIGHT = TABLE_HEADER_HEIGHT + TEXT_STYLES.body.leading * 4 + 2 * CELL_PADDING;
