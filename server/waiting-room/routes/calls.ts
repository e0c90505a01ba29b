import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { linkEntriesAndWait } from '../../audit/index.ts';
import { changeContextOf } from '../../evaluations/index.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { callPatient } from '../commands/call-patient.ts';
import { readCallOptions } from '../queries/boards.ts';
import { readWaitingTimes } from '../queries/waiting-times.ts';

export function waitingCallRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  registerRoute(app, context, routes.callOptions, async ({ branchId }) => readCallOptions(db, branchId));

  registerRoute(app, context, routes.callPatient, async (call) => {
    const change = { ...changeContextOf(context, call), ifMatch: null, tags: null };
    const made = await db.transaction((tx) => callPatient(tx, change, call.body));
    await linkEntriesAndWait(db);
    return made;
  });

  registerRoute(app, context, routes.waitingTimes, async ({ branchId }) =>
    readWaitingTimes(db, branchId, clock()),
  );
}
