import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';
import * as attendance from '../records/evaluation/attendance.ts';
import { ExpectedList } from '../records/evaluation/expected-lists.ts';
import { type Route, idParams } from './definition/route.ts';

const noticeParams = z.extend(idParams, { noticeId: Uuid });
const access = ['register_patients', 'manage_catalogs'] as const;

/** Calls for the end of a list's day: closing, attendance, and the notice to the company. All concern the active branch. */
export const attendanceRoutes = {
  closeExpectedList: {
    method: 'POST',
    path: '/expected-lists/:id/close',
    ours: true,
    access,
    params: idParams,
    status: 200,
    answer: ExpectedList,
    branch: true,
  },
  reopenExpectedList: {
    method: 'POST',
    path: '/expected-lists/:id/reopen',
    ours: true,
    access,
    params: idParams,
    status: 200,
    answer: ExpectedList,
    branch: true,
  },
  listAttendance: {
    method: 'GET',
    path: '/attendance',
    ours: true,
    access,
    query: attendance.AttendanceQuery,
    status: 200,
    answer: attendance.Attendance,
    branch: true,
  },
  attendanceFile: {
    method: 'GET',
    path: '/attendance/file',
    ours: true,
    access,
    query: attendance.AttendanceFileQuery,
    status: 200,
    answer: null,
    branch: true,
  },
  listAbsenceNotices: {
    method: 'GET',
    path: '/expected-lists/:id/notices',
    ours: true,
    access,
    params: idParams,
    status: 200,
    answer: attendance.AbsenceNotices,
    branch: true,
  },
  createAbsenceNotice: {
    method: 'POST',
    path: '/expected-lists/:id/notices',
    ours: true,
    access,
    params: idParams,
    body: attendance.CreateAbsenceNoticeBody,
    status: 201,
    answer: attendance.AbsenceNotice,
    branch: true,
  },
  withdrawAbsenceNotice: {
    method: 'POST',
    path: '/expected-lists/:id/notices/:noticeId/withdraw',
    ours: true,
    access,
    params: noticeParams,
    status: 200,
    answer: attendance.AbsenceNotice,
    branch: true,
  },
  absenceNoticePdf: {
    method: 'GET',
    path: '/expected-lists/:id/notices/:noticeId/file',
    ours: true,
    access,
    params: noticeParams,
    status: 200,
    answer: null,
    branch: true,
  },
} as const satisfies Record<string, Route>;
