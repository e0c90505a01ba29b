import * as z from 'zod/mini';
import { DecisionChanges, Decisions } from './decisions.ts';
import { ExamOrder, Note } from './evaluations.ts';
import {
  CLARIFICATION_MAX_LENGTH,
  CLARIFICATION_MAX_LINES,
  CLINICAL_REASON_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LINES,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PASSWORD_MAX_LENGTH,
} from '../../limits.ts';
import { foldAliases, listOf } from '../catalogs.ts';
import {
  DateOnly,
  Instant,
  Uuid,
  countLines,
  hasVisible,
  optionalReason,
  visible,
} from '../../primitives.ts';
import { NOTE_TYPES } from '../../vocabulary.ts';

/** Beside the field, on the screen and from the provider. */
export const TOO_MANY_LINES = `Máximo ${CLINICAL_TEXT_MAX_LINES} renglones.`;

/** A result or a note as a doctor writes it; empty text, or one that nobody can see, is a result or note taken back. */
const clinicalText = z.pipe(
  z.string().check(
    z.maxLength(CLINICAL_TEXT_MAX_LENGTH, `Máximo ${CLINICAL_TEXT_MAX_LENGTH} caracteres.`),
    z.refine((text) => countLines(text) <= CLINICAL_TEXT_MAX_LINES, TOO_MANY_LINES),
  ),
  z.transform((text) => (hasVisible(text) ? visible(text).trim() : '')),
);

const resultNotes = z.pipe(
  z.nullish(clinicalText),
  z.transform((text) => text || null),
);

