import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { changeCatalogRow } from '../commands/change-catalog.ts';
import { mergeCompany } from '../commands/merge-company.ts';
import { writableCatalogs } from '../commands/writable-catalogs.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { setRevisionTag } from '../../platform/http/responses/etag.ts';
import { listProposedCompanies } from '../queries/proposed-companies.ts';
import { toRowChangeContext } from './catalog-changes.ts';

export function proposedCompanyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listProposedCompanies, async () => ({
    items: await listProposedCompanies(db),
  }));

  registerRoute(app, context, routes.confirmCompany, async (call) => {
    const edit = {
      what: 'confirmed',
      columns: { ...writableCatalogs.companies.columnsOf(call.body), is_proposed: false },
    };
    const change = toRowChangeContext(context, call);
    const item = await db.transaction((tx) => changeCatalogRow(tx, writableCatalogs.companies, change, edit));
    setRevisionTag(call.reply, item);
    return item;
  });

  registerRoute(app, context, routes.mergeCompany, ({ params, body, ...call }) =>
    db.transaction((tx) =>
      mergeCompany(tx, auditContextOf(context, call), { id: params.id, into: body.into }),
    ),
  );
}
