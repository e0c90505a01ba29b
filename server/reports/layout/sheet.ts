import Pdf from 'pdfkit';
import { type SheetInfo, makeArchival } from './archival.ts';
import { registerFonts } from './fonts.ts';
import { PAGE, type TextStyle } from './style.ts';

/**
 * Document in progress: its pages, and the tree of tags for screen readers. All content is either inside a tag or an artifact
 * (rules, frames, repeated headers), so that a screen reader reads nothing twice.
 */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: PDFKit.PDFStructureElement;
  /** Top and bottom of the content area on each page; the height of the letterhead determines the top. */
  top: number;
  readonly bottom: number;
  /** Position of the next content. */
  y: number;
  /** True once the text contained a letter that the fonts do not have and SUBSTITUTE replaced it. */
  hasSubstitutes: boolean;
}

const CREATOR = 'Ventanilla';
const PRODUCER = 'PDFKit';

export function openSheet({ title, author, createdAt }: SheetInfo): Sheet {
  const doc = new Pdf({
    size: [PAGE.width, PAGE.height],
    // The margin is zero, because otherwise pdfkit starts new pages automatically.
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CO',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Creator: CREATOR,
      Producer: PRODUCER,
      CreationDate: createdAt,
      ...(author === null ? {} : { Author: author }),
    },
  });
  makeArchival(doc, { title, author, createdAt, creator: CREATOR, producer: PRODUCER });
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

/** Returns the bytes of the finished file. */
export async function closeSheet({ doc, root }: Sheet): Promise<Buffer> {
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

/** Starts a new page if `height` does not fit on the current page. */
export function ensureHeight(sheet: Sheet, height: number): void {
  if (remainingHeight(sheet) < height && sheet.y > sheet.top) newPage(sheet);
}

interface TagOptions extends PDFKit.Mixins.StructureElementOptions {
  readonly scope?: 'Row' | 'Column';
  /** Position of an image on its page: left, top, right, bottom. */
  readonly bbox?: readonly [number, number, number, number];
  /** Number of table columns that a cell spans. */
  readonly columns?: number;
}

/** Sets the column span directly in the PDF, because pdfkit does not support this attribute. */
function takeColumns({ dictionary }: { dictionary: PDFKit.PDFKitReference }, count: number): void {
  Object.assign(dictionary.data, { A: { O: 'Table', ColSpan: count } });
}

/** Opens a tag below `parent`; content that is added to it is drawn immediately. The caller must end the tag. */
export function openTag(
  sheet: Sheet,
  parent: PDFKit.PDFStructureElement,
  type: string,
  { columns = 1, ...options }: TagOptions = {},
): PDFKit.PDFStructureElement {
  const element = sheet.doc.struct(type, options);
  if (columns > 1) takeColumns(element as unknown as { dictionary: PDFKit.PDFKitReference }, columns);
  parent.add(element);
  return element;
}

/** Draws content that belongs to the page layout and that screen readers skip. */
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
