import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes.ts';
import type { Context } from '../http/context.ts';
import { catalogTag, isFresh } from '../http/etag.ts';
import { register } from '../http/register.ts';
import { catalogOptions, recentOptions } from '../queries/catalog-options.ts';
import {
  type Catalog,
  type ListOptions,
  catalogRevision,
  catalogs,
  listCatalog,
} from '../queries/catalogs.ts';

interface ListCall {
  readonly query: ListOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A page with its tag, or 304 when the caller has it already (R1). */
const answerList =
  <Item>({ db }: Context, catalog: Catalog<Item>) =>
  async ({ query, request, reply }: ListCall) => {
    const tag = catalogTag(catalog.resource, await catalogRevision(db, catalog), query);
    if (!isFresh(request, reply, tag)) return listCatalog(db, catalog, query);
    void reply.code(304);
    return null;
  };

export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  register(app, context, routes.listEvaluationTypes, answerList(context, catalogs.evaluationTypes));
  register(app, context, routes.listCompanies, answerList(context, catalogs.companies));
  register(app, context, routes.listExams, answerList(context, catalogs.exams));
  register(app, context, routes.listDoctors, answerList(context, catalogs.doctors));
  register(app, context, routes.listOccupations, async ({ query, request, reply }) => {
    const all = { ...query, include_inactive: true, direction: 'asc' } as const;
    return answerList(context, catalogs.occupations)({ query: all, request, reply });
  });
  register(app, context, routes.catalogOptions, async ({ params, query }) => ({
    items: await catalogOptions(db, params.resource, query),
  }));
  register(app, context, routes.recentCatalogOptions, async ({ params, query, branchId }) => ({
    items: await recentOptions(db, params.resource, branchId, query),
  }));
}
