import { PATIENT_CONCEPT_FIELDS, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { printConceptAdditionalFields } from './additional.ts';
import { type Disclosure, discloseToEmployer } from './disclosure.ts';
import { drawValuesWithPhoto } from './identity.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { ReportInput } from '../input/input.ts';
import { BOX_MIN_HEIGHT, drawBox } from '../layout/box.ts';
import { EMPTY_LINE_MIN_HEIGHT, drawHandwritingLines } from './empty-line.ts';
import { type PrintedValue, drawPrintedValueRows, splitIntoRows } from '../layout/facts.ts';
import type { PrintPictures } from '../layout/pictures.ts';
import { drawSectionEntry, drawSectionHeading } from '../layout/section.ts';
import { type Sheet, ensureHeight } from '../layout/sheet.ts';
import { drawSignatures, signaturesHeight } from '../layout/signatures.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { TABLE_MIN_HEIGHT, drawTable } from '../layout/table.ts';
import { drawHeading, textHeight, drawParagraph } from '../layout/text.ts';
import { verificationAside } from './verified-by.ts';
import { formatReplacedDocument } from './versions.ts';
import {
  NOT_APPLICABLE,
  ageAtVisit,
  companyText,
  printedDoctorSignature,
  identityDocumentText,
  formatIsoDateTime,
  patientFullName,
  patientOrWitnessSignature,
  printedPatientFields,
} from './labels.ts';

const NOTICE_GAP = 3;
const CONCEPT_TITLE = 'CONCEPTO MÉDICO DE APTITUD OCUPACIONAL';

/** Returns the patient's data on the concept except document and names, with the age instead of the birth date. */
const conceptPatientValues = (closing: SignedVersionContent): PrintedValue[] =>
  printedPatientFields(closing, PATIENT_CONCEPT_FIELDS).map((printed) => {
    if (printed.field === 'birth_date') return ageAtVisit(closing);
    return PATIENT_FIELDS[printed.field].width === 'job' ? { ...printed, span: 2 } : printed;
  });

function printConceptPatient(sheet: Sheet, { closing }: ReportInput, photo: Buffer | null): void {
  const { patient } = closing;
  drawValuesWithPhoto(
    sheet,
    [
      [{ label: 'Trabajador', value: patientFullName(patient), isStrong: true }],
      ...splitIntoRows([
        { label: 'Documento', value: identityDocumentText(patient) },
        ...conceptPatientValues(closing),
        { label: 'Tipo de evaluación', value: closing.evaluation_type.name },
      ]),
      [
        { label: 'Empresa empleadora', value: companyText(closing.employer_company) },
        { label: 'Empresa contratista', value: companyText(closing.contractor_company) },
      ],
    ],
    photo,
  );
}

function printAptitudeSection(sheet: Sheet, disclosed: Disclosure): void {
  drawSectionHeading(sheet, 'Concepto de aptitud laboral', BOX_MIN_HEIGHT);
  drawBox(sheet, disclosed.concept);
  drawSectionEntry(sheet, 'H2', { title: 'Aptitud para tareas específicas', text: disclosed.tasks });
  drawSectionEntry(sheet, 'H2', { title: 'Restricciones', text: disclosed.restrictions });
  drawSectionEntry(sheet, 'H2', { title: 'Recomendaciones laborales', text: disclosed.recommendations });
  drawSectionEntry(sheet, 'H2', { title: 'Hábitos y estilos de vida', text: disclosed.habits });
  drawPrintedValueRows(sheet, [
    [
      { label: 'Inclusión en SVE (sistema de vigilancia epidemiológica)', value: disclosed.surveillance },
      { label: 'Manejo EPS / ARL', value: disclosed.referral },
    ],
  ]);
}

function printDisclosedExams(sheet: Sheet, { exams: done }: Disclosure): void {
  drawSectionHeading(sheet, 'Valoraciones realizadas', TABLE_MIN_HEIGHT);
  const columns = [
    { title: 'Fecha', share: 0.16 },
    { title: 'Exámenes', share: 0.84 },
  ];
  const rows = done.map(({ day, names: examined }) => [day, examined.join('  ·  ')]);
  drawTable(sheet, columns, rows.length > 0 ? rows : [[NOT_APPLICABLE, 'Sin valoraciones que informar']]);
}

const numberAndDatesLine = ({ closing, branding, verification }: ReportInput): string =>
  [
    verification && `N.º ${verification.number}`,
    `Fecha de la evaluación: ${formatIsoDateTime(closing.started_at)}`,
    closing.received_at && `Recibida: ${formatIsoDateTime(closing.received_at)}`,
    `Fecha del concepto: ${formatIsoDateTime(closing.closed_at)}${branding.city ? `, ${branding.city}` : ''}`,
  ]
    .filter(Boolean)
    .join('   ·   ');

/** Writes the document for the employer. Uses only those findings of the evaluation that `discloseToEmployer` returns. */
export function writeConcept(sheet: Sheet, input: ReportInput, pictures: PrintPictures): void {
  const { closing, legal, verification } = input;
  const disclosed = discloseToEmployer(closing);
  drawHeading(sheet, 'H1', { text: CONCEPT_TITLE, style: TEXT_STYLES.title }, { keep: 200, after: 1 });
  drawParagraph(
    sheet,
    [numberAndDatesLine(input), formatReplacedDocument(input) ?? []].flat().join('\n'),
    TEXT_STYLES.small,
  );
  printConceptPatient(sheet, input, pictures.photo);
  printConceptAdditionalFields(sheet, disclosed.additional);
  printAptitudeSection(sheet, disclosed);
  printDisclosedExams(sheet, disclosed);
  const pair = [
    printedDoctorSignature(input, pictures.doctorSignature),
    patientOrWitnessSignature(input, pictures.patientSignature, 'Firma del trabajador'),
  ] as const;
  const aside = verificationAside(sheet, verification);
  const notices = [legal.reserve_notice, legal.deadline_reminder] as const;
  const above = notices.reduce(
    (sum, notice) => sum + textHeight(sheet, notice, TEXT_STYLES.small),
    NOTICE_GAP,
  );
  // Keeps the notices on the page of the signatures, so that no page contains only signatures.
  ensureHeight(sheet, above + signaturesHeight(sheet, pair, aside) + EMPTY_LINE_MIN_HEIGHT);
  drawParagraph(sheet, notices[0], TEXT_STYLES.small, { after: NOTICE_GAP });
  drawParagraph(sheet, notices[1], TEXT_STYLES.small, { after: 0 });
  drawSignatures(sheet, pair, { aside, keep: EMPTY_LINE_MIN_HEIGHT });
  // A signature given at reception does not prove that the worker received the document. The worker signs for the receipt
  // later, either here by hand or on the device (decision 30).
  drawHandwritingLines(sheet, `${legal.receipt_line}:`);
}
