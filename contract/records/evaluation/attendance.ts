import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../limits.ts';
import { listSchemaOf, pageParameter, positiveIntParameter, replaceAliasParameters } from '../../lists.ts';
import { DateOnly, Instant, Uuid, createEmailCheck, requiredLine } from '../../primitives.ts';
import { SPREADSHEET_FORMATS } from '../../spreadsheets.ts';
import { EXPECTED_PEOPLE_MAX, ExpectedList, ExpectedPerson } from './expected-lists.ts';

export const ATTENDANCE_ACTIVITY_ACTIONS = [
  'expected_list_closed',
  'expected_list_reopened',
  'attendance_downloaded',
  // A user queued the notice of a list for sending, or stated that it was sent by another way.
  'absence_notice_created',
  'absence_notice_accepted',
  'absence_notice_failed',
  'absence_notice_downloaded',
] as const;

/** Outcomes of an announcement, in the order of screens and files. People who are cancelled have none. */
const ATTENDANCE_OUTCOMES = ['came', 'arrived', 'no_show', 'expected'] as const;
export type AttendanceOutcome = (typeof ATTENDANCE_OUTCOMES)[number];
export const ATTENDANCE_OUTCOME_LABELS: Record<AttendanceOutcome, string> = {
  came: 'Asistió',
  arrived: 'Llegó, sin registro',
  no_show: 'No asistió',
  expected: 'Esperada',
};

/** Filters of the attendance: an outcome, or (`results_pending`) registered people whose evaluation is not closed. */
export const ATTENDANCE_FILTERS = [...ATTENDANCE_OUTCOMES, 'results_pending'] as const;

const countSchema = z.int().check(z.minimum(0));

/** Numbers of people; cancelled ones are not counted. */
export const AttendanceCounts = z.object({
  /** People who were registered. */
  came: countSchema,
  /** People who arrived and were not registered. */
  arrived: countSchema,
  no_show: countSchema,
  expected: countSchema,
  /** Registered people whose evaluation is not closed. */
  results_pending: countSchema,
});
export type AttendanceCounts = z.infer<typeof AttendanceCounts>;

export const AttendanceList = z.extend(
  z.pick(ExpectedList, { id: true, company: true, day: true, brigade: true, status: true }),
  { attendance: AttendanceCounts },
);
export type AttendanceList = z.infer<typeof AttendanceList>;

export const AttendancePerson = z.extend(
  z.pick(ExpectedPerson, {
    id: true,
    list_id: true,
    identification_type: true,
    identification_number: true,
    hour: true,
  }),
  {
    full_name: z.string(),
    outcome: z.enum(ATTENDANCE_OUTCOMES),
    /** Time of the arrival, of the registration, or of the decision that the person did not come; null while expected. */
    at: z.nullable(Instant),
    /** Evaluation that registered the person; null without one. */
    evaluation_id: z.nullable(Uuid),
    /** True if the person is registered and the evaluation is not closed. */
    is_result_pending: z.boolean(),
  },
);
export type AttendancePerson = z.infer<typeof AttendancePerson>;

/** Returns true for a person who arrived, so that `at` is the time of an arrival and not of a decision. */
export const hasCome = ({ outcome }: Pick<AttendancePerson, 'outcome'>): boolean =>
  outcome === 'came' || outcome === 'arrived';

/**
 * Response of GET /attendance: a page of people, the latest day first, then by list and hour. It contains nothing clinical.
 */
export const Attendance = z.extend(listSchemaOf(AttendancePerson), {
  /** Lists of the people of this page, in the order of the people. */
  lists: z.array(AttendanceList),
  /** Counts over all pages of all matching lists, whatever `outcome` is. */
  attendance: AttendanceCounts,
});
export type Attendance = z.infer<typeof Attendance>;

const attendanceFilters = {
  company_id: z.optional(Uuid),
  list_id: z.optional(Uuid),
  /** First and last day, both included. */
  from: z.optional(DateOnly),
  to: z.optional(DateOnly),
  outcome: z.optional(z.enum(ATTENDANCE_FILTERS, 'Elige uno de los estados.')),
};

/** Query of GET /attendance: people of lists of the active branch. */
export const AttendanceQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({
    ...attendanceFilters,
    page: pageParameter,
    page_size: positiveIntParameter(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
  }),
);
export type AttendanceQuery = z.output<typeof AttendanceQuery>;

