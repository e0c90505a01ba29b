import { DOCUMENT_TIMEOUT_MS } from '#contract/documents.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type {
  AbsenceNotice,
  AbsenceNotices,
  Attendance,
  AttendanceFileFormat,
  AttendanceQuery,
  CreateAbsenceNoticeBody,
} from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { spreadsheetMediaType } from '#contract/spreadsheets.ts';
import { noticeFileName, spreadsheetFileName } from '#domain/file-names.ts';
import type { FetchedDocument } from '../reads/documents/documents.ts';
import { requestBytes, sendRequest, toResponseError } from '../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../requests/saving.ts';
import type { ExpectedListsFilter } from './expected-lists.ts';

export interface AttendanceFilter extends ExpectedListsFilter {
  /** '' for all lists. */
  readonly listId: string;
  readonly outcome: NonNullable<AttendanceQuery['outcome']> | 'all';
}

const queryOf = ({ companyId, listId, from, to, outcome }: AttendanceFilter) => ({
  company_id: companyId,
  list_id: listId,
  from,
  to,
  outcome: outcome === 'all' ? '' : outcome,
});

/**
 * Returns a page of the attendance in the active branch. It stays in memory, like all data of announced people.
 * @throws Unreachable, Rejected
 */
export async function fetchAttendance(filter: AttendanceFilter): Promise<Attendance> {
  const response = await sendRequest('listAttendance', {
    query: { ...queryOf(filter), page: filter.page, page_size: PAGE_SIZE_MAX },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

const PDF_MEDIA_TYPE = 'application/pdf';
export const attendanceMediaType = (format: AttendanceFileFormat): string =>
  format === 'pdf' ? PDF_MEDIA_TYPE : spreadsheetMediaType(format);

/**
 * Returns the attendance of all pages as a file for the company.
 * @throws Unreachable, Rejected
 */
export async function fetchAttendanceFile(
  filter: AttendanceFilter,
  format: AttendanceFileFormat,
): Promise<FetchedDocument> {
  const response = await requestBytes('attendanceFile', [attendanceMediaType(format)], {
    query: { ...queryOf(filter), format },
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });
  if (response.type !== 'ok') throw toResponseError(response);
  const fileName = spreadsheetFileName('asistencia', Date.now(), format);
  return { bytes: response.body.bytes, fileName, keptSince: null };
}

/**
 * Returns the PDF that proves a notice: recipient, time, mail server and text.
 * @throws Unreachable, Rejected
 */
export async function fetchNoticeFile(listId: string, noticeId: string): Promise<FetchedDocument> {
  const response = await requestBytes('absenceNoticePdf', [PDF_MEDIA_TYPE], {
    params: { id: listId, noticeId },
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return { bytes: response.body.bytes, fileName: noticeFileName(noticeId), keptSince: null };
}

/** Closes a list: the people still expected did not come. */
export const closeExpectedList = async (id: string): Promise<SaveResult<ExpectedList>> =>
  saveResultOf(await sendRequest('closeExpectedList', { params: { id } }));

/** Opens a closed list again, unless its notice was sent or waits. */
export const reopenExpectedList = async (id: string): Promise<SaveResult<ExpectedList>> =>
  saveResultOf(await sendRequest('reopenExpectedList', { params: { id } }));

/**
 * Returns the notices of a list, and the notice that could be sent now.
 * @throws Unreachable, Rejected
 */
export async function fetchAbsenceNotices(listId: string): Promise<AbsenceNotices> {
  const response = await sendRequest('listAbsenceNotices', { params: { id: listId } });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/** Sends the notice of a closed list, or states that it was sent by another way. A repetition with the same id sends it once. */
export const createAbsenceNotice = async (
  listId: string,
  body: CreateAbsenceNoticeBody,
): Promise<SaveResult<AbsenceNotice>> =>
  saveResultOf(await sendRequest('createAbsenceNotice', { params: { id: listId }, body }));

/** Withdraws a notice that waits to be sent. */
export const withdrawAbsenceNotice = async (
  listId: string,
  noticeId: string,
): Promise<SaveResult<AbsenceNotice>> =>
  saveResultOf(await sendRequest('withdrawAbsenceNotice', { params: { id: listId, noticeId } }));
