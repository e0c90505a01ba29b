import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  ATTENDANCE_FILE_PEOPLE_MAX,
  type AttendanceFileFormat,
} from '#contract/records/evaluation/attendance.ts';
import { routes } from '#contract/routes/routes.ts';
import { spreadsheetMediaType } from '#contract/spreadsheets.ts';
import { noticeFileName, spreadsheetFileName } from '#domain/file-names.ts';
import { appendActivity, filterNamesOf, listAndLogAccess, readAndLogAccess } from '../../audit/index.ts';
import { type DocumentContext, letterheadOf, setPdfHeaders } from '../../documents/index.ts';
import { requireExpectedList } from '../../expected-lists/index.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { AppError } from '../../platform/base/errors.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { countHourlyOrReject } from '../../platform/http/callers/hourly-limit.ts';
import { contentDispositionFor } from '../../platform/http/responses/content-disposition.ts';
import { runInReadQueue } from '../../platform/http/responses/request-queues.ts';
import { spreadsheet } from '../../platform/spreadsheet/spreadsheet.ts';
import { createAbsenceNotice } from '../commands/create-notice.ts';
import { withdrawNotice } from '../commands/withdraw-notice.ts';
import {
  countAttendancePeople,
  listAttendance,
  readAttendanceLists,
  readAttendancePeople,
} from '../queries/attendance.ts';
import { listNotices, requireNotice } from '../queries/notices.ts';
import { ATTENDANCE_COLUMNS, attendanceDocument } from './attendance-document.ts';
import { noticeDocument } from './notice-document.ts';

/** Maximum downloads of attendance and proofs together, and maximum notices, of a user in an hour. */
export const ATTENDANCE_FILES_PER_HOUR_MAX = 60;
export const NOTICES_PER_HOUR_MAX = 60;

/** @throws too_many_rows */
function requireFileSize(people: number, format: AttendanceFileFormat): void {
  const most = ATTENDANCE_FILE_PEOPLE_MAX[format];
  if (people > most)
    throw new AppError(
      'too_many_rows',
      `Son más de ${most.toLocaleString('es-CO')} personas. Usa los filtros para descargar menos.`,
    );
}

/** @throws rate_limited */
const countFileOrReject = ({ db }: DocumentContext, actor: Actor): Promise<void> =>
  countHourlyOrReject(db, actor, {
    name: 'attendance file',
    most: ATTENDANCE_FILES_PER_HOUR_MAX,
    message: 'Descargaste la asistencia muchas veces en una hora. Intenta de nuevo más tarde.',
  });

function attendanceFileRoute(app: FastifyInstance, context: DocumentContext): void {
  const { db } = context;
  registerRoute(app, context, routes.attendanceFile, async (call) => {
    const { actor, branchId, reply, request } = call;
    const { format, ...filters } = call.query;
    const inTurn = <Result>(read: () => Promise<Result>) => runInReadQueue(context.queues, request, read);
    const limit = ATTENDANCE_FILE_PEOPLE_MAX[format] + 1;
    // A request for too many people yields no file, and is neither counted nor read.
    requireFileSize(await inTurn(() => countAttendancePeople(db, branchId, filters, limit)), format);
    await countFileOrReject(context, actor);
    const people = await inTurn(() => readAttendancePeople(db, branchId, filters, { limit }));
    requireFileSize(people.length, format);
    const lists = await readAttendanceLists(db, branchId, people);
    const trace = auditContextOf(context, call);
    const log = () =>
      appendActivity(db, trace, {
        action: 'attendance_downloaded',
        detail: { format, rows: people.length, filters: filterNamesOf(filters) },
      });
    const fileName = spreadsheetFileName('asistencia', trace.at.getTime(), format);
    if (format === 'pdf') {
      const content = { people, lists, at: trace.at, by: actor.displayName };
      const letterhead = await letterheadOf(context, branchId);
      const pdf = await context.reports.renderOffice(attendanceDocument(letterhead, content), actor.userId);
      await log();
      setPdfHeaders(reply, fileName);
      return pdf;
    }
    await log();
    void reply
      .type(spreadsheetMediaType(format))
      .header('content-disposition', contentDispositionFor(fileName));
    const listOf = new Map(lists.map((list) => [list.id, list]));
    const rows = people.flatMap((person) => {
      const list = listOf.get(person.list_id);
      return list ? [{ person, list }] : [];
    });
    return spreadsheet(format, ATTENDANCE_COLUMNS, Readable.from(rows));
  });
}

function noticeRoutes(app: FastifyInstance, context: DocumentContext): void {
  const { db, mail } = context;
  registerRoute(app, context, routes.listAbsenceNotices, async (call) => {
    const { branchId, params } = call;
    const list = await requireExpectedList(db, branchId, params.id.toLowerCase());
    const found = await listNotices(db, branchId, list, mail !== null);
    const shown = found.items.length;
    // Number of people in the texts of the response.
    const people = found.items.reduce((sum, notice) => sum + notice.people, found.draft?.people ?? 0);
    const asked = { name: 'absence_notices', query: { people }, about: { list_id: list.id } } as const;
    return readAndLogAccess(db, auditContextOf(context, call), asked, {
      read: () => Promise.resolve(found),
      detailOf: () => ({ shown, people }),
    });
  });

  registerRoute(app, context, routes.createAbsenceNotice, async (call) => {
    const { actor, branchId, body } = call;
    await countHourlyOrReject(db, actor, {
      name: 'absence notice',
      most: NOTICES_PER_HOUR_MAX,
      message: 'Enviaste muchos avisos en una hora. Intenta de nuevo más tarde.',
    });
    const listId = call.params.id.toLowerCase();
    const change = { trace: auditContextOf(context, call), branchId, listId, sendsMail: mail !== null };
    const notice = await db.transaction((tx) => createAbsenceNotice(tx, change, body));
    mail?.wake();
    return notice;
  });

  registerRoute(app, context, routes.withdrawAbsenceNotice, async (call) => {
    const listId = call.params.id.toLowerCase();
    const change = { trace: auditContextOf(context, call), branchId: call.branchId, listId };
    return db.transaction((tx) => withdrawNotice(tx, change, call.params.noticeId.toLowerCase()));
  });

  registerRoute(app, context, routes.absenceNoticePdf, async (call) => {
    const { actor, branchId, params, reply } = call;
    const list = await requireExpectedList(db, branchId, params.id.toLowerCase());
    const notice = await requireNotice(db, { branchId, listId: list.id }, params.noticeId.toLowerCase());
    await countFileOrReject(context, actor);
    const letterhead = await letterheadOf(context, branchId);
    const pdf = await context.reports.renderOffice(noticeDocument(letterhead, list, notice), actor.userId);
    const detail = { list_id: list.id, notice_id: notice.id };
    await appendActivity(db, auditContextOf(context, call), { action: 'absence_notice_downloaded', detail });
    setPdfHeaders(reply, noticeFileName(notice.id));
    return pdf;
  });
}

/** Registers the calls for the attendance and the notices. */
export function attendanceRoutes(app: FastifyInstance, context: DocumentContext): void {
  const { db } = context;
  registerRoute(app, context, routes.listAttendance, async (call) => {
    const { branchId, query } = call;
    const asked = { name: 'attendance', query } as const;
    return listAndLogAccess(db, auditContextOf(context, call), asked, () =>
      listAttendance(db, branchId, query),
    );
  });
  attendanceFileRoute(app, context);
  noticeRoutes(app, context);
}