/** PATCH /evaluations/{id}/exam-orders: results of orders that exist, and exams added (P7). Others stay as they are. */
export const SaveExamOrdersBody = z.object({
  orders: z
    .array(
      z.union([
        z.object({ order_id: Uuid, result_notes: resultNotes }),
        z.object({ exam_id: Uuid, result_notes: resultNotes }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
export type SaveExamOrdersBody = z.infer<typeof SaveExamOrdersBody>;
/** All orders of the evaluation after the change. */
export const SavedExamOrders = z.object({ orders: z.array(ExamOrder) });
export type SavedExamOrders = z.infer<typeof SavedExamOrders>;

/** PUT /evaluations/{id}/notes: the notes named are set, empty ones are taken away, others stay. Each type once. */
export const SaveNotesBody = z.object({
  notes: z.array(z.object({ note_type: z.enum(NOTE_TYPES), content: clinicalText })).check(
    z.maxLength(NOTE_TYPES.length),
    z.refine(
      (notes) => new Set(notes.map((note) => note.note_type)).size === notes.length,
      'Cada tipo de nota va una vez.',
    ),
  ),
  /** Ours: saved in the same transaction as the notes. */
  decisions: z.optional(DecisionChanges),
});
export type SaveNotesBody = z.infer<typeof SaveNotesBody>;
/** `decisions` is ours: all of them after the change. */
export const SavedNotes = z.object({ notes: z.array(Note), decisions: z.optional(Decisions) });
export type SavedNotes = z.infer<typeof SavedNotes>;

/** The text fields of POST /evaluations/{id}/attachments; the part `file` carries a PDF, PNG or JPEG. */
export const AttachmentFields = z.object({ exam_order_id: Uuid });

/**
 * POST /evaluations/{id}/sign. All but the doctor is ours. A client of the base contract sends the doctor alone: then nobody was
 * asked anything, and the closing says so.
 */
export const SignBody = z.object({
  doctor_id: z.uuid('Selecciona un médico para firmar la evaluación.'),
  /**
   * The user's password and the reason, required from every user who signs as a doctor other than their own. A branch can
   * exempt users without a linked doctor (`unlinked_signatures`), except for doctors who are linked to another user.
   */
  as_another: z.optional(
    z.object({
      password: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)),
      reason: optionalReason(CLINICAL_REASON_MAX_LENGTH),
    }),
  ),
  /** What was asked before signing: an empty concept, and words that look like a finding, need an answer. */
  confirmed: z.optional(
    z.object({
      without_concept: z._default(z.boolean(), false),
      disclosure_reason: optionalReason(CLINICAL_REASON_MAX_LENGTH),
    }),
  ),
});
export type SignBody = z.infer<typeof SignBody>;

/** What a worker can be handed of a closed evaluation, in the order in which it is asked and printed. */
export const HANDED_ITEMS = ['concept', 'results', 'history'] as const;
export type HandedItem = (typeof HANDED_ITEMS)[number];

/** The text fields of POST /evaluations/{id}/receipt; the part `file` carries the worker's signature. `items` is a comma list. */
export const ReceiptFields = z.object({
  /** The closing that was handed over: another one may have come meanwhile. */
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
  items: z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => [...new Set(list.split(',').map((item) => item.trim()))]),
    ),
    z.array(z.enum(HANDED_ITEMS)).check(z.minLength(1)),
  ),
});

/** POST /evaluations/{id}/reopen: ours; the base contract sends no body, and gives no reason. */
export const ReopenBody = z.object({ reason: optionalReason(CLINICAL_REASON_MAX_LENGTH) });
export type ReopenBody = z.infer<typeof ReopenBody>;

const UNWRITTEN = 'Escribe la nota aclaratoria.';
/** Ours: what is added to a closed evaluation without opening it. */
export const ClarificationBody = z.object({
  content: z.string(UNWRITTEN).check(
    z.overwrite(visible),
    z.trim(),
    z.minLength(1, UNWRITTEN),
    z.maxLength(CLARIFICATION_MAX_LENGTH, `Máximo ${CLARIFICATION_MAX_LENGTH} caracteres.`),
    z.refine(
      (text) => countLines(text) <= CLARIFICATION_MAX_LINES,
      `Máximo ${CLARIFICATION_MAX_LINES} renglones.`,
    ),
    z.refine(hasVisible, UNWRITTEN),
  ),
});
export type ClarificationBody = z.infer<typeof ClarificationBody>;

/** As whom the session may sign here, and whose licence has run out or soon will. */
export const SigningRules = z.object({
  /** The doctor that the user is; null for none. */
  doctor: z.nullable(
    z.object({
      id: Uuid,
      name: z.string(),
      license_number: z.string(),
      license_valid_until: z.nullable(DateOnly),
    }),
  ),
  /** Whether a doctor is signed for by their own user alone. */
  own_only: z.boolean(),
  licences: z.array(z.object({ doctor_id: Uuid, valid_until: DateOnly })),
  /** Doctors linked to other users: signing as one of them always requires password and reason. Absent from servers of earlier versions. */
  of_others: z.optional(z.array(Uuid)),
  /** Whether a user without a linked doctor signs without password and reason as a doctor outside `of_others`. Absent means no. */
  unlinked_signatures: z.optional(z.boolean()),
});
export type SigningRules = z.infer<typeof SigningRules>;

/** Actions of the activity log. A change's line is in its transaction; reads and refusals have their own. */
export const ACTIVITY_ACTIONS = [
  'sign_in',
  'sign_out',
  // Somebody was looked for by their document; how often in an hour is bounded.
  'patient_looked_up',
  // A registration changed what was known of a person, of whichever branch.
  'patient_changed',
  // A registration was corrected after it had arrived, with a reason.
  'registration_corrected',
  'evaluation_created',
  'media_added',
  // A page of the list; the same question of a session within ten minutes once.
  'evaluations_listed',
  'evaluation_read',
  'file_read',
  // A device took the evaluation or a file of it unasked, to be read later; whoever opens it is in a line of their own.
  'copy_kept',
  'results_saved',
  'attachment_added',
  'notes_saved',
  'evaluation_signed',
  'evaluation_reopened',
  // The worker signed for what was handed over.
  'documents_handed_over',
  'clarification_added',
  'concept_downloaded',
  'history_downloaded',
  'password_changed',
  'password_reset',
  'reset_link_made',
  'administrator_created',
  'user_created',
  'user_status_changed',
  'user_permissions_changed',
  'user_branch_changed',
  'user_doctor_changed',
  'branch_switched',
  'catalog_changed',
  'branding_changed',
  'signing_rule_changed',
  'decision_options_changed',
  'device_changed',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];
export const ACTIVITY_STATUSES = ['done', 'refused'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** GET /activity (P5): `actions` is a comma list; `status` 'all' or empty means both. */
export const ActivityQuery = z.pipe(
  z.transform(foldAliases),
  z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    status: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.trim()),
          z.transform((status) => (status === '' || status.toLowerCase() === 'all' ? undefined : status)),
        ),
        z.optional(z.enum(ACTIVITY_STATUSES)),
      ),
    ),
    actions: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((list) => [
            ...new Set(
              list
                .split(',')
                .map((action) => action.trim().toLowerCase())
                .filter(Boolean),
            ),
          ]),
        ),
        z.array(z.enum(ACTIVITY_ACTIONS)),
      ),
    ),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    page_size: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_SIZE_MAX)),
      PAGE_SIZE_DEFAULT,
    ),
  }),
);
export type ActivityQuery = z.output<typeof ActivityQuery>;

