import { buildPerDocumentCall } from '#contract/documents.ts';
import * as limits from '#contract/limits.ts';
import { ReceiptFields } from '#contract/records/evaluation/clinical.ts';
import { AttachmentFields, EVALUATIONS_FILE_MAX } from '#contract/records/evaluation/evaluations.ts';
import { SPREADSHEET_FORMATS, spreadsheetMediaType } from '#contract/spreadsheets.ts';
import { MediaFields } from '#contract/records/evaluation/capture.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import type { CallDescriptions } from '../call-description.ts';

const PDF_RESPONSE = { types: ['application/pdf'], isNamed: true } as const;
const describeFileUpload = (types: readonly string[], maxBytes: number) => ({
  part: 'file',
  types,
  maxBytes,
});
const PHOTO_UPLOAD = describeFileUpload(limits.PHOTO_TYPES, limits.PHOTO_MAX_BYTES);
const SIGNATURE_UPLOAD = describeFileUpload(limits.SIGNATURE_TYPES, limits.SIGNATURE_MAX_BYTES);
const ATTACHMENT_UPLOAD = describeFileUpload(limits.ATTACHMENT_TYPES, limits.ATTACHMENT_MAX_BYTES);

const OPEN_EXAMPLE_CHANGES = {
  status: 'en_proceso',
  closed_at: null,
  doctor: null,
  version: 0,
  closings: [],
} as const;
/** Fields that only an open evaluation has. */
const CLOSED_EXAMPLE_CHANGES = { patient_was: undefined, previous_visit: undefined } as const;

export const receptionCalls = {
  searchPatient: {
    text: 'Find a patient by identity document. Lookups that find no patient of the branch are limited per hour. With `former_type=TI` and a CC that no patient has, the response may be a patient known by a TI with the same number.',
    codes: ['not_found', 'rate_limited'],
    answer: { additional_fields: [{}], last_evaluation: {} },
  },
  createEvaluation: {
    text: 'Register an evaluation. Requires either the `patient_id` of a known patient or the typed data in `patient`. For a known patient, an absent field keeps its value; `patient.cleared` removes values. `patient.former_type` states that a CC replaces the TI with the same number: the patient known by the TI has the CC from then on. `additional_fields` are stored as sent, also of unknown or inactive fields; values with the subject `patient` are returned by later lookups.',
    codes: ['already_registered', 'document_of_another'],
    headers: ['X-Turn'],
  },
  addMedia: {
    text: 'Upload the photo or signature of an evaluation. A signature has at most half as many bytes as a photo. With the `X-Capture-Id` of a correction that announced it, the image replaces the previous one; `manage_evaluations` is then sufficient.',
    codes: ['media_exists', 'evaluation_closed'],
    headers: ['X-Signature-Statement'],
    upload: { ...PHOTO_UPLOAD, fields: MediaFields },
  },
  getRegistration:
    'Get the registration of an evaluation. Returns the current data that reception confirmed, with its corrections and without clinical data.',
  correctRegistration: {
    text: 'Correct a registration that is not signed. An absent field keeps its value; null removes an optional value. If several corrections change one field, the one that was captured last applies; a correction that arrives after a later one is recorded with the same value before and after. `other_patient` moves the evaluation to the patient with that document and counts as a lookup. `pictures` announces images that follow as POST /evaluations/{id}/media with the same `X-Capture-Id`. An evaluation has at most 50 corrections.',
    codes: ['already_registered', 'document_of_another', 'evaluation_closed', 'rate_limited'],
  },
} as const satisfies Partial<CallDescriptions>;

