import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { handedWords } from '#domain/evaluation/receipt.ts';
import { NOT_RECORDED } from '#domain/evaluation/notes/disclosure.ts';
import { exactDayAndTime } from '#domain/time/words.ts';
import { factsWithPhoto } from './identity.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import type { ReportInput } from '../input/input.ts';
import { facts } from '../paper/facts.ts';
import { type PrintPictures, SIGNATURE_SIZE, loneFigure } from '../paper/pictures.ts';
import { ENTRY_KEEP, entry, section } from '../paper/section.ts';
import type { Sheet } from '../paper/sheet.ts';
import { signatures } from '../paper/signatures.ts';
import { STYLES } from '../paper/style.ts';
import { TABLE_KEEP, table } from '../paper/table.ts';
import { heading, paragraph } from '../paper/text.ts';
import { signedWords, statementIn } from './signed-words.ts';
import { verifiedBy } from './verified-by.ts';
import {
  NOT_APPLICABLE,
  NOT_EVALUATED,
  ageOf,
  birthDay,
  company,
  doctorSignature,
  documentInFull,
  documentOf,
  genderOf,
  moment,
  names,
  noteOf,
  patientSignature,
  said,
} from './words.ts';

/** As many as the words of a signature take, but for a very long reason. */
const SIGNED_LINES = 3;
const HISTORY_TITLE = 'HISTORIA CLÍNICA OCUPACIONAL';

function person(sheet: Sheet, { closing }: ReportInput, photo: Buffer | null): void {
  const { patient } = closing;
  section(sheet, '1. Identificación', 120);
  factsWithPhoto(
    sheet,
    [
      [
        { label: 'Primer nombre', value: said(patient.first_name, NOT_RECORDED) },
        { label: 'Otros nombres', value: said(patient.middle_name, NOT_RECORDED) },
      ],
      [
        { label: 'Primer apellido', value: said(patient.last_name, NOT_RECORDED) },
        { label: 'Segundo apellido', value: said(patient.second_last_name, NOT_RECORDED) },
      ],
      [
        { label: 'Tipo de documento', value: documentInFull(patient) },
        { label: 'Número de documento (historia clínica N.º)', value: patient.identification_number },
      ],
      [
        { label: 'Fecha de nacimiento', value: birthDay(patient) },
        { label: 'Edad', value: ageOf(closing) },
        { label: 'Género', value: genderOf(patient) },
      ],
      [{ label: 'Cargo', value: said(patient.occupation_name, NOT_RECORDED) }],
    ],
    photo,
  );
}

function evaluation(sheet: Sheet, closing: ClosingContent): void {
  const { evaluation_type: type } = closing;
  section(sheet, '2. Evaluación', 80);
  facts(sheet, [
    [
      { label: 'Tipo de evaluación', value: `${type.name} (${type.code})` },
      { label: 'Médico evaluador', value: closing.doctor.name },
    ],
    [
      { label: 'Empresa empleadora', value: company(closing.employer_company) },
      { label: 'Empresa contratista', value: company(closing.contractor_company) },
    ],
    [
      { label: 'Apertura', value: moment(closing.started_at) },
      ...(closing.received_at ? [{ label: 'Recepción', value: moment(closing.received_at) }] : []),
      { label: 'Cierre', value: moment(closing.closed_at) },
      { label: 'Versión', value: String(closing.version) },
      ...(closing.document ? [{ label: 'Número', value: closing.document.number }] : []),
    ],
  ]);
  sheet.y += 4;
  entry(sheet, 'H3', {
    title: 'Comentarios de recepción',
    text: said(closing.additional_info, NOT_RECORDED),
  });
}

type Order = ClosingContent['exam_orders'][number];

function attachments(sheet: Sheet, { attachments: files }: Order): void {
  if (files.length === 0) {
    paragraph(sheet, `Adjuntos: ${NOT_APPLICABLE}`, STYLES.small);
    return;
  }
  const columns = [
    { title: 'Archivo adjunto', share: 0.42, style: STYLES.small },
    { title: 'SHA-256', share: 0.58, style: STYLES.code },
  ];
  table(
    sheet,
    columns,
    files.map(({ original_name: name, sha256 }) => [said(name, 'Sin nombre'), sha256]),
  );
}

function results(sheet: Sheet, { exam_orders: orders }: ClosingContent): void {
  section(sheet, '3. Exámenes y resultados', ENTRY_KEEP + TABLE_KEEP);
  if (orders.length === 0) paragraph(sheet, NOT_EVALUATED, STYLES.body);
  for (const order of orders) {
    const { exam, updated_at: at, result_notes: result } = order;
    const title = `${exam.name} (${exam.code})  ·  ${moment(at)}`;
    entry(sheet, 'H3', { title, text: said(result, NOT_EVALUATED), tail: TABLE_KEEP });
    attachments(sheet, order);
  }
}