/** What tells lines of one action apart. Codes: who reads the log need not read why. */
export const ACTIVITY_REMARKS = [
  // As another doctor, with password and reason; or by a user without a linked doctor, in a branch that allows it.
  'signed_for_another',
  'signed_unlinked',
  // What looked like a finding was passed with a reason.
  'disclosure_passed',
  'without_concept',
  // Of a document whose closing held no more.
  'earlier_version',
] as const;
export type ActivityRemark = (typeof ACTIVITY_REMARKS)[number];

/**
 * Whom or what a line is about, by the name of today: `kind` is 'users' or a catalogue, `what` a
 * code for what was done to it. Of either, one that a later version knows is shown without words of its own.
 */
export const ActivityAbout = z.object({
  kind: z.string(),
  name: z.string(),
  what: z.nullable(z.string()),
});
export type ActivityAbout = z.infer<typeof ActivityAbout>;

/** One line of the log: who, what, when, where, from which device. `sequence` has no gaps, and each line is chained to the one before. */
export const ActivityItem = z.object({
  sequence: z.int().check(z.minimum(1)),
  at: Instant,
  action: z.enum(ACTIVITY_ACTIONS),
  status: z.enum(ACTIVITY_STATUSES),
  user_name: z.nullable(z.string()),
  branch_name: z.nullable(z.string()),
  /** First characters of the evaluation's id, upper case; null where no evaluation is concerned. */
  evaluation: z.nullable(z.string()),
  evaluation_id: z.nullable(Uuid),
  /** The device's browser in words, such as 'Chrome en Android'. */
  device: z.nullable(z.string()),
  /** Ours: when it was read, where a device told later that somebody had opened its own copy (R4); null for the rest. */
  read_at: z.optional(z.nullable(Instant)),
  /** Ours: of ACTIVITY_REMARKS; one that a later version knows is shown as nothing. */
  remarks: z.optional(z.array(z.string())),
  /** Ours: null for a line about nobody of these, or about what is gone. */
  about: z.optional(z.nullable(ActivityAbout)),
  /** Ours: wire names of the fields and pictures that a correction changed, without their values; absent from other lines. */
  fields: z.optional(z.array(z.string())),
});
export type ActivityItem = z.infer<typeof ActivityItem>;
/**
 * `chain_intact`: the lines of this page and the newest one still have the hashes that they were written with, without a
 * gap. `newest`, ours: the line that the log ends with, null before the first; noted down elsewhere, it proves later
 * that nothing up to it was rewritten.
 */
export const ActivityList = z.extend(listOf(ActivityItem), {
  chain_intact: z.boolean(),
  newest: z.optional(
    z.nullable(
      z.object({ sequence: z.int().check(z.minimum(1)), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    ),
  ),
});
export type ActivityList = z.infer<typeof ActivityList>;
