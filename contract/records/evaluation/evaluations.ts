import * as z from 'zod/mini';
import { EVALUATIONS_PAGE_SIZE, PAGE_SIZE_MAX } from '../../limits.ts';
import { pageParameter, positiveIntParameter } from '../../lists.ts';
import { EvaluationAdditionalFields } from './additional-values.ts';
import { Attachment, Media } from './capture.ts';
import { Correction } from './corrections.ts';
import { Decisions } from './decisions.ts';
import { Patient, PatientData } from './patients.ts';
import { SPREADSHEET_FORMATS } from '../../spreadsheets.ts';
import { DateOnly, Instant, ResponseQueueNumber, Uuid } from '../../primitives.ts';
import {
  APTITUDES,
  DOCUMENT_STATES,
  EVALUATION_STATUSES,
  IDENTIFICATION_TYPES,
  MEDIA_TYPES,
  NOTE_TYPES,
  REPETITION_DECISIONS,
} from '../../vocabulary.ts';

const CodeAndName = z.object({ name: z.string(), code: z.string() });
const CatalogReference = z.extend(CodeAndName, { id: Uuid });

export const REPETITION_STATES = ['unsettled', ...REPETITION_DECISIONS] as const;
/**
 * Relation of a further evaluation of an expected person to the person's evaluation, `evaluation_id`. The patient of an
 * evaluation that repeats another one does not wait, but the evaluation stays usable.
 */
export const Repetition = z.object({
  state: z.enum(REPETITION_STATES),
  evaluation_id: Uuid,
});
export type Repetition = z.infer<typeof Repetition>;

export const EvaluationListItem = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  patient: z.object({
    full_name: z.string(),
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
    /**
     * Extension of the base contract, for users with `manage_evaluations`: age in whole years on the day of the visit; null
     * when the birth date is unknown.
     */
    age: z.catch(z.nullish(z.int()), null),
    /**
     * Extension of the base contract, for users with `manage_evaluations`: job of the patient; null when none was registered.
     */
    occupation_name: z.catch(z.nullish(z.string()), null),
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: z.nullable(CodeAndName),
  /** Extension of the base contract: queue number of the patient on the day of the visit; null when the tablet sent none. */
  turn: ResponseQueueNumber,
  /** Extension of the base contract: aptitude of a closed evaluation; null when the doctor chose none. */
  aptitude: z.catch(z.nullish(z.enum(APTITUDES)), null),
  /** Extension of the base contract: valid signed version of a closed evaluation; null while the evaluation is open. */
  closing: z.catch(z.nullish(z.object({ version: z.int(), closed_at: Instant })), null),
  /** Extension of the base contract: present for a further evaluation of an expected person. */
  repetition: z.catch(z.nullish(Repetition), null),
});
export type EvaluationListItem = z.infer<typeof EvaluationListItem>;
export const EvaluationList = z.object({
  items: z.array(EvaluationListItem),
  total: z.int().check(z.minimum(0)),
});
export type EvaluationList = z.infer<typeof EvaluationList>;

/**
 * Query of the list of evaluations. `status` is a comma-separated list; without it, the response contains the open evaluations
 * (pendiente, en_proceso). `from` and `to` are days in Bogotá, both included. `direction` is an extension of the base contract:
 * `asc` lists the longest waiting patient first; otherwise the newest evaluation comes first.
 */
export const EvaluationsQuery = z.object({
  status: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((list) =>
          list
            .split(',')
            .map((status) => status.trim())
            .filter(Boolean),
        ),
      ),
      z.array(z.enum(EVALUATION_STATUSES)),
    ),
  ),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  employer_company_id: z.optional(Uuid),
  contractor_company_id: z.optional(Uuid),
  from: z.optional(DateOnly),
  to: z.optional(DateOnly),
  direction: z.optional(z.enum(['asc', 'desc'])),
  page: pageParameter,
  page_size: positiveIntParameter(EVALUATIONS_PAGE_SIZE, PAGE_SIZE_MAX),
});
export type EvaluationsQuery = z.output<typeof EvaluationsQuery>;

/** Maximum evaluations of a downloaded list. */
export const EVALUATIONS_FILE_MAX = 50_000;
/** Extension of the base contract: query of the list as a file, with the filters of the list. */
export const EvaluationsFileQuery = z.extend(z.omit(EvaluationsQuery, { page: true, page_size: true }), {
  format: z.enum(SPREADSHEET_FORMATS),
});
export type EvaluationsFileQuery = z.output<typeof EvaluationsFileQuery>;

