import { writeConcept } from './concept.ts';
import { writeHistory } from './history.ts';
import type { ReportInput, ReportKind } from './input.ts';
import { type PageFrame, beginPages, finishPages } from './paper/frame.ts';
import { preparePictures } from './paper/pictures.ts';
import { closeSheet, openSheet } from './paper/sheet.ts';
import { STYLES } from './paper/style.ts';
import { SUBSTITUTE, paragraph } from './paper/text.ts';
import { footOf, moment } from './words.ts';

const WRITERS = {
  concept: { title: 'Concepto médico de aptitud ocupacional', write: writeConcept },
  history: { title: 'Historia clínica ocupacional', write: writeHistory },
} as const;

const SUBSTITUTE_NOTE = `${SUBSTITUTE}: letra o símbolo que este documento no puede imprimir. El texto completo está en el registro electrónico.`;

const stripOf = (kind: ReportKind, { legal, request }: ReportInput): PageFrame['strip'] =>
  kind === 'concept'
    ? null
    : {
        warning: legal.confidentiality_strip,
        copy: `Copia solicitada por ${request.by} el ${moment(request.at)}`,
      };

/** One document as PDF bytes; the same input gives the same document. */
export async function compose(kind: ReportKind, input: ReportInput): Promise<Buffer> {
  const { branding, request } = input;
  const { title, write } = WRITERS[kind];
  const pictures = await preparePictures(input.pictures, branding);
  const sheet = openSheet({ title, author: branding.company_name, createdAt: new Date(request.at) });
  const frame: PageFrame = {
    branding,
    logo: pictures.logo,
    strip: stripOf(kind, input),
    foot: footOf(input),
  };
  beginPages(sheet, frame);
  write(sheet, input, pictures);
  if (sheet.hasSubstitutes) paragraph(sheet, SUBSTITUTE_NOTE, STYLES.small);
  finishPages(sheet, frame);
  return closeSheet(sheet);
}
