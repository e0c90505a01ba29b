import type { PrintedValue } from '../layout/facts.ts';
import { drawPrintedValueRows } from '../layout/facts.ts';
import { PHOTO_SIZE, drawFigure } from '../layout/pictures.ts';
import { type Sheet, drawArtifact } from '../layout/sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH } from '../layout/style.ts';
import { drawTextLines } from '../layout/text.ts';

const PHOTO_GAP = 16;

function drawEmptyPhotoFrame(sheet: Sheet, x: number, y: number): void {
  const { width, height } = PHOTO_SIZE;
  drawArtifact(sheet, () => {
    sheet.doc.lineWidth(0.6).rect(x, y, width, height).stroke(COLOURS.line);
    drawTextLines(sheet, ['Sin fotografía'], TEXT_STYLES.label, { x: x + 17, y: y + height / 2 - 5 });
  });
}

export function drawValuesWithPhoto(
  sheet: Sheet,
  rows: readonly (readonly PrintedValue[])[],
  photo: Buffer | null,
): void {
  const { width, height } = PHOTO_SIZE;
  const [x, y] = [PAGE.left + TEXT_WIDTH - width, sheet.y];
  if (photo === null) drawEmptyPhotoFrame(sheet, x, y);
  else
    drawFigure(sheet, photo, { x, y, width, height }, { alt: 'Fotografía del trabajador', align: 'right' });
  drawPrintedValueRows(sheet, rows, TEXT_WIDTH - width - PHOTO_GAP);
  sheet.y = Math.max(sheet.y, y + height);
}
