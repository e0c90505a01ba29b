import {
  ACTIVE_ADDITIONAL_FIELDS_MAX,
  ADDITIONAL_LABEL_MAX_LENGTH,
  ADDITIONAL_VALUE_MAX_LENGTH,
  ATTACHMENT_NAME_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  CLARIFICATION_MAX_LENGTH,
  REASON_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LINES,
  BRANCH_CONTACT_MAX_LENGTH,
  DECISION_TEXT_MAX_LENGTH,
  NAME_MAX_LENGTH,
  NIT_MAX_LENGTH,
  PROGRAMME_NAME_MAX_LENGTH,
  EVALUATION_RESTRICTIONS_MAX,
  EVALUATION_PROGRAMMES_MAX,
  EVALUATION_TASKS_MAX,
} from '#contract/limits.ts';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { buildPerPatientField, type StoredPatientData } from '#contract/records/evaluation/patient-fields.ts';
import { NOTE_TYPES, PROGRAMME_DECISIONS } from '#contract/vocabulary.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { createProse } from './prose.ts';
import { SAMPLE_SIGNED_VERSION, marker, createReportInput } from './report-sample.ts';
import { printedVersion, createReceiptFrom, replacedVersion } from './report-versions.ts';

/** Fields in which the case differs from the sample signed version. */
interface CaseDifferences {
  readonly closing?: Partial<SignedVersionContent>;
  readonly input?: Partial<ReportInput>;
}

type SignedExamOrder = SignedVersionContent['exam_orders'][number];

const longWord = (length: number, letters = 'WÑgjÁ'): string => letters.repeat(length).slice(0, length);
const createLines = (count: number): string =>
  Array.from({ length: count }, (_, nth) => `Renglón ${nth + 1}`).join('\n');

const notesWithContent = (content: string): SignedVersionContent['notes'] =>
  NOTE_TYPES.map((type) => ({ note_type: type, content }));

/** Returns exams that each have a unique result and, in rotation, no, one or two files. */
function createExamOrders(count: number, nameOf: (nth: number) => string): SignedExamOrder[] {
  return Array.from({ length: count }, (_, nth) => ({
    exam: { code: `EX-${nth + 1}`, name: nameOf(nth) },
    updated_at: new Date(Date.parse(SAMPLE_SIGNED_VERSION.started_at) + nth * 7 * 60_000).toISOString(),
    result_notes: `Hallazgo ${marker('result', nth)}. ${createProse(30 + 40 * (nth % 6))}`,
    attachments: Array.from({ length: nth % 3 }, (_file, file) => ({
      original_name: `${marker('file', nth)} informe ${file + 1}.pdf`,
      sha256: 'a1'.repeat(32),
    })),
  }));
}
const twentyExamOrders = createExamOrders(20, (nth) => `Examen de laboratorio clínico número ${nth + 1}`);

const createLongNameCase = (name: (length: number) => string): CaseDifferences => ({
  closing: {
    patient: {
      ...SAMPLE_SIGNED_VERSION.patient,
      ...(buildPerPatientField((definition, field) =>
        'maxLength' in definition ? name(definition.maxLength) : SAMPLE_SIGNED_VERSION.patient[field],
      ) as StoredPatientData),
      identification_number: longWord(32, '9'),
    },
    evaluation_type: { code: 'LARGO', name: name(CATALOG_NAME_MAX_LENGTH) },
    employer_company: { code: '999000021-1', name: name(CATALOG_NAME_MAX_LENGTH) },
    contractor_company: { code: '999000031-3', name: name(CATALOG_NAME_MAX_LENGTH) },
    exam_orders: createExamOrders(3, () => name(CATALOG_NAME_MAX_LENGTH)).map((order) => ({
      ...order,
      attachments: [
        {
          original_name: `${marker('file')}${name(ATTACHMENT_NAME_MAX_LENGTH)}`.slice(
            0,
            ATTACHMENT_NAME_MAX_LENGTH,
          ),
          sha256: 'b2'.repeat(32),
        },
      ],
    })),
    doctor: {
      name: name(CATALOG_NAME_MAX_LENGTH),
      specialty: name(CATALOG_NAME_MAX_LENGTH),
      license_number: longWord(40, '8'),
      registration_number: longWord(40, '7'),
    },
  },
});

