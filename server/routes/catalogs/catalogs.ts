import type { SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompaniesQuery } from '#contract/records/catalogs.ts';
import { routes } from '#contract/routes/routes.ts';
import type { Context } from '../../http/context/context.ts';
import { catalogTag, contentTag, isNotModified } from '../../http/responses/etag.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { catalogOptions, recentOptions } from '../../queries/catalogs/catalog-options.ts';
import { catalogOverview } from '../../queries/catalogs/catalog-overview.ts';
import {
  type Catalog,
  type ListOptions,
  catalogRevision,
  catalogs,
  listCatalog,
} from '../../queries/catalogs/catalogs.ts';
import { workedWithCondition } from '../../queries/catalogs/company-partners.ts';

interface ListCall {
  readonly query: ListOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Responds with one page of the rows that match `filter`, and with its ETag; responds with 304 if the client already has the
 * page (R1).
 */
export const catalogListHandler =
  <Item>({ db }: Context, catalog: Catalog<Item>, filter?: SQL) =>
  async ({ query, request, reply }: ListCall) => {
    const tag = catalogTag(catalog.resource, await catalogRevision(db, catalog), query);
    if (!isNotModified(request, reply, tag)) return listCatalog(db, catalog, query, filter);
    void reply.code(304);
    return null;
  };

async function sendCompanies(context: Context, call: ListCall & { readonly query: CompaniesQuery }) {
  const filter = workedWithCondition(call.query);
  if (!filter) return catalogListHandler(context, catalogs.companies)(call);
  // The order of companies depends on registrations, which change no catalogue revision. The ETag is therefore computed from
  // the content.
  const page = await listCatalog(context.db, catalogs.companies, call.query, filter);
  if (!isNotModified(call.request, call.reply, contentTag(page))) return page;
  void call.reply.code(304);
  return null;
}

export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(
    app,
    context,
    routes.listEvaluationTypes,
    catalogListHandler(context, catalogs.evaluationTypes),
  );
  registerRoute(app, context, routes.listCompanies, async (call) => sendCompanies(context, call));
  registerRoute(app, context, routes.listExams, catalogListHandler(context, catalogs.exams));
  registerRoute(app, context, routes.listDoctors, catalogListHandler(context, catalogs.doctors));
  registerRoute(app, context, routes.listNotePhrases, catalogListHandler(context, catalogs.notePhrases));
  registerRoute(app, context, routes.listOccupations, async ({ query, request, reply }) => {
    const all = { ...query, include_inactive: true, direction: 'asc' } as const;
    return catalogListHandler(context, catalogs.occupations)({ query: all, request, reply });
  });
  registerRoute(app, context, routes.catalogOverview, async ({ query }) => catalogOverview(db, query));
  registerRoute(app, context, routes.catalogOptions, async ({ params, query }) => ({
    items: await catalogOptions(db, params.resource, query),
  }));
  registerRoute(app, context, routes.recentCatalogOptions, async ({ params, query, branchId }) => ({
    items: await recentOptions(db, params.resource, branchId, query),
  }));
}
