import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { confirmCompany } from '../commands/confirm-company.ts';
import { mergeCompany } from '../commands/merge-company.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { setRevisionTag } from '../../platform/http/responses/etag.ts';
import { listProposedCompanies } from '../queries/proposed-companies.ts';
import { toRowChangeContext } from './catalog-changes.ts';

export function proposedCompanyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listProposedCompanies, () => listProposedCompanies(db));

  registerRoute(app, context, routes.confirmCompany, async (call) => {
    const change = toRowChangeContext(context, call);
    const item = await db.transaction((tx) => confirmCompany(tx, change, call.body));
    setRevisionTag(call.reply, item);
    return item;
  });

  registerRoute(app, context, routes.mergeCompany, ({ params, body, ...call }) =>
    db.transaction((tx) =>
      mergeCompany(tx, auditContextOf(context, call), { id: params.id, into: body.into }),
    ),
  );
}
