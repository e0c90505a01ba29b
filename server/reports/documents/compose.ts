import { writeConcept } from './concept.ts';
import { writeHistory } from './history.ts';
import type { ReportInput, ReportKind } from '../input/input.ts';
import { type PageFrame, beginPages, finishPages } from '../layout/frame.ts';
import { preparePictures } from '../layout/pictures.ts';
import { closeSheet, openSheet } from '../layout/sheet.ts';
import { STYLES } from '../layout/style.ts';
import { SUBSTITUTE_CHARACTER, drawParagraph } from '../layout/text.ts';
import { verificationFooterText } from './verified-by.ts';
import { footerText, dateTimeText } from './labels.ts';

interface Writer {
  readonly title: string;
  /** True if each page has a line that marks the document as confidential and names the user who requested it. */
  readonly isConfidential: boolean;
  /**
   * Returns the creation date for the PDF: the time of the request, or the time of signing if all users receive the same
   * document.
   */
  readonly madeAt: (input: ReportInput) => string;
  readonly write: typeof writeHistory;
}

const WRITERS: Readonly<Record<ReportKind, Writer>> = {
  concept: {
    title: 'Concepto médico de aptitud ocupacional',
    isConfidential: false,
    madeAt: ({ closing }) => closing.closed_at,
    write: writeConcept,
  },
  history: {
    title: 'Historia clínica ocupacional',
    isConfidential: true,
    madeAt: ({ request }) => request.at,
    write: writeHistory,
  },
};

const SUBSTITUTE_NOTE = `${SUBSTITUTE_CHARACTER}: letra o símbolo que este documento no puede imprimir. El texto completo está en el registro electrónico.`;

const headerBandOf = ({ isConfidential }: Writer, { legal, request }: ReportInput): PageFrame['strip'] =>
  isConfidential
    ? {
        warning: legal.confidentiality_strip,
        copy: `Copia solicitada por ${request.by} el ${dateTimeText(request.at)}`,
      }
    : null;

/** Renders one document as PDF bytes. The same input always gives the same bytes. */
export async function composeDocument(kind: ReportKind, input: ReportInput): Promise<Buffer> {
  const { branding } = input;
  const writer = WRITERS[kind];
  const pictures = await preparePictures(input.pictures, branding);
  const sheet = openSheet({
    title: writer.title,
    author: branding.company_name,
    createdAt: new Date(writer.madeAt(input)),
  });
  const frame: PageFrame = {
    branding,
    logo: pictures.logo,
    strip: headerBandOf(writer, input),
    foot: footerText(input),
    underFoot: verificationFooterText(input.verification),
  };
  beginPages(sheet, frame);
  writer.write(sheet, input, pictures);
  if (sheet.hasSubstitutes) drawParagraph(sheet, SUBSTITUTE_NOTE, STYLES.small);
  finishPages(sheet, frame);
  return closeSheet(sheet);
}
