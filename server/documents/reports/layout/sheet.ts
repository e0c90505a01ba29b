import Pdf from 'pdfkit';
import { type PdfProperties, makePdfArchival } from './archival.ts';
import { registerFonts } from './fonts.ts';
import { PAGE, type TextStyle } from './style.ts';

/**
 * Document in progress: its pages, and the tree of tags for screen readers. All content is either inside a tag or an artifact
 * (rules, frames, repeated headers), so that a screen reader reads each content once.
 */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: PDFKit.PDFStructureElement;
  /** Top edge of the content on each page, which depends on the height of the letterhead; `bottom` is the bottom edge. */
  top: number;
  readonly bottom: number;
  y: number;
  /** True if a letter of the text was missing in the fonts, so that SUBSTITUTE was drawn. */
  hasSubstitutes: boolean;
}

const PDF_CREATOR = 'Ventanilla';
const PDF_PRODUCER = 'PDFKit';

export function openSheet({ title, author, createdAt }: PdfProperties): Sheet {
  const doc = new Pdf({
    size: [PAGE.width, PAGE.height],
    // A margin of zero keeps pdfkit from starting new pages automatically.
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CO',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Creator: PDF_CREATOR,
      Producer: PDF_PRODUCER,
      CreationDate: createdAt,
      ...(author === null ? {} : { Author: author }),
    },
  });
  makePdfArchival(doc, { title, author, createdAt, creator: PDF_CREATOR, producer: PDF_PRODUCER });
  registerFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  return {
    doc,
    root,
    hasSubstitutes: false,
    top: PAGE.top,
    bottom: PAGE.height - PAGE.bottom,
    y: PAGE.top,
  };
}

export async function finishPdf({ doc, root }: Sheet): Promise<Buffer> {
  root.end();
  doc.end();
  const parts: Buffer[] = [];
  for await (const part of doc) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

export const remainingHeight = (sheet: Sheet): number => sheet.bottom - sheet.y;

export function newPage(sheet: Sheet): void {
  sheet.doc.addPage();
  sheet.y = sheet.top;
}

/** Starts a new page if the current page has less than `height` points left. */
export function ensureHeight(sheet: Sheet, height: number): void {
  if (remainingHeight(sheet) < height && sheet.y > sheet.top) newPage(sheet);
}

interface TagOptions extends PDFKit.Mixins.StructureElementOptions {
  readonly scope?: 'Row' | 'Column';
  /** Position of an image on its page in points: left, top, right, bottom. */
  readonly bbox?: readonly [number, number, number, number];
  readonly columns?: number;
}

/**
 * Sets the number of columns that a cell spans directly in the PDF structure, because pdfkit does not support this attribute.
 */
function setColumnSpan({ dictionary }: { dictionary: PDFKit.PDFKitReference }, count: number): void {
  Object.assign(dictionary.data, { A: { O: 'Table', ColSpan: count } });
}

/** Opens a tag below `parent`. Content that is added to the tag is drawn immediately. The caller must end the tag. */
export function openTag(
  sheet: Sheet,
  parent: PDFKit.PDFStructureElement,
  type: string,
  { columns = 1, ...options }: TagOptions = {},
): PDFKit.PDFStructureElement {
  const element = sheet.doc.struct(type, options);
  if (columns > 1) setColumnSpan(element as unknown as { dictionary: PDFKit.PDFKitReference }, columns);
  parent.add(element);
  return element;
}

/** Draws content that belongs only to the page layout; screen readers skip it. */
export function drawArtifact({ doc }: Sheet, draw: () => void, attached?: 'Top' | 'Bottom'): void {
  doc.markContent('Artifact', attached ? { type: 'Pagination', attached: [attached] } : { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

export function drawRule(
  sheet: Sheet,
  line: { y: number; left: number; right: number },
  colour: string,
): void {
  const { y, left, right } = line;
  drawArtifact(sheet, () => sheet.doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(colour));
}

export function setStyle({ doc }: Sheet, style: TextStyle): void {
  doc.font(style.font).fontSize(style.size).fillColor(style.colour);
}
