import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_TYPES,
  PHOTO_MAX_BYTES,
  PHOTO_TYPES,
  SIGNATURE_MAX_BYTES,
  SIGNATURE_TYPES,
} from '#contract/limits.ts';
import { AttachmentFields, ReceiptFields } from '#contract/records/evaluation/clinical.ts';
import { MediaFields } from '#contract/records/evaluation/capture.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  DIGEST,
  EXAMPLE_IDS,
  INSTANT,
  attachment,
  closedEvaluation,
  company,
  decisions,
  doctor,
  openEvaluation,
  evaluationType,
  media,
  note,
  order,
  patient,
} from '../example-values.ts';

const area = 'Evaluations';
const PDF = { types: ['application/pdf'], isNamed: true } as const;

export const evaluationCalls = {
  searchPatient: {
    area: 'Reception',
    summary: 'Find a person by their document',
    details:
      'Lookups of people who are not of the branch have a budget an hour. With `former_type=TI` beside a CC that nobody has, the answer may be a patient known by a TI of the same number.',
    codes: ['not_found', 'rate_limited'],
    answer: {
      ...patient,
      last_evaluation: {
        id: EXAMPLE_IDS.evaluation,
        started_at: INSTANT,
        evaluation_type_name: evaluationType.name,
        is_open: true,
        evaluation_type_id: EXAMPLE_IDS.evaluationType,
        employer_company_id: EXAMPLE_IDS.employer,
        contractor_company_id: null,
      },
    },
  },
  createEvaluation: {
    area: 'Reception',
    summary: 'Register an evaluation',
    details:
      'With `patient_id` of a known person, or `patient` as typed: one of the two. Of a known person a field that is absent stays as it is; `patient.cleared` removes values. `patient.former_type` says that a CC replaces the TI of the same number: the patient known by it has the CC from then on.',
    codes: ['already_registered', 'document_of_another'],
    takesTurn: true,
    body: {
      evaluation_type_id: EXAMPLE_IDS.evaluationType,
      employer_company_id: EXAMPLE_IDS.employer,
      contractor_company_id: EXAMPLE_IDS.contractor,
      additional_info: 'Trabajo en alturas.',
      patient: {
        identification_type: 'CC',
        identification_number: '9999000098',
        first_name: 'Bruno',
        last_name: 'Ejemplo',
        birth_date: '1988-01-31',
        gender: 'M',
        occupation_name: 'Auxiliar',
      },
    },
    answer: { id: EXAMPLE_IDS.evaluation },
  },
  addMedia: {
    area: 'Reception',
    summary: 'Send the photo or the signature of an evaluation',
    details:
      'A signature has half as many bytes at most. Under the `X-Capture-Id` of a correction that announced it, it replaces the picture before; then `manage_evaluations` suffices.',
    codes: ['media_exists', 'evaluation_closed'],
    takesStatement: true,
    upload: {
      part: 'file',
      types: PHOTO_TYPES,
      maxBytes: PHOTO_MAX_BYTES,
      fields: MediaFields,
      example: { type: 'photo' },
    },
    answer: media,
  },
  listEvaluations: {
    area,
    summary: 'List the evaluations of the branch',
    details: 'The open ones, unless `status` says otherwise; the newest first, unless `direction` is `asc`.',
    answer: {
      items: [
        {
          id: EXAMPLE_IDS.evaluation,
          status: 'cerrada',
          started_at: INSTANT,
          patient: {
            full_name: 'Ana Ejemplo',
            identification_type: 'CC',
            identification_number: patient.identification_number,
            age: 38,
            occupation_name: 'Auxiliar',
          },
          evaluation_type: { name: evaluationType.name, code: evaluationType.code },
          employer_company: { name: company.name, code: company.code },
          contractor_company: null,
          turn: 'B-14',
          aptitude: 'apto',
          closing: { version: 1, closed_at: INSTANT },
        },
      ],
      total: 1,
    },
  },
  getEvaluation: { area, summary: 'Read an evaluation', isKept: true, answer: openEvaluation },
  saveExamOrders: {
    area,
    summary: 'Write results and add exams',
    details: 'What is not named stays as it is. Answers all orders.',
    codes: ['evaluation_closed'],
    body: {
      orders: [
        { order_id: EXAMPLE_IDS.order, result_notes: 'Dentro de lo normal.' },
        { exam_id: EXAMPLE_IDS.otherExam, result_notes: 'Sin hallazgos.' },
      ],
    },
    answer: { orders: [order] },
  },
  saveNotes: {
    area,
    summary: 'Write the medical notes',
    details:
      'Notes that are named are set, empty ones removed, the others stay. `decisions` are what the doctor chose: documents state them alone, and never what a note says. Those that are absent stay, null removes one. Responds with all notes and decisions.',
    codes: ['evaluation_closed'],
    body: {
      notes: [{ note_type: 'concepto', content: note.content }],
      decisions: { aptitude: 'apto', surveillance: [] },
    },
    answer: { notes: [note], decisions },
  },
  addAttachment: {
    area,
    summary: 'Attach a file to an exam',
    details: '`attachment_max_bytes` of the session says how large it may be.',
    codes: ['evaluation_closed'],
    upload: {
      part: 'file',
      types: ATTACHMENT_TYPES,
      maxBytes: ATTACHMENT_MAX_BYTES,
      fields: AttachmentFields,
      example: { exam_order_id: EXAMPLE_IDS.order },
    },
    answer: attachment,
  },
  signingRules: {
    area,
    summary: 'Read as whom the session may sign',
    details:
      '`licences`: of active doctors whose licence has run out, or does within 60 days. `of_others`: active doctors who are linked to other users. `unlinked_signatures`: whether a user without a linked doctor signs as any other doctor without password and reason.',
    answer: {
      doctor: {
        id: doctor.id,
        name: doctor.name,
        license_number: doctor.license_number,
        license_valid_until: doctor.license_valid_until,
      },
      own_only: false,
      licences: [],
      of_others: [],
      unlinked_signatures: false,
    },
  },
  signEvaluation: {
    area,
    summary: 'Sign and close an evaluation',
    details:
      'Needs an exam, a result for each, a note and the patient’s signature. `doctor_id` alone is the base contract’s call: it suffices for the doctor who is linked to the user. Signing as any other doctor requires `as_another`, unless the branch allows signatures by users without a linked doctor (`unlinked_signatures`); a missing one is a 409 whose `details` name its fields. `confirmed` has what was asked about an empty concept and about words that look like a finding; with it an aptitude must be chosen, unless the concept is empty and that is confirmed. A reason has ten characters at least.',
    codes: [
      'evaluation_closed',
      'requirements_missing',
      'license_expired',
      'signature_of_another',
      'confirmation_missing',
      'rate_limited',
    ],
    body: { doctor_id: doctor.id, confirmed: { without_concept: false } },
    answer: closedEvaluation,
  },
  reopenEvaluation: {
    area,
    summary: 'Reopen a closed evaluation',
    details: 'The reason is ours, of ten characters at least, and stands with the closing.',
    codes: ['evaluation_open'],
    body: { reason: 'Faltó la visiometría' },
    answer: { ...openEvaluation, version: 1 },
  },
  handOver: {
    area,
    summary: 'Keep that the worker received documents',
    details:
      'Of the closing that holds, once: what was handed over and the worker’s signature. The same signature again changes nothing.',
    codes: ['evaluation_open', 'precondition_failed', 'media_exists', 'file_invalid'],
    upload: {
      part: 'file',
      types: SIGNATURE_TYPES,
      maxBytes: SIGNATURE_MAX_BYTES,
      fields: ReceiptFields,
      example: { version: 1, items: 'concept,results' },
    },
    answer: closedEvaluation,
  },
  addClarification: {
    area,
    summary: 'Add a note to a closed evaluation without opening it',
    details: 'Twenty a closing at most. The clinical history prints it, the concept never.',
    codes: ['evaluation_open'],
    body: { content: 'La audiometría se tomó sin protector.' },
    answer: closedEvaluation,
  },
  conceptPdf: {
    area,
    summary: 'Print the concept for the employer',
    codes: ['evaluation_open', 'rate_limited'],
    bytes: PDF,
  },
  issuedConceptPdf: {
    area,
    summary: 'Read the concept of one closing, as it was issued',
    details:
      'Also of a closing that was replaced or annulled: the state is in `closings` of the evaluation, not in the paper. `has_concept` tells whether there is one.',
    codes: ['not_found', 'concept_not_kept', 'rate_limited'],
    bytes: PDF,
  },
  clinicalHistory: {
    area,
    summary: 'Print the clinical history',
    codes: ['evaluation_open', 'rate_limited'],
    bytes: PDF,
  },
  verifyDocument: {
    area,
    summary: 'Verify a document by its code',
    details:
      'For the holder of the paper. Case, hyphens, O for 0 and I or L for 1 do not matter. `verdict` is what the doctor chose, `otro` if nothing was chosen. 60 in five minutes for an address.',
    codes: ['not_found', 'rate_limited'],
    answer: {
      issuer: {
        clinic: 'IPS Inventada (DEMO)',
        nit: '999000011-6',
        branch: 'Bogotá – Ficticia',
      },
      doctor: { name: doctor.name, license_number: doctor.license_number },
      number: 'BOG-2026-000123',
      code: '7KQ2-9M4X-HJ3T',
      closed_on: '2026-11-22',
      evaluation_type: 'Ingreso',
      company: 'Flores del Páramo Ficticio S.A.S. (DEMO)',
      patient: 'A*** G***',
      document_ending: '017',
      verdict: 'apto_restricciones',
      predates_choice: false,
      state: 'vigente',
      replaced_by: null,
      fingerprint: DIGEST.slice(0, 12),
      concept_sha256: DIGEST,
    },
  },
  verificationKey: {
    area,
    summary: 'Read the key that verifies a document’s QR',
    details:
      'The QR’s fragment is `payload.signature`; signed is `ventanilla document v2~CODE~payload`, with the code without hyphens. Payloads of five parts are of version 1 and signed with `v1`.',
    answer: {
      algorithm: 'Ed25519',
      public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      page: 'https://clinica.example.com/v/',
    },
  },
  getFile: {
    area,
    summary: 'Read a picture or an attachment',
    details: 'By the `storage_path` of the evaluation. Attachments need `manage_evaluations`.',
    codes: ['not_found'],
    isKept: true,
    bytes: { types: ATTACHMENT_TYPES, isNamed: true },
  },
} as const satisfies Partial<CallDescriptions>;
