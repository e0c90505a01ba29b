import { randomUUID } from 'node:crypto';
import { AbsenceNotice } from '#contract/records/evaluation/attendance.ts';
import { ExpectedList, type ExpectedListPeople } from '#contract/records/evaluation/expected-lists.ts';
import type { attendanceRoutes } from '#contract/routes/attendance-routes.ts';
import { type Caller, type Server, responseOf } from '../server.ts';
import { type RouteExamples, ownDataExample } from './example.ts';
import { createExpectedList } from './expected-list-examples.ts';

export const closeExpectedList = async (caller: Caller, id: string): Promise<ExpectedList> =>
  responseOf(ExpectedList, await caller.post(`/expected-lists/${id}/close`));

/** Day that has begun, so that its lists can be closed. */
export const PAST_DAY = '2026-01-15';

/** Creates a list and closes it. */
export async function createClosedList(
  server: Server,
  caller: Caller,
  changes: object = {},
): Promise<ExpectedListPeople> {
  const created = await createExpectedList(server, caller, { day: PAST_DAY, ...changes });
  await closeExpectedList(caller, created.list.id);
  return created;
}

export const absenceNoticeBody = (changes: object = {}) => ({
  id: randomUUID(),
  to: 'personal@empresa.demo',
  ...changes,
});

/** States that the text of a closed list was sent by another way. */
export async function createCopiedNotice(caller: Caller, listId: string): Promise<AbsenceNotice> {
  const json = absenceNoticeBody({ is_copied: true });
  return responseOf(AbsenceNotice, await caller.post(`/expected-lists/${listId}/notices`, { json }));
}

/** Returns valid requests of the routes of attendance and notices. `server` is a function because the server starts later. */
export function attendanceExamples(server: () => Server): RouteExamples<keyof typeof attendanceRoutes> {
  const desk = () => server().as('desk');
  const openId = async () => (await createExpectedList(server(), await desk(), { day: PAST_DAY })).list.id;
  const closedId = async () => (await createClosedList(server(), await desk())).list.id;
  const noticePath = async () => {
    const id = await closedId();
    const notice = await createCopiedNotice(await desk(), id);
    return `/expected-lists/${id}/notices/${notice.id}`;
  };
  return {
    closeExpectedList: async () => ({ path: `/expected-lists/${await openId()}/close`, otherBranch: 404 }),
    reopenExpectedList: async () => ({
      path: `/expected-lists/${await closedId()}/reopen`,
      otherBranch: 404,
    }),
    listAttendance: () => ownDataExample('/attendance'),
    attendanceFile: () =>
      ownDataExample(`/attendance/file?company_id=${server().clinic.companies.builder}&format=csv`),
    listAbsenceNotices: async () => ({
      path: `/expected-lists/${await closedId()}/notices`,
      otherBranch: 404,
    }),
    createAbsenceNotice: async () => ({
      path: `/expected-lists/${await closedId()}/notices`,
      sent: { json: absenceNoticeBody({ is_copied: true }) },
      otherBranch: 404,
    }),
    withdrawAbsenceNotice: async () => {
      const path = await noticePath();
      await server().database.pool.query(
        `update absence_notices set state = 'queued', state_at = null where state = 'copied'`,
      );
      return { path: `${path}/withdraw`, otherBranch: 404 };
    },
    absenceNoticePdf: async () => ({ path: `${await noticePath()}/file`, otherBranch: 404 }),
  };
}
