import type { OfficeDocument } from '../input/office-document.ts';
import { drawPrintedValueRows } from '../layout/facts.ts';
import { prepareLetterheadLogo } from '../layout/pictures.ts';
import { drawSectionHeading } from '../layout/section.ts';
import { type Sheet, openSheet } from '../layout/sheet.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { TABLE_MIN_HEIGHT, drawTable } from '../layout/table.ts';
import { drawHeading, drawParagraph } from '../layout/text.ts';
import { drawPages } from './pages.ts';

function writeOfficeDocument(sheet: Sheet, { title, facts, sections }: OfficeDocument): void {
  drawHeading(sheet, 'H1', { text: title, style: TEXT_STYLES.title }, { keep: 100 });
  drawPrintedValueRows(sheet, facts);
  for (const section of sections)
    switch (section.type) {
      case 'text':
        drawSectionHeading(sheet, section.title);
        drawParagraph(sheet, section.text, TEXT_STYLES.body);
        break;
      case 'table':
        drawSectionHeading(sheet, section.title, TABLE_MIN_HEIGHT);
        drawTable(sheet, section.columns, section.rows);
    }
}

/** Renders a document of the office as PDF bytes. The same input always gives the same bytes. */
export async function composeOfficeDocument(input: OfficeDocument): Promise<Buffer> {
  const { title, branding, createdAt, foot } = input;
  const sheet = openSheet({ title, author: branding.company_name, createdAt: new Date(createdAt) });
  const logo = await prepareLetterheadLogo(branding);
  return drawPages(sheet, { branding, logo, strip: null, foot, underFoot: null }, () =>
    writeOfficeDocument(sheet, input),
  );
}
