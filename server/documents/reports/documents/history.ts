import { PATIENT_NON_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { noteWithDecisions } from '#domain/evaluation/notes/sentences.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { formatNameParts } from '#domain/patient/name.ts';
import { formatDateTimeWithSeconds } from '#domain/time/format.ts';
import { printHistoryAdditionalFields, printedAdditionalFields } from './additional.ts';
import { printDecisions, decisionsMinHeight } from './decided.ts';
import { printCorrections } from './corrected.ts';
import { drawValuesWithPhoto } from './identity.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { ReportInput } from '../input/input.ts';
import {
  type PrintedValue,
  drawPrintedValueRows,
  printedValuesHeight,
  splitIntoRows,
} from '../layout/facts.ts';
import type { PrintPictures } from '../layout/pictures.ts';
import {
  type SectionEntry,
  drawSectionEntry,
  sectionEntryMinHeight,
  drawSectionHeading,
} from '../layout/section.ts';
import type { Sheet } from '../layout/sheet.ts';
import { drawSignatures, signaturesHeight } from '../layout/signatures.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { TABLE_MIN_HEIGHT, drawTable } from '../layout/table.ts';
import { drawHeading, textHeight, drawParagraph } from '../layout/text.ts';
import { signingStatementText, findSignatureStatement } from './signed-text.ts';
import { verificationAside } from './verified-by.ts';
import { printReceipts, printReplacements } from './versions.ts';
import {
  NOT_APPLICABLE,
  NOT_EVALUATED,
  ageAtVisit,
  companyText,
  printedDoctorSignature,
  identityDocumentTypeText,
  formatIsoDateTime,
  noteText,
  patientOrWitnessSignature,
  printedPatientFields,
  textOrDefault,
} from './labels.ts';

const HISTORY_TITLE = 'HISTORIA CLÍNICA OCUPACIONAL';

/** Returns the patient's data except document and names, with the age after the birth date. */
export const remainingPatientValues = (closing: SignedVersionContent): PrintedValue[] =>
  printedPatientFields(closing, PATIENT_NON_NAME_FIELDS).flatMap((printed) =>
    printed.field === 'birth_date' ? [printed, ageAtVisit(closing)] : [printed],
  );

function printHistoryPatient(sheet: Sheet, { closing }: ReportInput, photo: Buffer | null): void {
  const { patient } = closing;
  const written = formatNameParts(patient);
  drawSectionHeading(sheet, '1. Identificación', 120);
  drawValuesWithPhoto(
    sheet,
    [
      [
        { label: 'Primer nombre', value: textOrDefault(written.first_name, NOT_RECORDED_TEXT) },
        { label: 'Segundo nombre', value: textOrDefault(written.middle_name, NOT_RECORDED_TEXT) },
      ],
      [
        { label: 'Primer apellido', value: textOrDefault(written.last_name, NOT_RECORDED_TEXT) },
        { label: 'Segundo apellido', value: textOrDefault(written.second_last_name, NOT_RECORDED_TEXT) },
      ],
      [
        { label: 'Tipo de documento', value: identityDocumentTypeText(patient) },
        { label: 'Número de documento (historia clínica N.º)', value: patient.identification_number },
      ],
      ...splitIntoRows(remainingPatientValues(closing)),
    ],
    photo,
  );
}

function printEvaluationSection(sheet: Sheet, closing: SignedVersionContent): void {
  const { evaluation_type: type } = closing;
  const rows: PrintedValue[][] = [
    [
      { label: 'Tipo de evaluación', value: `${type.name} (${type.code})` },
      { label: 'Médico evaluador', value: closing.doctor.name },
    ],
    [
      { label: 'Empresa empleadora', value: companyText(closing.employer_company) },
      { label: 'Empresa contratista', value: companyText(closing.contractor_company) },
    ],
    [
      { label: 'Apertura', value: formatIsoDateTime(closing.started_at) },
      ...(closing.received_at ? [{ label: 'Recepción', value: formatIsoDateTime(closing.received_at) }] : []),
      { label: 'Cierre', value: formatIsoDateTime(closing.closed_at) },
      { label: 'Versión', value: String(closing.version) },
      ...(closing.document ? [{ label: 'Número', value: closing.document.number }] : []),
    ],
  ];
  drawSectionHeading(sheet, '2. Evaluación', printedValuesHeight(sheet, rows.slice(0, 2)));
  drawPrintedValueRows(sheet, rows);
  sheet.y += 4;
  drawSectionEntry(sheet, 'H3', {
    title: 'Comentarios de recepción',
    text: textOrDefault(closing.additional_info, NOT_RECORDED_TEXT),
  });
  printHistoryAdditionalFields(sheet, printedAdditionalFields(closing, 'on_history'));
}

type SignedExamOrder = SignedVersionContent['exam_orders'][number];

function printAttachments(sheet: Sheet, { attachments: files }: SignedExamOrder): void {
  if (files.length === 0) {
    drawParagraph(sheet, `Adjuntos: ${NOT_APPLICABLE}`, TEXT_STYLES.small);
    return;
  }
  const columns = [
    { title: 'Archivo adjunto', share: 0.42, style: TEXT_STYLES.small },
    { title: 'SHA-256', share: 0.58, style: TEXT_STYLES.code },
  ];
  drawTable(
    sheet,
    columns,
    files.map(({ original_name: name, sha256 }) => [textOrDefault(name, 'Sin nombre'), sha256]),
  );
}

const toResultEntry = ({ exam, updated_at: at, result_notes: result }: SignedExamOrder): SectionEntry => ({
  title: `${exam.name} (${exam.code})  ·  ${formatIsoDateTime(at)}`,
  text: textOrDefault(result, NOT_EVALUATED),
  tail: TABLE_MIN_HEIGHT,
});

function printExamResults(sheet: Sheet, { exam_orders: orders }: SignedVersionContent): void {
  const [first] = orders;
  drawSectionHeading(
    sheet,
    '3. Exámenes y resultados',
    first ? sectionEntryMinHeight(sheet, toResultEntry(first)) : TEXT_STYLES.body.leading,
  );
  if (!first) drawParagraph(sheet, NOT_EVALUATED, TEXT_STYLES.body);
  for (const order of orders) {
    drawSectionEntry(sheet, 'H3', toResultEntry(order));
    printAttachments(sheet, order);
  }
}

function printNotesAndDecisions(sheet: Sheet, closing: SignedVersionContent): void {
  const { doctor, decisions } = closing;
  const author = `Firmadas por ${doctor.name}, licencia ${doctor.license_number}, el ${formatIsoDateTime(closing.closed_at)}.`;
  const written = NOTE_ORDER.map((type): SectionEntry => ({
    title: NOTE_LABELS[type],
    text: noteWithDecisions(type, noteText(closing, type), decisions ?? null) || NOT_RECORDED_TEXT,
  }));
  const keep = decisions
    ? 2 + decisionsMinHeight(sheet, decisions)
    : written.slice(0, 1).reduce((sum, first) => sum + sectionEntryMinHeight(sheet, first), 2);
  drawSectionHeading(sheet, '4. Notas médicas', textHeight(sheet, author, TEXT_STYLES.small) + keep);
  drawParagraph(sheet, author, TEXT_STYLES.small, { after: 2 });
  if (decisions) printDecisions(sheet, decisions);
  for (const note of written) drawSectionEntry(sheet, 'H3', note);
}

function printClarifications(sheet: Sheet, { clarifications }: ReportInput): void {
  for (const { content, at, by, version } of clarifications)
    drawSectionEntry(sheet, 'H3', {
      title: `Nota aclaratoria a la versión ${version}  ·  ${by}, ${formatIsoDateTime(at)}`,
      text: content,
    });
}

const formatColombianTime = (iso: string) => `${formatDateTimeWithSeconds(Date.parse(iso))} (UTC−5)`;

function signerRows({ signing, doctor }: SignedVersionContent): string[][] {
  if (!signing) return [];
  const as = {
    own: `${signing.by}, con su propio usuario`,
    another: `${signing.by}, en nombre de ${doctor.name}. Motivo: ${signing.reason}`,
    unlinked: `${signing.by}, con un usuario sin médico asignado, como ${doctor.name}`,
  }[signing.as];
  const reported = signing.disclosure_reason;
  return [['Firmó', as], ...(reported === null ? [] : [['Motivo para informar al empleador', reported]])];
}

function printIntegrity(sheet: Sheet, { closing, content_sha256: hash, request }: ReportInput): void {
  const picture = (type: 'photo' | 'signature') =>
    closing.media.find((item) => item.type === type)?.sha256 ?? NOT_APPLICABLE;
  const text = findSignatureStatement(closing)?.text;
  drawSectionHeading(sheet, '7. Integridad del registro', TABLE_MIN_HEIGHT + 30);
  const columns = [
    { title: 'Dato', share: 0.34, style: TEXT_STYLES.small },
    { title: 'Valor', share: 0.66, style: TEXT_STYLES.small },
  ];
  drawTable(sheet, columns, [
    ['Evaluación', closing.evaluation_id],
    ['Versión del cierre', String(closing.version)],
    ['Abierta', formatColombianTime(closing.started_at)],
    ...(closing.captured_at
      ? [['Capturada en el dispositivo', formatColombianTime(closing.captured_at)]]
      : []),
    ...(closing.received_at ? [['Recibida en el servidor', formatColombianTime(closing.received_at)]] : []),
    ['Firmada y cerrada', formatColombianTime(closing.closed_at)],
    ...signerRows(closing),
    ['Huella SHA-256 del contenido', hash],
    ['SHA-256 de la fotografía', picture('photo')],
    [
      `SHA-256 de la firma ${findSignatureStatement(closing)?.witness ? 'del testigo' : 'del trabajador'}`,
      picture('signature'),
    ],
    ...(text ? [[`SHA-256 del texto firmado, versión ${text.version}`, text.sha256]] : []),
    ['Copia solicitada por', `${request.by}, ${formatColombianTime(request.at)}`],
  ]);
  printCorrections(sheet, closing);
}

/** Writes the complete, confidential clinical history: all recorded data, and a text in place of each missing value. */
export function writeHistory(sheet: Sheet, input: ReportInput, pictures: PrintPictures): void {
  const { closing } = input;
  drawHeading(sheet, 'H1', { text: HISTORY_TITLE, style: TEXT_STYLES.title }, { keep: 200, after: 2 });
  printHistoryPatient(sheet, input, pictures.photo);
  printEvaluationSection(sheet, closing);
  printReplacements(sheet, input);
  printExamResults(sheet, closing);
  printNotesAndDecisions(sheet, closing);
  printClarifications(sheet, input);
  const pair = [
    printedDoctorSignature(input, pictures.doctorSignature),
    patientOrWitnessSignature(input, pictures.patientSignature, 'Trabajador evaluado'),
  ] as const;
  const stands = signingStatementText(input);
  // Height in points of the text about the signature, which must be on the same page as the signature.
  const keep = stands ? textHeight(sheet, stands, TEXT_STYLES.small) : 0;
  const aside = verificationAside(sheet, input.verification);
  drawSectionHeading(sheet, '5. Firmas', signaturesHeight(sheet, pair, aside) + keep);
  drawSignatures(sheet, pair, { aside, keep });
  if (stands) drawParagraph(sheet, stands, TEXT_STYLES.small);
  printReceipts(sheet, input, pictures.receiptSignatures);
  printIntegrity(sheet, input);
}
