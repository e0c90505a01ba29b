import { DOCUMENT_DESCRIPTIONS, isStoredDocumentKind } from '#domain/evaluation/documents.ts';
import { writeConcept } from './concept.ts';
import { writeHistory } from './history.ts';
import type { ReportInput, ReportKind } from '../input/input.ts';
import type { PageFrame } from '../layout/frame.ts';
import { preparePictures } from '../layout/pictures.ts';
import { openSheet } from '../layout/sheet.ts';
import { verificationFooterText } from './verified-by.ts';
import { footerText, formatIsoDateTime } from './labels.ts';
import { drawPages } from './pages.ts';

const DOCUMENT_WRITERS: Readonly<Record<ReportKind, typeof writeHistory>> = {
  concept: writeConcept,
  history: writeHistory,
};

const headerBandOf = (kind: ReportKind, { legal, request }: ReportInput): PageFrame['strip'] =>
  DOCUMENT_DESCRIPTIONS[kind].isConfidential
    ? {
        warning: legal.confidentiality_strip,
        copy: `Copia solicitada por ${request.by} el ${formatIsoDateTime(request.at)}`,
      }
    : null;

/**
 * Returns the creation date for the PDF: the time of signing if all users receive the same document, otherwise the time of the
 * request.
 */
const documentDateOf = (kind: ReportKind, { closing, request }: ReportInput): string =>
  isStoredDocumentKind(kind) ? closing.closed_at : request.at;

/** Renders one document as PDF bytes. The same input always gives the same bytes. */
export async function composeDocument(kind: ReportKind, input: ReportInput): Promise<Buffer> {
  const { branding } = input;
  const pictures = await preparePictures(input.pictures, branding);
  const sheet = openSheet({
    title: DOCUMENT_DESCRIPTIONS[kind].title,
    author: branding.company_name,
    createdAt: new Date(documentDateOf(kind, input)),
  });
  const frame: PageFrame = {
    branding,
    logo: pictures.logo,
    strip: headerBandOf(kind, input),
    foot: footerText(input),
    underFoot: verificationFooterText(input.verification),
  };
  return drawPages(sheet, frame, () => DOCUMENT_WRITERS[kind](sheet, input, pictures));
}
