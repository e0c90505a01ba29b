import { eachDocumentCall } from '#contract/documents.ts';
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
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { additionalValue } from '../additional-examples.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_DIGEST,
  EXAMPLE_IDS,
  EXAMPLE_INSTANT,
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
    summary: 'Find a patient by identity document',
    details:
      'Lookups that find no patient of the branch are limited per hour. With `former_type=TI` and a CC that no patient has, the response may be a patient known by a TI with the same number.',
    codes: ['not_found', 'rate_limited'],
    answer: {
      ...patient,
      additional_fields: [additionalValue],
      last_evaluation: {
        id: EXAMPLE_IDS.evaluation,
        started_at: EXAMPLE_INSTANT,
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
      'Requires either the `patient_id` of a known patient or the typed data in `patient`. For a known patient, an absent field keeps its value; `patient.cleared` removes values. `patient.former_type` states that a CC replaces the TI with the same number: the patient known by the TI has the CC from then on. `additional_fields` are stored as sent, also of unknown or inactive fields; values with the subject `patient` are returned by later lookups.',
    codes: ['already_registered', 'document_of_another'],
    takesTurn: true,
    body: {
      evaluation_type_id: EXAMPLE_IDS.evaluationType,
      employer_company_id: EXAMPLE_IDS.employer,
      contractor_company_id: EXAMPLE_IDS.contractor,
      additional_info: 'Trabajo en alturas.',
      additional_fields: [additionalValue],
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
    summary: 'Upload the photo or signature of an evaluation',
    details:
      'A signature has at most half as many bytes as a photo. With the `X-Capture-Id` of a correction that announced it, the image replaces the previous one; `manage_evaluations` is then sufficient.',
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
    summary: 'List evaluations',
    details:
      'Returns the open evaluations unless `status` is set, with the newest first unless `direction` is `asc`.',
    answer: {
      items: [
        {
          id: EXAMPLE_IDS.evaluation,
          status: 'cerrada',
          started_at: EXAMPLE_INSTANT,
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
          closing: { version: 1, closed_at: EXAMPLE_INSTANT },
        },
      ],
      total: 1,
    },
  },
  getEvaluation: { area, summary: 'Get an evaluation', isKept: true, answer: openEvaluation },
  saveExamOrders: {
    area,
    summary: 'Save results and add exams',
    details: 'Orders that the request does not name stay unchanged. Returns all orders.',
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
    summary: 'Save notes and decisions',
    details:
      'Sets the listed notes and removes the empty ones; other notes stay unchanged. `decisions` are the doctor’s choices: documents state only these and derive none from a note. An absent decision stays unchanged; null removes it. Returns all notes and decisions.',
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
    details: '`attachment_max_bytes` of the session is the maximum size of the file.',
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
    summary: 'Get the doctors that the session may sign as',
    details:
      '`licences` lists active doctors whose licence has expired or expires within 60 days. `of_others` lists active doctors who are linked to other users. `unlinked_signatures` is true if a user without a linked doctor may sign as any other doctor without password and reason.',
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
      'Requires an exam, a result for each exam, a note and the patient’s signature. In the base contract the body contains only `doctor_id`, which is sufficient for the doctor who is linked to the user. Signing as any other doctor requires `as_another`, unless the branch allows signatures by users without a linked doctor (`unlinked_signatures`); without it the response is a 409 whose `details` name the missing fields. `confirmed` contains the confirmations of an empty concept and of text that looks like a finding. With `confirmed`, an aptitude must be chosen, unless the concept is empty and this is confirmed. A reason has at least ten characters.',
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
    details:
      'The reason is an extension of the base contract. It has at least ten characters and is stored with the signed version.',
    codes: ['evaluation_open'],
    body: { reason: 'Faltó la visiometría' },
    answer: { ...openEvaluation, version: 1 },
  },
  handOver: {
    area,
    summary: 'Record that the worker received documents',
    details:
      'Stores the documents that were handed over and the worker’s signature, once for the valid signed version. Sending the same signature again changes nothing.',
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
    summary: 'Add a clarification to a closed evaluation',
    details:
      'The evaluation stays closed. A signed version has at most 20 clarifications. The clinical history prints them; the concept never does.',
    codes: ['evaluation_open'],
    body: { content: 'La audiometría se tomó sin protector.' },
    answer: closedEvaluation,
  },
  ...eachDocumentCall((kind) => ({
    area,
    summary: DOCUMENT_DESCRIPTIONS[kind].summary,
    codes: ['evaluation_open', 'rate_limited'] as const,
    bytes: PDF,
  })),
  issuedConceptPdf: {
    area,
    summary: 'Get the concept of a signed version, as issued',
    details:
      'The signed version may be replaced or voided: its state is in `closings` of the evaluation, not in the document. `has_concept` is true if the concept exists.',
    codes: ['not_found', 'concept_not_kept', 'rate_limited'],
    bytes: PDF,
  },
  verifyDocument: {
    area,
    summary: 'Verify a document by its code',
    details:
      'The call is intended for the holder of the printed document. Case and hyphens do not matter, nor do O for 0 and I or L for 1. `verdict` is the doctor’s choice, or `otro` without one. A client address may send at most 60 requests in five minutes.',
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
      fingerprint: EXAMPLE_DIGEST.slice(0, 12),
      concept_sha256: EXAMPLE_DIGEST,
    },
  },
  verificationKey: {
    area,
    summary: 'Get the key that verifies the QR code of a document',
    details:
      'The URL fragment in the QR code is `payload.signature`. The signed text is `ventanilla document v2~CODE~payload`, with the code without hyphens. Payloads of five parts have version 1 and are signed with `v1`.',
    answer: {
      algorithm: 'Ed25519',
      public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      page: 'https://clinica.example.com/v/',
    },
  },
  getFile: {
    area,
    summary: 'Get an image or an attachment',
    details: 'The path is a `storage_path` of the evaluation. Attachments require `manage_evaluations`.',
    codes: ['not_found'],
    isKept: true,
    bytes: { types: ATTACHMENT_TYPES, isNamed: true },
  },
} as const satisfies Partial<CallDescriptions>;
