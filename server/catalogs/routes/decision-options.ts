import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setDecisionOptions } from '../commands/set-decision-options.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readDecisionOptions } from '../queries/decision-options.ts';

export function decisionOptionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.getDecisionOptions, async () => readDecisionOptions(db));
  registerRoute(app, context, routes.setDecisionOptions, async (call) => {
    const change = {
      trace: auditContextOf(context, call),
      body: call.body,
      ifMatch: readIfMatchRevisions(call.request),
    };
    const options = await db.transaction((tx) => setDecisionOptions(tx, change));
    setRevisionTag(call.reply, options);
    return options;
  });
}
