import type { SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompaniesQuery } from '#contract/records/catalogs.ts';
import { routes } from '#contract/routes/routes.ts';
import type { Context } from '../../http/context/context.ts';
import { catalogTag, contentTag, isFresh } from '../../http/responses/etag.ts';
import { register } from '../../http/calls/register.ts';
import { catalogOptions, recentOptions } from '../../queries/catalogs/catalog-options.ts';
import { catalogOverview } from '../../queries/catalogs/catalog-overview.ts';
import {
  type Catalog,
  type ListOptions,
  catalogRevision,
  catalogs,
  listCatalog,
} from '../../queries/catalogs/catalogs.ts';
import { workedWith } from '../../queries/catalogs/company-partners.ts';

interface ListCall {
  readonly query: ListOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Responds with one page of the rows that match `filter`, and with its ETag; or with 304 if the caller already has this page
 * (R1).
 */
export const sendList =
  <Item>({ db }: Context, catalog: Catalog<Item>, filter?: SQL) =>
  async ({ query, request, reply }: ListCall) => {
    const tag = catalogTag(catalog.resource, await catalogRevision(db, catalog), query);
    if (!isFresh(request, reply, tag)) return listCatalog(db, catalog, query, filter);
    void reply.code(304);
    return null;
  };

async function sendCompanies(context: Context, call: ListCall & { readonly query: CompaniesQuery }) {
  const filter = workedWith(call.query);
  if (!filter) return sendList(context, catalogs.companies)(call);
  // The order of companies depends on registrations, which change no catalogue revision. The ETag is therefore computed from
  // the content.
  const page = await listCatalog(context.db, catalogs.companies, call.query, filter);
  if (!isFresh(call.request, call.reply, contentTag(page))) return page;
  void call.reply.code(304);
  return null;
}

export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  register(app, context, routes.listEvaluationTypes, sendList(context, catalogs.evaluationTypes));
  register(app, context, routes.listCompanies, async (call) => sendCompanies(context, call));
  register(app, context, routes.listExams, sendList(context, catalogs.exams));
  register(app, context, routes.listDoctors, sendList(context, catalogs.doctors));
  register(app, context, routes.listNotePhrases, sendList(context, catalogs.notePhrases));
  register(app, context, routes.listOccupations, async ({ query, request, reply }) => {
    const all = { ...query, include_inactive: true, direction: 'asc' } as const;
    return sendList(context, catalogs.occupations)({ query: all, request, reply });
  });
  register(app, context, routes.catalogOverview, async ({ query }) => catalogOverview(db, query));
  register(app, context, routes.catalogOptions, async ({ params, query }) => ({
    items: await catalogOptions(db, params.resource, query),
  }));
  register(app, context, routes.recentCatalogOptions, async ({ params, query, branchId }) => ({
    items: await recentOptions(db, params.resource, branchId, query),
  }));
}
