import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { recordReportedAccesses } from '../commands/report-accesses.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { listActivity } from '../queries/activity.ts';

export function activityRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.activity, async ({ query }) => listActivity(db, query));

  registerRoute(app, context, routes.tellReadings, async (call) => {
    const { user_id, readings } = call.body;
    if (user_id.toLowerCase() !== call.actor.userId)
      throw new AppError('session_of_another', 'Estas lecturas son de otra persona.');
    const trace = auditContextOf(context, call);
    return db.transaction((tx) => recordReportedAccesses(tx, trace, readings));
  });
}
