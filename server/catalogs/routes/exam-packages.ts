import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setExamPackage } from '../commands/set-exam-package.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { listExamPackages } from '../queries/exam-packages.ts';

export function examPackageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listExamPackages, async () => ({ items: await listExamPackages(db) }));
  registerRoute(app, context, routes.setExamPackage, async (call) => {
    const change = {
      trace: auditContextOf(context, call),
      body: call.body,
      ifMatch: readIfMatchRevisions(call.request),
    };
    const item = await db.transaction((tx) => setExamPackage(tx, change));
    setRevisionTag(call.reply, item);
    return item;
  });
}
