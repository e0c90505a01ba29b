import { Company, CompanyBody, CompanyMergeBody, ProposedCompanyList } from '../../catalogs/companies.ts';
import { type Route, idParams } from '../definition/route.ts';

/** Calls with which an administrator decides about companies that reception proposed. */
export const proposalRoutes = {
  listProposedCompanies: {
    method: 'GET',
    path: '/proposed-companies',
    ours: true,
    access: ['manage_catalogs'],
    status: 200,
    answer: ProposedCompanyList,
  },
  confirmCompany: {
    method: 'PUT',
    path: '/companies/:id/confirmation',
    ours: true,
    access: ['manage_catalogs'],
    params: idParams,
    body: CompanyBody,
    status: 200,
    answer: Company,
    ifMatch: true,
  },
  mergeCompany: {
    method: 'POST',
    path: '/companies/:id/merge',
    ours: true,
    access: ['manage_catalogs'],
    params: idParams,
    body: CompanyMergeBody,
    status: 200,
    answer: Company,
  },
} as const satisfies Record<string, Route>;