export const ExamOrder = z.object({
  id: Uuid,
  exam: CatalogReference,
  updated_at: Instant,
  result_notes: z.nullable(z.string()),
  attachments: z.array(Attachment),
});
export type ExamOrder = z.infer<typeof ExamOrder>;
export const Note = z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() });

export type Note = z.infer<typeof Note>;

/** Extension of the base contract: documents whose receipt a worker signed. The app does not show an unknown item. */
export const Receipt = z.object({
  items: z.array(z.string()),
  received_at: Instant,
  handed_by: z.string(),
});

/** Extension of the base contract: text that a doctor added to a closed evaluation. */
export const Clarification = z.object({ content: z.string(), at: Instant, by: z.string() });
export type Clarification = z.infer<typeof Clarification>;

/** Extension of the base contract: signed version with the facts that its documents print. */
export const SignedVersion = z.object({
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  doctor_name: z.string(),
  /** Null for a version that was signed before versions had numbers. */
  number: z.nullable(z.string()),
  /** Verification code in groups, as printed; null when `number` is null. */
  code: z.nullable(z.string()),
  state: z.enum(DOCUMENT_STATES),
  /**
   * True when the concept of this version can be downloaded. The concept of a version that is not the newest can be downloaded
   * only if its PDF was stored.
   */
  has_concept: z.optional(z.boolean()),
  receipt: z.nullish(Receipt),
  /** User who signed, if the user is not the doctor: the user signed as another doctor or has no linked doctor. */
  signed_by: z.optional(z.nullable(z.string())),
  /**
   * Reopening of this version; null if it was not reopened. `reason` is null when a client of the base contract reopened it.
   */
  reopened: z.optional(z.nullable(z.object({ at: Instant, by: z.string(), reason: z.nullable(z.string()) }))),
  clarifications: z.optional(z.array(Clarification)),
});
export type SignedVersion = z.infer<typeof SignedVersion>;

/** Text field of POST /evaluations/{id}/attachments; the part `file` contains a PDF, PNG or JPEG. */
export const AttachmentFields = z.object({ exam_order_id: Uuid });

/**
 * Extension of the base contract: status of the evaluation after a save. It is absent if any field that the response lacks
 * differs from the state that `If-Match` names; the caller must then read the evaluation again.
 */
export const StatusAfterSave = z.optional(z.enum(EVALUATION_STATUSES));

export const Evaluation = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  closed_at: z.nullable(Instant),
  additional_info: z.nullable(z.string()),
  patient: Patient,
  /** Extension of the base contract: values of the clinic's own fields; absent when the server has no such fields. */
  additional_fields: z.optional(EvaluationAdditionalFields),
  evaluation_type: CatalogReference,
  employer_company: CatalogReference,
  contractor_company: z.nullable(CatalogReference),
  doctor: z.nullable(z.object({ id: Uuid, name: z.string() })),
  exam_orders: z.array(ExamOrder),
  notes: z.array(Note),
  media: z.array(Media),
  /** Extension of the base contract: decisions of the doctor; absent when the server stores no decisions. */
  decisions: z.optional(Decisions),
  /** Extension of the base contract: corrections of the registration, in the order of their capture. */
  corrections: z.optional(z.array(Correction)),
  turn: ResponseQueueNumber,
  /**
   * Extension of the base contract: how often the evaluation was signed; its newest documents print this number. 0 before the
   * first signature.
   */
  version: z.optional(z.int().check(z.minimum(0))),
  /** Extension of the base contract: signed versions, the newest first. */
  closings: z.optional(z.array(SignedVersion)),
  /** Extension of the base contract: images that reception confirmed and that the server has not received yet. */
  pending_media: z.optional(z.array(z.enum(MEDIA_TYPES))),
  /** Extension of the base contract: present for a further evaluation of an expected person. */
  repetition: z.optional(Repetition),
  /** Extension of the base contract, for an open evaluation: job of the package that the company announced; null without one. */
  package_job: z.optional(z.nullable(z.string())),
  /**
   * Extension of the base contract, for an open evaluation: original values of those patient data that another registration,
   * possibly in another branch, has changed since this registration.
   */
  patient_was: z.optional(PatientData),
  /**
   * Extension of the base contract, for an open evaluation: last closed evaluation of the patient in this branch and the types
   * of its notes; null without one.
   */
  previous_visit: z.optional(
    z.nullable(z.object({ id: Uuid, closed_at: Instant, notes: z.array(z.enum(NOTE_TYPES)) })),
  ),
});
export type Evaluation = z.infer<typeof Evaluation>;
