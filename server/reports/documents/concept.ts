import { NOT_RECORDED } from '#domain/evaluation/decisions.ts';
import { type Disclosure, disclose } from './disclosure.ts';
import { factsWithPhoto } from './identity.ts';
import type { ReportInput } from '../input/input.ts';
import { BOX_KEEP, box } from '../layout/box.ts';
import { EMPTY_LINE_KEEP, emptyLine } from './empty-line.ts';
import { facts } from '../layout/facts.ts';
import type { PrintPictures } from '../layout/pictures.ts';
import { entry, section } from '../layout/section.ts';
import { type Sheet, ensure } from '../layout/sheet.ts';
import { signatures, signaturesHeight } from '../layout/signatures.ts';
import { STYLES } from '../layout/style.ts';
import { TABLE_KEEP, table } from '../layout/table.ts';
import { heading, heightOf, paragraph } from '../layout/text.ts';
import { verifiedBy } from './verified-by.ts';
import { replacedNumber } from './versions.ts';
import {
  NOT_APPLICABLE,
  ageOf,
  company,
  doctorSignature,
  documentOf,
  genderOf,
  moment,
  names,
  patientSignature,
  said,
} from './labels.ts';

const NOTICE_GAP = 3;
const CONCEPT_TITLE = 'CONCEPTO MÉDICO DE APTITUD OCUPACIONAL';

function person(sheet: Sheet, { closing }: ReportInput, photo: Buffer | null): void {
  const { patient } = closing;
  factsWithPhoto(
    sheet,
    [
      [{ label: 'Trabajador', value: names(patient), isStrong: true }],
      [
        { label: 'Documento', value: documentOf(patient) },
        { label: 'Edad', value: ageOf(closing) },
        { label: 'Género', value: genderOf(patient) },
      ],
      [
        { label: 'Cargo', value: said(patient.occupation_name, NOT_RECORDED), span: 2 },
        { label: 'Tipo de evaluación', value: closing.evaluation_type.name },
      ],
      [
        { label: 'Empresa empleadora', value: company(closing.employer_company) },
        { label: 'Empresa contratista', value: company(closing.contractor_company) },
      ],
    ],
    photo,
  );
}

function verdict(sheet: Sheet, disclosed: Disclosure): void {
  section(sheet, 'Concepto de aptitud laboral', BOX_KEEP);
  box(sheet, disclosed.concept);
  entry(sheet, 'H2', { title: 'Aptitud para tareas específicas', text: disclosed.tasks });
  entry(sheet, 'H2', { title: 'Restricciones', text: disclosed.restrictions });
  entry(sheet, 'H2', { title: 'Recomendaciones laborales', text: disclosed.recommendations });
  entry(sheet, 'H2', { title: 'Hábitos y estilos de vida', text: disclosed.habits });
  facts(sheet, [
    [
      { label: 'Inclusión en SVE (sistema de vigilancia epidemiológica)', value: disclosed.surveillance },
      { label: 'Manejo EPS / ARL', value: disclosed.referral },
    ],
  ]);
}

function exams(sheet: Sheet, { exams: done }: Disclosure): void {
  section(sheet, 'Valoraciones realizadas', TABLE_KEEP);
  const columns = [
    { title: 'Fecha', share: 0.16 },
    { title: 'Exámenes', share: 0.84 },
  ];
  const rows = done.map(({ day, names: examined }) => [day, examined.join('  ·  ')]);
  table(sheet, columns, rows.length > 0 ? rows : [[NOT_APPLICABLE, 'Sin valoraciones que informar']]);
}

const issueLine = ({ closing, branding, verification }: ReportInput): string =>
  [
    verification && `N.º ${verification.number}`,
    `Fecha de la evaluación: ${moment(closing.started_at)}`,
    closing.received_at && `Recibida: ${moment(closing.received_at)}`,
    `Fecha del concepto: ${moment(closing.closed_at)}${branding.city ? `, ${branding.city}` : ''}`,
  ]
    .filter(Boolean)
    .join('   ·   ');

/** Writes the document for the employer. Of the evaluation's findings it uses only those that `disclose` returns. */
export function writeConcept(sheet: Sheet, input: ReportInput, pictures: PrintPictures): void {
  const { closing, legal, verification } = input;
  const disclosed = disclose(closing);
  heading(sheet, 'H1', { text: CONCEPT_TITLE, style: STYLES.title }, { keep: 200, after: 1 });
  paragraph(sheet, [issueLine(input), replacedNumber(input) ?? []].flat().join('\n'), STYLES.small);
  person(sheet, input, pictures.photo);
  verdict(sheet, disclosed);
  exams(sheet, disclosed);
  const pair = [
    doctorSignature(input, pictures.doctorSignature),
    patientSignature(input, pictures.patientSignature, 'Firma del trabajador'),
  ] as const;
  const aside = verifiedBy(sheet, verification);
  const notices = [legal.reserve_notice, legal.deadline_reminder] as const;
  const above = notices.reduce((sum, notice) => sum + heightOf(sheet, notice, STYLES.small), NOTICE_GAP);
  // Keeps the notices on the page of the signatures, so that no page contains only signatures.
  ensure(sheet, above + signaturesHeight(sheet, pair, aside) + EMPTY_LINE_KEEP);
  paragraph(sheet, notices[0], STYLES.small, { after: NOTICE_GAP });
  paragraph(sheet, notices[1], STYLES.small, { after: 0 });
  signatures(sheet, pair, { aside, keep: EMPTY_LINE_KEEP });
  // A signature given at reception does not prove that the worker received the document. The receipt is signed later, on paper
  // here or on the device (decision 30).
  emptyLine(sheet, `${legal.receipt_line}:`);
}
