import * as z from 'zod/mini';
import { EVALUATIONS_PAGE_SIZE, PAGE_SIZE_MAX } from '../../limits.ts';
import { Attachment, Media } from './capture.ts';
import { Correction } from './corrections.ts';
import { Decisions } from './decisions.ts';
import { Patient, PatientData } from './patients.ts';
import { DateOnly, Instant, ToldTurn, Uuid } from '../../primitives.ts';
import {
  APTITUDES,
  DOCUMENT_STATES,
  EVALUATION_STATUSES,
  IDENTIFICATION_TYPES,
  MEDIA_TYPES,
  NOTE_TYPES,
} from '../../vocabulary.ts';

const CodeAndName = z.object({ name: z.string(), code: z.string() });
const Reference = z.extend(CodeAndName, { id: Uuid });

export const EvaluationListItem = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  patient: z.object({
    full_name: z.string(),
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
    /** Ours, for callers with manage_evaluations: whole years on the day of the visit; null where the birth date is unknown. */
    age: z.catch(z.nullish(z.int()), null),
    /** Ours, for callers with manage_evaluations; null where none was registered. */
    occupation_name: z.catch(z.nullish(z.string()), null),
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: z.nullable(CodeAndName),
  /** Ours: what the person was called by on the day that it started; null where nobody told. */
  turn: ToldTurn,
  /** Ours: aptitude that the doctor chose, of a closed evaluation; null where none was chosen. */
  aptitude: z.catch(z.nullish(z.enum(APTITUDES)), null),
  /** Ours: signed version that holds, of a closed evaluation; null while it is open. */
  closing: z.catch(z.nullish(z.object({ version: z.int(), closed_at: Instant })), null),
});
export type EvaluationListItem = z.infer<typeof EvaluationListItem>;
export const EvaluationList = z.object({
  items: z.array(EvaluationListItem),
  total: z.int().check(z.minimum(0)),
});
export type EvaluationList = z.infer<typeof EvaluationList>;

/**
 * `status` is a comma list; without it the open ones (pendiente, en_proceso). `from` and `to` are Bogotá days, both included.
 * `direction` is ours: by start, `asc` for who waits longest first. The newest come first without it.
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
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  page_size: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_SIZE_MAX)),
    EVALUATIONS_PAGE_SIZE,
  ),
});
export type EvaluationsQuery = z.output<typeof EvaluationsQuery>;

export const ExamOrder = z.object({
  id: Uuid,
  exam: Reference,
  updated_at: Instant,
  result_notes: z.nullable(z.string()),
  attachments: z.array(Attachment),
});
export type ExamOrder = z.infer<typeof ExamOrder>;
export const Note = z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() });

export type Note = z.infer<typeof Note>;

/** Ours: what a worker signed for. One that a later version knows is shown as nothing. */
export const Receipt = z.object({
  items: z.array(z.string()),
  received_at: Instant,
  /** Who handed it over. */
  handed_by: z.string(),
});

/** Ours: a note beside a closed evaluation. */
export const Clarification = z.object({ content: z.string(), at: Instant, by: z.string() });
export type Clarification = z.infer<typeof Clarification>;

/** Ours: one closing of an evaluation, as its documents name it. */
export const Closing = z.object({
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  doctor_name: z.string(),
  /** Null for a closing that was made before closings had numbers. */
  number: z.nullable(z.string()),
  /** In groups, as printed; null with the number. */
  code: z.nullable(z.string()),
  state: z.enum(DOCUMENT_STATES),
  /** Whether its concept can be had: of the one that holds always, of an earlier one where its bytes were kept. */
  has_concept: z.optional(z.boolean()),
  receipt: z.nullish(Receipt),
  /** Whose session signed where they are not the doctor: as another one, or as a user who is none. */
  signed_by: z.optional(z.nullable(z.string())),
  /** Null while nobody has opened it again; the reason is null from a client of the base contract. */
  reopened: z.optional(z.nullable(z.object({ at: Instant, by: z.string(), reason: z.nullable(z.string()) }))),
  /** In the order in which they were written. */
  clarifications: z.optional(z.array(Clarification)),
});
export type Closing = z.infer<typeof Closing>;

export const Evaluation = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  closed_at: z.nullable(Instant),
  additional_info: z.nullable(z.string()),
  patient: Patient,
  evaluation_type: Reference,
  employer_company: Reference,
  contractor_company: z.nullable(Reference),
  doctor: z.nullable(z.object({ id: Uuid, name: z.string() })),
  exam_orders: z.array(ExamOrder),
  notes: z.array(Note),
  media: z.array(Media),
  /** Ours: what the doctor chose; absent from a server of the base contract, which stores no choices. */
  decisions: z.optional(Decisions),
  /** Ours: corrections of the registration, in the order in which they were captured. */
  corrections: z.optional(z.array(Correction)),
  /** Ours: as in the list. */
  turn: ToldTurn,
  /** Ours: how often it has been closed; the number that the last documents carry. 0 before the first closing. */
  version: z.optional(z.int().check(z.minimum(0))),
  /** Ours: its closings, the newest first. */
  closings: z.optional(z.array(Closing)),
  /** Ours: pictures that the desk confirmed and that still wait on some tablet. */
  pending_media: z.optional(z.array(z.enum(MEDIA_TYPES))),
  /**
   * Ours, while it is open: what of the person was otherwise when the evaluation was registered. Another registration changed
   * it since, perhaps in another branch.
   */
  patient_was: z.optional(PatientData),
  /** Ours, while it is open: the person's last closed evaluation of this branch, and which notes it has; null for none. */
  previous_visit: z.optional(
    z.nullable(z.object({ id: Uuid, closed_at: Instant, notes: z.array(z.enum(NOTE_TYPES)) })),
  ),
});
export type Evaluation = z.infer<typeof Evaluation>;
