import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { appendActivity, listAndLogAccess, readAndLogAccess } from '../../audit/index.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { requireNamedBranch } from '../../platform/http/callers/branch.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { countHourlyOrReject } from '../../platform/http/callers/hourly-limit.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { createExpectedList } from '../commands/create-list.ts';
import { cancelExpectedList, closeExpectedList, reopenExpectedList } from '../commands/change-list-state.ts';
import { readExpectedDay } from '../queries/day.ts';
import { findFindings } from '../queries/findings.ts';
import { countPeopleOfDay, listExpectedLists, requireExpectedList } from '../queries/lists.ts';
import { listExpectedPeople } from '../queries/people.ts';
import { findDayReading, isWholeDay } from '../queries/reading-position.ts';
import { findRememberedColumns } from '../queries/remembered-columns.ts';
import { changeOf } from './change.ts';

/**
 * Maximum number of lists that a user creates, and of checks that a user requests, in an hour. A coordinator imports some lists
 * a day. The limits bound the disk space and the documents that a user tries, but still allow 600,000 documents an hour, of
 * which the log contains only the number.
 */
export const EXPECTED_BODIES_PER_HOUR_MAX = 60;

const countOrReject = ({ db }: Context, actor: Actor, name: string): Promise<void> =>
  countHourlyOrReject(db, actor, {
    name,
    most: EXPECTED_BODIES_PER_HOUR_MAX,
    message: 'Hiciste muchas revisiones o cargas en una hora. Intenta de nuevo más tarde.',
  });

function expectedDayRoute(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.getExpectedDay, async (call) => {
    const { branchId, query } = call;
    requireNamedBranch(call.request, branchId);
    const { day } = query;
    const reading = await findDayReading(db, branchId, query);
    // Readings of changes do not hide a later one of the whole day. The entry also counts the people of pages that are not logged.
    const asked = { name: 'expected_day', query: { day, complete: isWholeDay(reading) } } as const;
    return readAndLogAccess(db, auditContextOf(context, call), asked, {
      read: () => readExpectedDay(db, branchId, { day, reading }),
      detailOf: async ({ complete, people }) => ({
        day,
        complete,
        shown: people.length,
        total: await countPeopleOfDay(db, { branchId, day }),
      }),
    });
  });
}

export function expectedListRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listExpectedLists, async ({ branchId, query }) =>
    listExpectedLists(db, branchId, query),
  );

  registerRoute(app, context, routes.createExpectedList, async (call) => {
    const change = changeOf(context, call);
    await countOrReject(context, call.actor, 'expected list');
    return db.transaction((tx) => createExpectedList(tx, change, call.body));
  });

  registerRoute(app, context, routes.getRememberedColumns, async ({ query }) => ({
    remembered: await findRememberedColumns(db, query),
  }));

  registerRoute(app, context, routes.checkExpectedPeople, async (call) => {
    const { actor, branchId, body } = call;
    await countOrReject(context, actor, 'expected check');
    const mayReadNames = hasAnyPermission(actor, 'register_patients');
    const findings = await findFindings(db, { branchId, mayReadNames }, body);
    const detail = {
      rows: body.people.length,
      other_names: findings.filter(({ finding }) => finding === 'other_names').length,
    };
    await appendActivity(db, auditContextOf(context, call), { action: 'expected_people_checked', detail });
    return { findings };
  });

  registerRoute(app, context, routes.getExpectedList, async (call) => {
    const { branchId, query } = call;
    const list = await requireExpectedList(db, branchId, call.params.id.toLowerCase());
    const accessed = { name: 'expected_people', query, about: { list_id: list.id } } as const;
    return listAndLogAccess(db, auditContextOf(context, call), accessed, () =>
      listExpectedPeople(db, branchId, list, query),
    );
  });

  expectedDayRoute(app, context);

  registerRoute(app, context, routes.cancelExpectedList, async (call) => {
    const change = changeOf(context, call);
    return db.transaction((tx) => cancelExpectedList(tx, change, call.params.id.toLowerCase()));
  });

  registerRoute(app, context, routes.closeExpectedList, async (call) => {
    const change = changeOf(context, call);
    return db.transaction((tx) => closeExpectedList(tx, change, call.params.id.toLowerCase()));
  });

  registerRoute(app, context, routes.reopenExpectedList, async (call) => {
    const change = changeOf(context, call);
    return db.transaction((tx) => reopenExpectedList(tx, change, call.params.id.toLowerCase()));
  });
}
