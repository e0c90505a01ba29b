import type { SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { BranchesQuery } from '#contract/catalogs/branches.ts';
import type { CompaniesQuery } from '#contract/catalogs/companies.ts';
import { type Route, routes } from '#contract/routes/routes.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRowRoutes } from './catalog-changes.ts';
import { proposedCompanyRoutes } from './proposed-companies.ts';
import { catalogTag, contentTag, setTagAndCheckNotModified } from '../../platform/http/responses/etag.ts';
import { type RouteHandler, registerRoute } from '../../platform/http/calls/register.ts';
import { catalogOptions, mostUsedRecentOptions } from '../queries/catalog-options.ts';
import { catalogOverview } from '../queries/catalog-overview.ts';
import {
  type Catalog,
  type CatalogListOptions,
  catalogRevision,
  catalogs,
  listCatalog,
  occupationCatalog,
} from '../queries/catalogs.ts';
import { companyBranchesCondition } from '../queries/branches.ts';
import { partnerCompanyCondition } from '../queries/company-partners.ts';

interface ListCall {
  readonly query: CatalogListOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Responds with one page of the rows that match `filter`, and with its ETag; responds with 304 if the client already has the
 * page (R1).
 */
const catalogListHandler =
  <Item>({ db }: Context, catalog: Catalog<Item>, filter?: SQL) =>
  async ({ query, request, reply }: ListCall) => {
    const tag = catalogTag(catalog.resource, await catalogRevision(db, catalog), query);
    if (!setTagAndCheckNotModified(request, reply, tag)) return listCatalog(db, catalog, query, filter);
    void reply.code(304);
    return null;
  };

async function sendCompanies(context: Context, call: ListCall & { readonly query: CompaniesQuery }) {
  const filter = partnerCompanyCondition(call.query);
  if (!filter) return catalogListHandler(context, catalogs.companies)(call);
  // The order of companies depends on registrations, which change no catalogue revision. The ETag is therefore computed from
  // the content.
  const page = await listCatalog(context.db, catalogs.companies, call.query, filter);
  if (!setTagAndCheckNotModified(call.request, call.reply, contentTag(page))) return page;
  void call.reply.code(304);
  return null;
}

/** List handlers of the catalogues that accept additional query parameters. */
const SPECIAL_LIST_HANDLERS: Partial<Record<CatalogName, (context: Context) => unknown>> = {
  companies: (context) => (call: ListCall & { readonly query: CompaniesQuery }) =>
    sendCompanies(context, call),
  branches: (context) => (call: ListCall & { readonly query: BranchesQuery }) =>
    catalogListHandler(context, catalogs.branches, companyBranchesCondition(call.query.company_id))(call),
};

function registerRoutesOfCatalog(
  app: FastifyInstance,
  context: Context,
  name: CatalogName,
  many: string,
): void {
  const list = SPECIAL_LIST_HANDLERS[name]?.(context) ?? catalogListHandler<unknown>(context, catalogs[name]);
  const route = (routes as Record<string, Route>)[`list${many}`] as Route;
  registerRoute(app, context, route, list as RouteHandler<Route>);
  registerRowRoutes(app, context, name);
}

export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  buildPerCatalog(({ calls }, name) => registerRoutesOfCatalog(app, context, name, calls.many));
  proposedCompanyRoutes(app, context);
  registerRoute(app, context, routes.listOccupations, async ({ query, request, reply }) => {
    const all = { ...query, include_inactive: true, direction: 'asc' } as const;
    return catalogListHandler(context, occupationCatalog)({ query: all, request, reply });
  });
  registerRoute(app, context, routes.catalogOverview, async ({ query }) => catalogOverview(db, query));
  registerRoute(app, context, routes.catalogOptions, async ({ params, query }) => ({
    items: await catalogOptions(db, params.resource, query),
  }));
  registerRoute(app, context, routes.recentCatalogOptions, async ({ params, query, branchId }) => ({
    items: await mostUsedRecentOptions(db, params.resource, branchId, query),
  }));
}