export const ATTENDANCE_FILE_FORMATS = ['pdf', ...SPREADSHEET_FORMATS] as const;
export type AttendanceFileFormat = (typeof ATTENDANCE_FILE_FORMATS)[number];
/** Maximum number of people in a file. A spreadsheet holds the longest list; a PDF of more people takes too much memory. */
export const ATTENDANCE_FILE_PEOPLE_MAX: Readonly<Record<AttendanceFileFormat, number>> = {
  pdf: 5_000,
  xlsx: EXPECTED_PEOPLE_MAX,
  csv: EXPECTED_PEOPLE_MAX,
};

/**
 * Query of GET /attendance/file: the document for a company. A company or list is required, so that no document shows the
 * people of one company to another.
 */
export const AttendanceFileQuery = z
  .object({ ...attendanceFilters, format: z.enum(ATTENDANCE_FILE_FORMATS, 'Elige PDF, XLSX o CSV.') })
  .check(
    z.refine(({ company_id, list_id }) => company_id !== undefined || list_id !== undefined, {
      message: 'Elige la empresa o la citación.',
      path: ['company_id'],
    }),
  );
export type AttendanceFileQuery = z.output<typeof AttendanceFileQuery>;

const noticeAddress = requiredLine('Escribe el correo de la empresa.', EMAIL_MAX_LENGTH).check(
  createEmailCheck<string>(),
);

/** SHA-256 of subject and text. */
const NoticeDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Maximum number of notices of a list that are mailed, all but the last of which failed. */
export const LIST_NOTICE_MAILS_MAX = 20;

/**
 * Body of POST /expected-lists/{id}/notices. The client makes the id, so that a repeated request sends the notice once.
 */
export const CreateAbsenceNoticeBody = z.object({
  id: Uuid,
  to: noticeAddress,
  /** Digest of the draft that the user saw. The request is rejected if the notice has another text by now. */
  digest: z.optional(NoticeDigest),
  /**
   * False to send the notice by mail. True if the user sent the text to this address by another way, for example because the
   * server sends no mail.
   */
  is_copied: z._default(z.boolean(), false),
});
export type CreateAbsenceNoticeBody = z.output<typeof CreateAbsenceNoticeBody>;

/**
 * Reasons of failed notices: the mail server rejected the mail; it confirmed no attempt of eight hours; or a user withdrew the
 * notice. Only the first reason is certain that the company has no mail.
 */
export const NOTICE_FAILURES = ['rejected', 'unreachable', 'withdrawn'] as const;
export type NoticeFailure = (typeof NOTICE_FAILURES)[number];

export const AbsenceNoticeStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({
    state: z.literal('accepted'),
    at: Instant,
    /** Host of the mail server that accepted the mail, and its response. */
    server: z.string(),
    response: z.string(),
  }),
  z.object({ state: z.literal('failed'), at: Instant, reason: z.enum(NOTICE_FAILURES) }),
  // The user stated that the text was sent by another way.
  z.object({ state: z.literal('copied'), at: Instant }),
]);
export type AbsenceNoticeStatus = z.infer<typeof AbsenceNoticeStatus>;

/** Notice to a company with the people of a list who did not come. */
export const AbsenceNotice = z.object({
  id: Uuid,
  to: z.string(),
  subject: z.string(),
  /** Text of the mail; empty in a list of notices for all but the newest. */
  text: z.string(),
  /** Number of people in the text. */
  people: countSchema,
  created_at: Instant,
  /** Name of the user who created the notice. */
  created_by: z.string(),
  status: AbsenceNoticeStatus,
});
export type AbsenceNotice = z.infer<typeof AbsenceNotice>;

/** Response of GET /expected-lists/{id}/notices. */
export const AbsenceNotices = z.object({
  /** Notices of the list, the newest first. All but the newest failed. */
  items: z.array(AbsenceNotice).check(z.maxLength(LIST_NOTICE_MAILS_MAX + 1)),
  /** Notice that a request would create now; null if the list is not closed, all people came, or a notice was sent or waits. */
  draft: z.nullable(
    z.object({
      /** Contact of the company; null if the catalogue has none. */
      to: z.nullable(z.string()),
      subject: z.string(),
      text: z.string(),
      people: countSchema,
      digest: NoticeDigest,
    }),
  ),
  /** False if the server sends no mail, so that a user can only copy the text. */
  sends_mail: z.boolean(),
});
export type AbsenceNotices = z.infer<typeof AbsenceNotices>;