const signedAsAnother = {
  by: 'Dr. Luis Demo Páez',
  as: 'another',
  reason: createProse(REASON_MAX_LENGTH),
  asked: true,
  disclosure_reason: createProse(REASON_MAX_LENGTH),
} as const;
const signatureMediaWith = (witness: object | null): SignedVersionContent['media'] => [
  {
    type: 'signature',
    sha256: 'c3'.repeat(32),
    captured_at: '2026-03-05T11:46:52Z',
    statement: {
      signed_at: '2026-03-05T11:46:52Z',
      device_id: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
      text: { version: '2026-03', sha256: 'd4'.repeat(32) },
      witness,
    } as NonNullable<SignedVersionContent['media'][number]['statement']>,
  },
];
const clarification = (content: string, nth: number) => ({
  content,
  at: '2026-03-07T15:30:00Z',
  by: 'Dra. Ana Demo Rincón',
  version: 1 + (nth % 3),
});
const CASE_DIFFERENCES = {
  short: {
    closing: {
      decisions: { ...NO_DECISIONS, aptitude: 'apto', surveillance: [], restrictions: [], tasks: [] },
      version: 1,
      contractor_company: null,
      exam_orders: createExamOrders(1, () => 'Audiometría tonal'),
      notes: [{ note_type: 'concepto', content: 'Apto' }],
    },
  },
  full: {},
  'notes at their lines': {
    closing: {
      notes: notesWithContent(createLines(CLINICAL_TEXT_MAX_LINES)),
      exam_orders: twentyExamOrders.slice(0, 2),
    },
  },
  'notes of one word': {
    closing: { notes: notesWithContent(longWord(3_000)), exam_orders: twentyExamOrders.slice(0, 2) },
  },
  'nothing at all': {
    closing: {
      contractor_company: null,
      additional_info: null,
      exam_orders: [],
      notes: [],
      decisions: NO_DECISIONS,
      media: [],
      patient: {
        ...SAMPLE_SIGNED_VERSION.patient,
        middle_name: null,
        second_last_name: null,
        birth_date: null,
        gender: null,
        occupation_name: null,
      },
      doctor: {
        name: 'Dr. Luis Prueba',
        specialty: null,
        license_number: 'LIC-2',
        registration_number: null,
      },
    },
    input: {
      verification: null,
      pictures: {
        patient_photo: null,
        patient_signature: null,
        doctor_signature: null,
        receipt_signatures: [],
      },
    },
  },
  'twenty exams': { closing: { exam_orders: twentyExamOrders } },
  'names of many words': createLongNameCase(createProse),
  'names of one word': createLongNameCase((length) => longWord(length)),
  'a letterhead at its length': {
    input: {
      branding: {
        company_name: createProse(CATALOG_NAME_MAX_LENGTH),
        branch_name: longWord(CATALOG_NAME_MAX_LENGTH),
        nit: longWord(NIT_MAX_LENGTH, '9'),
        habilitation_code: longWord(NIT_MAX_LENGTH, '9'),
        city: createProse(BRANCH_CONTACT_MAX_LENGTH),
        address: createProse(BRANCH_CONTACT_MAX_LENGTH),
        contact_email: longWord(BRANCH_CONTACT_MAX_LENGTH, 'correo'),
        contact_phone: longWord(40, '6'),
        contact_website: longWord(BRANCH_CONTACT_MAX_LENGTH, 'sitio'),
        logo: null,
      },
    },
  },
  'a version that predates the choice': { closing: { decisions: undefined } },
  'decisions at their limits': {
    closing: {
      decisions: {
        aptitude: 'apto_restricciones',
        surveillance: Array.from({ length: EVALUATION_PROGRAMMES_MAX }, (_, nth) => ({
          programme: `${nth}${createProse(PROGRAMME_NAME_MAX_LENGTH - 2)}`,
          act: PROGRAMME_DECISIONS[nth % PROGRAMME_DECISIONS.length] ?? 'ingresa',
        })),
        referral: { to: 'both', reason: createProse(REASON_MAX_LENGTH) },
        restrictions: Array.from({ length: EVALUATION_RESTRICTIONS_MAX }, (_, nth) => ({
          what: nth % 2 === 0 ? createProse(DECISION_TEXT_MAX_LENGTH) : longWord(DECISION_TEXT_MAX_LENGTH),
          from: '2026-03-05',
          to: nth % 3 === 0 ? null : '2026-06-03',
        })),
        tasks: Array.from({ length: EVALUATION_TASKS_MAX }, () => ({
          task: createProse(DECISION_TEXT_MAX_LENGTH),
          aptitude: 'no_apto',
        })),
      },
    },
  },
  'additional fields at their limits': {
    closing: {
      additional_fields: Array.from({ length: ACTIVE_ADDITIONAL_FIELDS_MAX }, (_, nth) => ({
        field_id: SAMPLE_SIGNED_VERSION.evaluation_id,
        name:
          nth % 2 === 0 ? createProse(ADDITIONAL_LABEL_MAX_LENGTH) : longWord(ADDITIONAL_LABEL_MAX_LENGTH),
        subject: 'visit',
        kind: 'text',
        value:
          nth % 2 === 0 ? longWord(ADDITIONAL_VALUE_MAX_LENGTH) : createProse(ADDITIONAL_VALUE_MAX_LENGTH),
        on_history: true,
        on_concept: true,
      })),
    },
  },
  'version 2, signed as another': {
    closing: { version: 2, signing: signedAsAnother, replaces: { version: 1, number: 'BOG-2026-000001' } },
    input: {
      versions: [replacedVersion(1, { receipt: createReceiptFrom('Rocío Antes') }), printedVersion(2)],
    },
  },
  'version 2 of one without a number': {
    input: { versions: [replacedVersion(1, { number: null, reopened: null }), printedVersion(2)] },
  },
  'version 3, with a receipt': {
    closing: {
      version: 3,
      signing: { ...signedAsAnother, as: 'unlinked', reason: null, disclosure_reason: null },
    },
    input: {
      versions: [
        replacedVersion(1, { receipt: createReceiptFrom('Rocío Antes') }),
        replacedVersion(2),
        printedVersion(3, { receipt: createReceiptFrom('Rocío Prueba') }),
      ],
    },
  },
  'a receipt over long names': {
    ...createLongNameCase(createProse),
    input: {
      versions: [
        printedVersion(2, {
          receipt: createReceiptFrom(createProse(NAME_MAX_LENGTH), createLongNameCase(createProse).closing),
        }),
      ],
    },
  },
  'twenty versions, each handed over': {
    closing: { version: 32 },
    input: {
      versions: Array.from({ length: 20 }, (_, nth) =>
        nth < 19
          ? replacedVersion(13 + nth, { receipt: createReceiptFrom(`Entregó ${nth}`) })
          : printedVersion(32, { receipt: createReceiptFrom('Rocío Prueba') }),
      ),
    },
  },
  'twenty clarifications': {
    input: {
      clarifications: Array.from({ length: 20 }, (_, nth) =>
        clarification(createProse(CLARIFICATION_MAX_LENGTH), nth),
      ),
    },
  },
  'a witness': {
    closing: {
      media: signatureMediaWith({
        name: createProse(NAME_MAX_LENGTH),
        identification_type: 'CC',
        identification_number: '9.999.000.018',
        reason: 'otra',
        detail: createProse(200),
      }),
    },
  },
} as const satisfies Readonly<Record<string, CaseDifferences>>;

export type ReportCase = keyof typeof CASE_DIFFERENCES;
export const REPORT_CASES = Object.keys(CASE_DIFFERENCES) as ReportCase[];

/**
 * Returns the data from which both PDFs of a case are made. Cases range from the shortest evaluation that can be signed to each
 * limit of the contract.
 */
export async function createReportCaseInput(name: ReportCase): Promise<ReportInput> {
  const { closing = {}, input = {} }: CaseDifferences = CASE_DIFFERENCES[name];
  const whole = await createReportInput({ ...SAMPLE_SIGNED_VERSION, ...closing });
  const { patient_signature: picture } = whole.pictures;
  const receipt_signatures = (input.versions ?? []).flatMap(({ version, receipt: received }) =>
    received && picture ? [{ version, picture }] : [],
  );
  return { ...whole, pictures: { ...whole.pictures, receipt_signatures }, ...input };
}
