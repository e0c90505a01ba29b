import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setEvaluationTemplate } from '../commands/set-evaluation-template.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { listEvaluationTemplates } from '../queries/evaluation-templates.ts';

export function evaluationTemplateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listEvaluationTemplates, async () => ({
    items: await listEvaluationTemplates(db),
  }));
  registerRoute(app, context, routes.setEvaluationTemplate, async (call) => {
    const change = {
      trace: auditContextOf(context, call),
      id: call.params.id,
      body: call.body,
      ifMatch: readIfMatchRevisions(call.request),
    };
    const item = await db.transaction((tx) => setEvaluationTemplate(tx, change));
    setRevisionTag(call.reply, item);
    return item;
  });
}