function notes(sheet: Sheet, closing: ClosingContent): void {
  const { doctor } = closing;
  section(sheet, '4. Notas médicas', ENTRY_KEEP + 2 * STYLES.small.leading);
  const author = `Firmadas por ${doctor.name}, licencia ${doctor.license_number}, el ${moment(closing.closed_at)}.`;
  paragraph(sheet, author, STYLES.small, { after: 2 });
  for (const type of NOTE_ORDER)
    entry(sheet, 'H3', { title: NOTE_LABELS[type], text: noteOf(closing, type) || NOT_RECORDED });
}

/** What was written beside the closings since, by whom and when. */
function clarified(sheet: Sheet, { clarifications }: ReportInput): void {
  for (const { content, at, by, version } of clarifications)
    entry(sheet, 'H3', {
      title: `Nota aclaratoria a la versión ${version}  ·  ${by}, ${moment(at)}`,
      text: content,
    });
}

const inColombia = (iso: string) => `${exactDayAndTime(Date.parse(iso))} (UTC−5)`;

/** Whose session signed, where the closing says it. */
function signer({ signing, doctor }: ClosingContent): string[][] {
  if (!signing) return [];
  const as = {
    own: `${signing.by}, con su propio usuario`,
    another: `${signing.by}, en nombre de ${doctor.name}. Motivo: ${signing.reason}`,
    unlinked: `${signing.by}, con un usuario sin médico asignado, como ${doctor.name}`,
  }[signing.as];
  const told = signing.disclosure_reason;
  return [['Firmó', as], ...(told === null ? [] : [['Motivo para informar al empleador', told]])];
}

function integrity(sheet: Sheet, { closing, content_sha256: hash, request }: ReportInput): void {
  const picture = (type: 'photo' | 'signature') =>
    closing.media.find((item) => item.type === type)?.sha256 ?? NOT_APPLICABLE;
  const text = statementIn(closing)?.text;
  section(sheet, '7. Integridad del registro', TABLE_KEEP + 30);
  const columns = [
    { title: 'Dato', share: 0.34, style: STYLES.small },
    { title: 'Valor', share: 0.66, style: STYLES.small },
  ];
  table(sheet, columns, [
    ['Evaluación', closing.evaluation_id],
    ['Versión del cierre', String(closing.version)],
    ['Abierta', inColombia(closing.started_at)],
    ...(closing.captured_at ? [['Capturada en el dispositivo', inColombia(closing.captured_at)]] : []),
    ...(closing.received_at ? [['Recibida en el servidor', inColombia(closing.received_at)]] : []),
    ['Firmada y cerrada', inColombia(closing.closed_at)],
    ...signer(closing),
    ['Huella SHA-256 del contenido', hash],
    ['SHA-256 de la fotografía', picture('photo')],
    [
      `SHA-256 de la firma ${statementIn(closing)?.witness ? 'del testigo' : 'del trabajador'}`,
      picture('signature'),
    ],
    ...(text ? [[`SHA-256 del texto firmado, versión ${text.version}`, text.sha256]] : []),
    ['Copia solicitada por', `${request.by}, ${inColombia(request.at)}`],
  ]);
}

/** An act of its own, after the signatures; the paper's empty line on the concept may say it instead. */
function handedOver(sheet: Sheet, { closing, receipt }: ReportInput, picture: Buffer | null): void {
  section(sheet, '6. Entrega al trabajador', 3 * STYLES.body.leading + SIGNATURE_SIZE.height);
  if (!receipt) return paragraph(sheet, 'Sin entrega registrada en el sistema.', STYLES.body);
  facts(sheet, [
    [{ label: 'Se entregó', value: handedWords(receipt.items) }],
    [
      { label: 'Recibió', value: `${names(closing.patient)}, ${documentOf(closing.patient)}` },
      { label: 'Fecha y hora', value: moment(receipt.at) },
      { label: 'Entregó', value: receipt.handed_by },
    ],
  ]);
  if (picture) loneFigure(sheet, picture, SIGNATURE_SIZE, 'Firma de quien recibió');
}

/** Confidential and complete: what the product holds, and never an empty space. */
export function writeHistory(sheet: Sheet, input: ReportInput, pictures: PrintPictures): void {
  const { closing } = input;
  heading(sheet, 'H1', { text: HISTORY_TITLE, style: STYLES.title }, { keep: 200, after: 2 });
  person(sheet, input, pictures.photo);
  evaluation(sheet, closing);
  results(sheet, closing);
  notes(sheet, closing);
  clarified(sheet, input);
  section(sheet, '5. Firmas', 130);
  const pair = [
    doctorSignature(input, pictures.doctorSignature),
    patientSignature(input, pictures.patientSignature, 'Trabajador evaluado'),
  ] as const;
  const stands = signedWords(input);
  // What a signature stands for is read below it, not on the next page.
  const keep = stands ? SIGNED_LINES * STYLES.small.leading : 0;
  signatures(sheet, pair, { aside: verifiedBy(sheet, input.verification), keep });
  if (stands) paragraph(sheet, stands, STYLES.small);
  handedOver(sheet, input, pictures.receiptSignature);
  integrity(sheet, input);
}
