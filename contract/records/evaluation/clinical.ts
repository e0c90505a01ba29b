import * as z from 'zod/mini';
import { DecisionChanges, Decisions } from './decisions.ts';
import { ExamOrder, Note, StatusAfterSave } from './evaluations.ts';
import { ATTENDANCE_ACTIVITY_ACTIONS } from './attendance.ts';
import { EXPECTED_LIST_ACTIVITY_ACTIONS } from './expected-lists.ts';
import {
  CLARIFICATION_MAX_LENGTH,
  CLARIFICATION_MAX_LINES,
  REASON_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LINES,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PASSWORD_MAX_LENGTH,
} from '../../limits.ts';
import { DOCUMENT_ACTIVITY_ACTIONS, RECEIPT_DOCUMENTS } from '../../documents.ts';
import { pageParameter, positiveIntParameter, replaceAliasParameters, listSchemaOf } from '../../lists.ts';
import {
  DateOnly,
  Instant,
  Uuid,
  countCollapsedLines,
  hasVisibleCharacter,
  noStackedMarksCheck,
  optionalReason,
  removeInvisibleControls,
} from '../../primitives.ts';
import { NOTE_TYPES } from '../../vocabulary.ts';
import { WAITING_ROOM_ACTIVITY_ACTIONS } from '../waiting-room.ts';

export const TOO_MANY_LINES_MESSAGE = `Máximo ${CLINICAL_TEXT_MAX_LINES} renglones.`;

/** Schema of a doctor's result or note. An empty or invisible text removes the stored one. */
export const ClinicalText = z.pipe(
  z.string().check(
    z.maxLength(CLINICAL_TEXT_MAX_LENGTH, `Máximo ${CLINICAL_TEXT_MAX_LENGTH} caracteres.`),
    z.refine((text) => countCollapsedLines(text) <= CLINICAL_TEXT_MAX_LINES, TOO_MANY_LINES_MESSAGE),
    noStackedMarksCheck,
  ),
  z.transform((text) => (hasVisibleCharacter(text) ? removeInvisibleControls(text).trim() : '')),
);

const resultNotesSchema = z.pipe(
  z.nullish(ClinicalText),
  z.transform((text) => text || null),
);