export const evaluationCalls = {
  listEvaluations:
    'List evaluations. Returns the open evaluations unless `status` is set, with the newest first unless `direction` is `asc`.',
  evaluationsFile: {
    text: `Get the list of evaluations as a spreadsheet. Takes the filters of the list, and contains at most ${EVALUATIONS_FILE_MAX.toLocaleString('en')} evaluations without clinical data. A user may download 20 lists in an hour.`,
    codes: ['too_many_rows', 'rate_limited'],
    bytes: { types: SPREADSHEET_FORMATS.map(spreadsheetMediaType), isNamed: true },
  },
  getEvaluation: { text: 'Get an evaluation.', headers: ['X-Prefetch'], answer: OPEN_EXAMPLE_CHANGES },
  saveExamOrders: {
    text: 'Save results and add exams. Orders that the request does not name stay unchanged. Returns all orders. `status` is absent if another field differs from the state that `If-Match` names.',
    codes: ['evaluation_closed'],
  },
  saveNotes: {
    text: 'Save notes and decisions. Sets the listed notes and removes the empty ones; other notes stay unchanged. `decisions` are the doctor’s choices: documents state only these and derive none from a note. An absent decision stays unchanged; null removes it. Returns all notes and decisions, and `status` as for results.',
    codes: ['evaluation_closed'],
  },
  addAttachment: {
    text: 'Attach a file to an exam. `attachment_max_bytes` of the session is the maximum size of the file.',
    codes: ['evaluation_closed'],
    upload: { ...ATTACHMENT_UPLOAD, fields: AttachmentFields },
  },
  signingRules:
    'Get the doctors that the session may sign as. `licences` lists active doctors whose licence has expired or expires within 60 days. `of_others` lists active doctors who are linked to other users. `unlinked_signatures` is true if a user without a linked doctor may sign as any other doctor without password and reason.',
  signEvaluation: {
    text: 'Sign and close an evaluation. Requires an exam, a result for each exam, a note and the patient’s signature. In the base contract the body contains only `doctor_id`, which is sufficient for the doctor who is linked to the user. Signing as any other doctor requires `as_another`, unless the branch allows signatures by users without a linked doctor (`unlinked_signatures`); without it the response is a 409 whose `details` name the missing fields. `confirmed` contains the confirmations of an empty concept and of text that looks like a finding. With `confirmed`, an aptitude must be chosen, unless the concept is empty and this is confirmed. A reason has at least ten characters.',
    codes: [
      'evaluation_closed',
      'requirements_missing',
      'license_expired',
      'signature_of_another',
      'confirmation_missing',
      'rate_limited',
    ],
    answer: CLOSED_EXAMPLE_CHANGES,
  },
  reopenEvaluation: {
    text: 'Reopen a closed evaluation. The reason is an extension of the base contract. It has at least ten characters and is stored with the signed version.',
    codes: ['evaluation_open'],
    answer: { ...OPEN_EXAMPLE_CHANGES, version: 1, closings: [{ state: 'anulada', reopened: {} }] },
  },
  handOver: {
    text: 'Record that the worker received documents. Stores the documents that were handed over and the worker’s signature, once for the valid signed version. Sending the same signature again changes nothing.',
    codes: ['evaluation_open', 'media_exists'],
    upload: { ...SIGNATURE_UPLOAD, fields: ReceiptFields },
    answer: CLOSED_EXAMPLE_CHANGES,
  },
  addClarification: {
    text: 'Add a clarification to a closed evaluation. The evaluation stays closed. A signed version has at most 20 clarifications. The clinical history prints them; the concept never does.',
    codes: ['evaluation_open'],
    answer: CLOSED_EXAMPLE_CHANGES,
  },
  ...buildPerDocumentCall((kind) => ({
    text: `${DOCUMENT_DESCRIPTIONS[kind].summary}.`,
    codes: ['evaluation_open'] as const,
    bytes: PDF_RESPONSE,
  })),
  listDeliveries:
    'List the evaluations that the branch closed today. The list is for users who hand concepts over: it contains the receipt of each concept and no clinical data. The evaluation that was closed last comes first.',
  deliver: {
    text: 'Record a receipt without reading the evaluation. Like `POST /evaluations/{id}/receipt`, but only for documents that the session may read. With the permission `deliver_documents` this is the concept.',
    codes: ['evaluation_open', 'media_exists', 'precondition_failed'],
    upload: { ...SIGNATURE_UPLOAD, fields: ReceiptFields },
  },
  issuedConceptPdf: {
    text: 'Get the concept of a signed version, as issued. The signed version may be replaced or voided: its state is in `closings` of the evaluation, not in the document. `has_concept` is true if the concept exists.',
    codes: ['concept_not_kept'],
    bytes: PDF_RESPONSE,
  },
  verifyDocument: {
    text: 'Verify a document by its code. The call is intended for the holder of the printed document. Case and hyphens do not matter, nor do O for 0 and I or L for 1. `verdict` is the doctor’s choice, or `otro` without one. A client address may send at most 60 requests in five minutes.',
    codes: ['rate_limited'],
  },
  verificationKey:
    'Get the key that verifies the QR code of a document. The URL fragment in the QR code is `payload.signature`. The signed text is `ventanilla document v2~CODE~payload`, with the code without hyphens. Payloads of five parts have version 1 and are signed with `v1`.',
  getFile: {
    text: 'Get an image or an attachment. The path is a `storage_path` of the evaluation. Attachments require `manage_evaluations`.',
    headers: ['X-Prefetch'],
    bytes: { types: limits.ATTACHMENT_TYPES, isNamed: true },
  },
} as const satisfies Partial<CallDescriptions>;
