import type { proposalRoutes } from '#contract/routes/catalogs/proposal-routes.ts';
import { CATALOG_BODY_FACTORIES } from './catalog-rows.ts';
import { type CallMaker, type FuzzInputs, pickId, rowCallMaker } from './good.ts';
import type { Random } from '../random.ts';

export const createProposals = (random: Random, stock: FuzzInputs) => [
  { id: pickId('companies', random, stock), name: 'Propuesta (DEMO)', nit: null },
];

/** Makers of the calls with which an administrator decides about proposed companies. */
export const proposalCallMakers: Record<keyof typeof proposalRoutes, CallMaker> = {
  listProposedCompanies: () => ({ path: '/proposed-companies' }),
  confirmCompany: rowCallMaker('/companies', 'companies', CATALOG_BODY_FACTORIES.companies, '/confirmation'),
  mergeCompany: rowCallMaker(
    '/companies',
    'companies',
    (random, stock) => ({ into: pickId('companies', random, stock) }),
    '/merge',
  ),
};