/** Body of PATCH /evaluations/{id}/exam-orders (P7). Orders that the body omits stay unchanged. */
export const SaveExamOrdersBody = z.object({
  orders: z
    .array(
      z.union([
        z.object({ order_id: Uuid, result_notes: resultNotesSchema }),
        z.object({ exam_id: Uuid, result_notes: resultNotesSchema }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
export type SaveExamOrdersBody = z.infer<typeof SaveExamOrdersBody>;
export const SavedExamOrders = z.object({ orders: z.array(ExamOrder), status: StatusAfterSave });
export type SavedExamOrders = z.infer<typeof SavedExamOrders>;

/**
 * Body of PUT /evaluations/{id}/notes: saves the listed notes and removes those with an empty text; notes that are not listed
 * stay unchanged. Each type appears at most once.
 */
export const SaveNotesBody = z.object({
  notes: z.array(z.object({ note_type: z.enum(NOTE_TYPES), content: ClinicalText })).check(
    z.maxLength(NOTE_TYPES.length),
    z.refine(
      (notes) => new Set(notes.map((note) => note.note_type)).size === notes.length,
      'Cada tipo de nota va una vez.',
    ),
  ),
  /** Extension of the base contract: decisions that the server saves in the same transaction as the notes. */
  decisions: z.optional(DecisionChanges),
});
export type SaveNotesBody = z.infer<typeof SaveNotesBody>;
export const SavedNotes = z.object({
  notes: z.array(Note),
  decisions: z.optional(Decisions),
  status: StatusAfterSave,
});
export type SavedNotes = z.infer<typeof SavedNotes>;

/**
 * Body of POST /evaluations/{id}/sign. Only the doctor is part of the base contract. When the other fields are absent, the
 * signed version records that the client did not prompt its user for them.
 */
export const SignBody = z.object({
  doctor_id: z.uuid('Selecciona un médico para firmar la evaluación.'),
  /**
   * User's password and reason, required to sign as a doctor who is not linked to the user. With `unlinked_signatures`, a user
   * without a linked doctor need not enter them, except for a doctor who is linked to another user.
   */
  as_another: z.optional(
    z.object({
      password: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)),
      reason: optionalReason(REASON_MAX_LENGTH),
    }),
  ),
  /** Warnings that the user confirmed before signing: an empty concept, or a text that looks like a finding. */
  confirmed: z.optional(
    z.object({
      without_concept: z._default(z.boolean(), false),
      disclosure_reason: optionalReason(REASON_MAX_LENGTH),
    }),
  ),
});
export type SignBody = z.infer<typeof SignBody>;

/** Text fields of POST /evaluations/{id}/receipt; `file` is the signature, `items` a comma-separated list. */
export const ReceiptFields = z.object({
  /** Signed version that was handed over; it may have been replaced since. */
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
  items: z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => [...new Set(list.split(',').map((item) => item.trim()))]),
    ),
    z.array(z.enum(RECEIPT_DOCUMENTS)).check(z.minLength(1)),
  ),
});

/** Body of POST /evaluations/{id}/reopen. The base contract has neither this body nor a reason. */
export const ReopenBody = z.object({ reason: optionalReason(REASON_MAX_LENGTH) });
export type ReopenBody = z.infer<typeof ReopenBody>;

const MISSING_CLARIFICATION_TEXT = 'Escribe la nota aclaratoria.';
/** Extension of the base contract: text that a doctor adds to a closed evaluation without reopening it. */
export const ClarificationBody = z.object({
  content: z.string(MISSING_CLARIFICATION_TEXT).check(
    z.overwrite(removeInvisibleControls),
    z.trim(),
    z.minLength(1, MISSING_CLARIFICATION_TEXT),
    z.maxLength(CLARIFICATION_MAX_LENGTH, `Máximo ${CLARIFICATION_MAX_LENGTH} caracteres.`),
    z.refine(
      (text) => countCollapsedLines(text) <= CLARIFICATION_MAX_LINES,
      `Máximo ${CLARIFICATION_MAX_LINES} renglones.`,
    ),
    z.refine(hasVisibleCharacter, MISSING_CLARIFICATION_TEXT),
    noStackedMarksCheck,
  ),
});
export type ClarificationBody = z.infer<typeof ClarificationBody>;

/** Doctors in whose names the session's user may sign at this branch, and licences that have expired or expire soon. */
export const SigningRules = z.object({
  doctor: z.nullable(
    z.object({
      id: Uuid,
      name: z.string(),
      license_number: z.string(),
      license_valid_until: z.nullable(DateOnly),
    }),
  ),
  /** True when only a doctor's own user may sign as that doctor. */
  own_only: z.boolean(),
  licences: z.array(z.object({ doctor_id: Uuid, valid_until: DateOnly })),
  /** Doctors linked to other users: signing as one of them requires password and reason. Earlier servers omit this list. */
  of_others: z.optional(z.array(Uuid)),
  /** True when a user without a linked doctor may sign without password and reason as any doctor outside `of_others`. */
  unlinked_signatures: z.optional(z.boolean()),
});
export type SigningRules = z.infer<typeof SigningRules>;

/**
 * Actions of the activity log. A change and its log entry are written in one transaction; a read or rejection is logged in a
 * separate transaction.
 */
export const ACTIVITY_ACTIONS = [
  'sign_in',
  'sign_out',
  // A user looked up a patient by document; the number of lookups per hour is limited.
  'patient_looked_up',
  // A registration changed the stored data of a patient; the patient may belong to another branch.
  'patient_changed',
  // A user corrected, with a reason, a registration that the server had already received.
  'registration_corrected',
  'evaluation_created',
  'media_added',
  // A user read a page of the list of evaluations; identical queries of a session within ten minutes are logged once.
  'evaluations_listed',
  'evaluations_downloaded',
  'evaluation_read',
  'file_read',
  // A device prefetched the evaluation or one of its files. When a user opens the prefetched data, the log gets a second entry.
  'copy_kept',
  'results_saved',
  'attachment_added',
  'notes_saved',
  'evaluation_signed',
  'evaluation_reopened',
  'documents_handed_over',
  'clarification_added',
  ...DOCUMENT_ACTIVITY_ACTIONS,
  ...WAITING_ROOM_ACTIVITY_ACTIONS,
  ...EXPECTED_LIST_ACTIVITY_ACTIONS,
  ...ATTENDANCE_ACTIVITY_ACTIONS,
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
  'authorisation_text_changed',
  'device_changed',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];
export const ACTIVITY_STATUSES = ['done', 'refused'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** Query of GET /activity (P5): `actions` is a comma-separated list; `status` 'all' or empty means any status. */
export const ActivityQuery = z.pipe(
  z.transform(replaceAliasParameters),
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
          z.transform((list) =>
            [...new Set(list.split(',').map((action) => action.trim().toLowerCase()))].filter(Boolean),
          ),
        ),
        z.array(z.enum(ACTIVITY_ACTIONS)),
      ),
    ),
    page: pageParameter,
    page_size: positiveIntParameter(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
  }),
);
export type ActivityQuery = z.output<typeof ActivityQuery>;

