import { SPREADSHEET_FORMATS, spreadsheetMediaType } from '#contract/spreadsheets.ts';
import type { CallDescriptions } from '../call-description.ts';
import { EXAMPLE_INSTANT, EXAMPLE_RECEPTIONIST_NAME } from '../example-values.ts';

const PDF_FILE = { types: ['application/pdf'], isNamed: true } as const;

export const attendanceCalls = {
  closeExpectedList: {
    text: 'Set a list to closed. Its people in the state `expected` become `no_show`. Before the day of the list it is rejected. People of a closed list change only by a registration that arrives later, or by a state that a user chooses. Repeating it changes nothing.',
    codes: ['expected_list_cancelled', 'expected_list_early'],
    headers: ['X-Branch-Id'],
    answer: {
      status: { state: 'closed', at: EXAMPLE_INSTANT, by: EXAMPLE_RECEPTIONIST_NAME },
      counts: { expected: 0, no_show: 1 },
    },
  },
  reopenExpectedList: {
    text: 'Reopen a list. People who became `no_show` when the list was closed are expected again, unless a user chose another state since. A list whose notice was sent or waits stays closed. Repeating it changes nothing.',
    codes: ['expected_list_cancelled', 'notice_exists'],
    headers: ['X-Branch-Id'],
  },
  listAttendance:
    'List the attendance of expected people. Contains the people of the matching lists who are not cancelled, and counts by list, without clinical data. The latest day comes first.',
  attendanceFile: {
    codes: ['too_many_rows'],
    text: 'Get the attendance as a document for the company. `company_id` or `list_id` is required. At most 5,000 people fit in a PDF, and 10,000 in a spreadsheet. The requests of a user are limited.',
    bytes: {
      types: ['application/pdf', ...SPREADSHEET_FORMATS.map(spreadsheetMediaType)],
      isNamed: true,
    },
  },
  listAbsenceNotices:
    'List the notices of a list to its company. `draft` is the notice that a request would create now.',
  createAbsenceNotice: {
    text: 'Create the notice of a closed list to its company. The mail names the people who did not come. The client makes the id; a repeated request sends nothing. A list has one notice; after a failed one another is accepted. If `digest` names another text than the notice has by now, it is rejected. With `is_copied` the server stores that the user sent the text by another way. The requests of a user are limited.',
    codes: [
      'idempotency_mismatch',
      'expected_list_cancelled',
      'expected_list_open',
      'notice_exists',
      'notice_without_people',
      'notice_changed',
      'too_many_notices',
      'mail_not_configured',
      'rate_limited',
    ],
    answer: { status: { state: 'copied', at: EXAMPLE_INSTANT } },
  },
  withdrawAbsenceNotice: {
    text: 'Remove a waiting notice from the mail queue. The list can then be reopened or notified again. It is rejected while the mail is being sent, and after it. A notice that failed is returned unchanged.',
    codes: ['notice_exists'],
    answer: { status: { state: 'failed', at: EXAMPLE_INSTANT, reason: 'withdrawn' } },
  },
  absenceNoticePdf: {
    text: 'Get the proof of a notice. The document states the address, the time, the mail server that accepted the mail, and the text. The requests of a user are limited.',
    codes: ['rate_limited'],
    bytes: PDF_FILE,
  },
} as const satisfies Partial<CallDescriptions>;
