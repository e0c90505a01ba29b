import { type PageFrame, drawFirstPageHeader, drawRemainingHeadersAndFooters } from '../layout/frame.ts';
import { type Sheet, finishPdf } from '../layout/sheet.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { SUBSTITUTE_CHARACTER, drawParagraph } from '../layout/text.ts';

const SUBSTITUTE_NOTE = `${SUBSTITUTE_CHARACTER}: letra o símbolo que este documento no puede imprimir. El texto completo está en el registro electrónico.`;

/** Draws the content between headers and footers, and returns the bytes of the PDF. */
export async function drawPages(sheet: Sheet, frame: PageFrame, drawContent: () => void): Promise<Buffer> {
  drawFirstPageHeader(sheet, frame);
  drawContent();
  if (sheet.hasSubstitutes) drawParagraph(sheet, SUBSTITUTE_NOTE, TEXT_STYLES.small);
  drawRemainingHeadersAndFooters(sheet, frame);
  return finishPdf(sheet);
}
