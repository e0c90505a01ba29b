import { ATTENDANCE_FILE_FORMATS, ATTENDANCE_FILTERS } from '#contract/records/evaluation/attendance.ts';
import type { attendanceRoutes } from '#contract/routes/attendance-routes.ts';
import { type CallMaker, type FuzzInputs, jsonCall, pickId } from './good.ts';
import type { Random } from '../random.ts';

const listPath = (random: Random, tail: string) => `/expected-lists/${random.uuid()}/${tail}`;
const createFilters = (random: Random, stock: FuzzInputs) =>
  [`list_id=${random.uuid()}`, 'from=2026-11-30', `outcome=${random.pick(ATTENDANCE_FILTERS)}`]
    .filter(() => random.chance(0.5))
    .concat(`company_id=${pickId('companies', random, stock)}`);

/** Makers of valid calls for closed lists, attendance and notices. */
export const attendanceCallMakers: Record<keyof typeof attendanceRoutes, CallMaker> = {
  closeExpectedList: (random) => ({ path: listPath(random, 'close') }),
  reopenExpectedList: (random) => ({ path: listPath(random, 'reopen') }),
  listAttendance: (random, stock) => ({ path: '/attendance', query: createFilters(random, stock) }),
  attendanceFile: (random, stock) => ({
    path: '/attendance/file',
    query: [...createFilters(random, stock), `format=${random.pick(ATTENDANCE_FILE_FORMATS)}`],
  }),
  listAbsenceNotices: (random) => ({ path: listPath(random, 'notices') }),
  createAbsenceNotice: (random) =>
    jsonCall(listPath(random, 'notices'), {
      id: random.uuid(),
      to: 'empresa@prueba.demo',
      is_copied: random.chance(0.5),
    }),
  withdrawAbsenceNotice: (random) => ({
    path: listPath(random, `notices/${random.uuid()}/withdraw`),
  }),
  absenceNoticePdf: (random) => ({ path: listPath(random, `notices/${random.uuid()}/file`) }),
};