/**
 * Codes that distinguish log entries with the same action. The log shows these codes and not the reasons that users typed,
 * because readers of the log must not see the reasons.
 */
export const ACTIVITY_REMARKS = [
  // The user signed as another doctor with password and reason (`signed_for_another`), or without a linked doctor in a branch
  // that allows it (`signed_unlinked`).
  'signed_for_another',
  'signed_unlinked',
  // The user signed, with a reason, although a text that the concept shows to the employer looked like a finding.
  'disclosure_passed',
  'without_concept',
  'earlier_version',
] as const;
export type ActivityRemark = (typeof ACTIVITY_REMARKS)[number];

/**
 * User or catalogue row that a log entry is about, with its current name. `kind` is 'users' or the name of a catalogue, `what`
 * is a code of the change; for an unknown code the app shows no label.
 */
export const ActivityAbout = z.object({
  kind: z.string(),
  name: z.string(),
  what: z.nullable(z.string()),
});
export type ActivityAbout = z.infer<typeof ActivityAbout>;

/**
 * Entry of the log: user, action, time, branch and device. `sequence` has no gaps, and each entry contains the hash of the
 * previous one.
 */
export const ActivityItem = z.object({
  sequence: z.int().check(z.minimum(1)),
  at: Instant,
  action: z.enum(ACTIVITY_ACTIONS),
  status: z.enum(ACTIVITY_STATUSES),
  user_name: z.nullable(z.string()),
  branch_name: z.nullable(z.string()),
  /** First characters of the evaluation's id in upper case; null for an entry without an evaluation. */
  evaluation: z.nullable(z.string()),
  evaluation_id: z.nullable(Uuid),
  /** Readable name of the device's browser, such as 'Chrome en Android'. */
  device: z.nullable(z.string()),
  /**
   * Extension of the base contract: time of an offline access that the device reported later (R4); null for all other entries.
   */
  read_at: z.optional(z.nullable(Instant)),
  /** Extension of the base contract: codes of `ACTIVITY_REMARKS`. The app does not show unknown codes. */
  remarks: z.optional(z.array(z.string())),
  /** Extension of the base contract: user or catalogue row that the entry is about; null without one. */
  about: z.optional(z.nullable(ActivityAbout)),
  /** Extension of the base contract: names of the fields and images that a correction changed, without values. */
  fields: z.optional(z.array(z.string())),
});
export type ActivityItem = z.infer<typeof ActivityItem>;
/**
 * Response of GET /activity. `chain_intact` is true when the entries of this page and the newest entry have their original
 * hashes and no entry is missing. `newest` (extension of the base contract) identifies the last entry of the log; null when the
 * log is empty. Anyone who stores its hash elsewhere can later prove that no earlier entry was rewritten.
 */
export const ActivityList = z.extend(listSchemaOf(ActivityItem), {
  chain_intact: z.boolean(),
  newest: z.optional(
    z.nullable(
      z.object({ sequence: z.int().check(z.minimum(1)), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    ),
  ),
});
export type ActivityList = z.infer<typeof ActivityList>;
