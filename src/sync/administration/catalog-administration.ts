import type { Branch, BranchBody } from '#contract/records/branches.ts';
import type * as writes from '#contract/records/catalog-writes.ts';
import type * as catalogs from '#contract/records/catalogs.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { CallInput } from '#network/client.ts';
import { CACHED_CATALOGS, NOTE_PHRASES } from '#storage/cache/catalogs.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';
import { refreshBranding } from './branding.ts';
import { listQuery } from '../api/list-query.ts';
import { findInPages } from '../api/pages.ts';
import { refreshCatalog } from '../catalogs/catalog-cache.ts';
import { refreshPhrases } from '../catalogs/phrases.ts';
import type { ApiResponse } from '../api/remote.ts';
import { ifMatchHeader, saveResultOf, type ReadRow, type SaveResult } from '../requests/saving.ts';
import { revalidateSession } from '../session/session.ts';

export interface CatalogItem extends ReadRow {
  readonly name: string;
  readonly is_active: boolean;
}

export interface CatalogQuery extends CatalogFilters {
  readonly page: number;
}

export interface CatalogPage<Item> {
  readonly items: Item[];
  readonly total_count: number;
}

/** Calls that read and change one catalogue. The reading calls throw Unreachable and Rejected. */
export interface CatalogCalls<Item, Body> {
  readonly resource: (typeof catalogs.OPTION_RESOURCES)[number] | typeof NOTE_PHRASES;
  readonly list: (question: CatalogQuery) => Promise<CatalogPage<Item>>;
  /**
   * Returns the present row; null when it is not found. A catalogue without a call for single rows is searched with the given
   * filters (P8).
   */
  readonly read: (id: string, filters: CatalogFilters) => Promise<Item | null>;
  /** False when a row can only be searched with filters, because the API has no call for single rows. */
  readonly isFoundById: boolean;
  readonly create: (body: Body) => Promise<SaveResult<Item>>;
  readonly replace: (row: ReadRow, body: Body) => Promise<SaveResult<Item>>;
  readonly setActive: (row: ReadRow, isActive: boolean) => Promise<SaveResult<Item>>;
  /** Only companies and branches can be renamed (P7). */
  readonly rename?: (row: ReadRow, name: string) => Promise<SaveResult<Item>>;
}

type RequestRows<Body> = (input: CallInput) => Promise<ApiResponse<Body>>;

interface Routes<Item> {
  readonly list: RequestRows<CatalogPage<Item>>;
  readonly get?: RequestRows<Item>;
  readonly create: RequestRows<Item>;
  readonly replace: RequestRows<Item>;
  readonly setStatus: RequestRows<Item>;
  readonly rename?: RequestRows<Item>;
}

async function bodyOf<Body>(asked: Promise<ApiResponse<Body>>): Promise<Body> {
  const response = await asked;
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}

const queryOf = ({ companyId, ...filters }: CatalogFilters, page: number, size?: number): CallInput => ({
  query: { ...listQuery({ ...filters, page, ...(size && { size }) }), company_id: companyId },
});

function callsOf<Item extends CatalogItem, Body extends object>(
  resource: CatalogCalls<Item, Body>['resource'],
  routes: Routes<Item>,
): CatalogCalls<Item, Body> {
  const { list, get, create, replace, setStatus, rename } = routes;
  const change = async (call: RequestRows<Item>, row: ReadRow, body: object): Promise<SaveResult<Item>> =>
    saveResultOf(await call({ params: { id: row.id }, headers: ifMatchHeader(row), body }));
  return {
    resource,
    list: (question) => bodyOf(list(queryOf(question, question.page))),
    isFoundById: get !== undefined,
    read: (id, filters) =>
      get
        ? bodyOf(get({ params: { id } }))
        : findInPages(id, (page) => bodyOf(list(queryOf(filters, page, PAGE_SIZE_MAX)))),
    create: async (body) => saveResultOf(await create({ body })),
    replace: (row, body) => change(replace, row, body),
    setActive: (row, isActive) => change(setStatus, row, { is_active: isActive }),
    ...(rename && { rename: (row: ReadRow, name: string) => change(rename, row, { name }) }),
  };
}

export const evaluationTypeCalls = callsOf<catalogs.EvaluationType, writes.EvaluationTypeBody>(
  'evaluation-types',
  {
    list: (input) => sendRequest('listEvaluationTypes', input),
    create: (input) => sendRequest('createEvaluationType', input),
    replace: (input) => sendRequest('replaceEvaluationType', input),
    setStatus: (input) => sendRequest('setEvaluationTypeStatus', input),
  },
);

export const companyCalls = callsOf<catalogs.Company, writes.CompanyBody>('companies', {
  list: (input) => sendRequest('listCompanies', input),
  get: (input) => sendRequest('getCompany', input),
  create: (input) => sendRequest('createCompany', input),
  replace: (input) => sendRequest('replaceCompany', input),
  setStatus: (input) => sendRequest('setCompanyStatus', input),
  rename: (input) => sendRequest('renameCompany', input),
});

export const branchCalls = callsOf<Branch, BranchBody>('branches', {
  list: (input) => sendRequest('listBranches', input),
  get: (input) => sendRequest('getBranch', input),
  create: (input) => sendRequest('createBranch', input),
  replace: (input) => sendRequest('replaceBranch', input),
  setStatus: (input) => sendRequest('setBranchStatus', input),
  rename: (input) => sendRequest('renameBranch', input),
});

export const examCalls = callsOf<catalogs.Exam, writes.ExamBody>('exams', {
  list: (input) => sendRequest('listExams', input),
  create: (input) => sendRequest('createExam', input),
  replace: (input) => sendRequest('replaceExam', input),
  setStatus: (input) => sendRequest('setExamStatus', input),
});

export const doctorCalls = callsOf<catalogs.Doctor, writes.DoctorBody>('doctors', {
  list: (input) => sendRequest('listDoctors', input),
  create: (input) => sendRequest('createDoctor', input),
  replace: (input) => sendRequest('replaceDoctor', input),
  setStatus: (input) => sendRequest('setDoctorStatus', input),
});

export const phraseCalls = callsOf<catalogs.NotePhrase, writes.NotePhraseBody>(NOTE_PHRASES, {
  list: (input) => sendRequest('listNotePhrases', input),
  create: (input) => sendRequest('createNotePhrase', input),
  replace: (input) => sendRequest('replaceNotePhrase', input),
  setStatus: (input) => sendRequest('setNotePhraseStatus', input),
});

/** @throws Unreachable, Rejected */
export const fetchCatalogTotals = (): Promise<catalogs.CatalogOverview> =>
  bodyOf(sendRequest('catalogOverview'));

/**
 * Returns at most a hundred active companies that match the text (P7, P9).
 * @throws Unreachable, Rejected
 */
export const findActiveCompanies = (search: string): Promise<CatalogPage<catalogs.Company>> =>
  bodyOf(sendRequest('listCompanies', { query: listQuery({ search, page: 1, size: PAGE_SIZE_MAX }) }));

/**
 * Refreshes the device after a catalogue change: the catalogue cache that reception searches, and the names in the shell.
 * Deactivating a branch removes it from its sessions, so the session is read too.
 */
export async function updateDeviceAfterCatalogChange(
  resource: CatalogCalls<unknown, unknown>['resource'],
): Promise<void> {
  const cachedRecord = CACHED_CATALOGS.find((name) => name === resource);
  if (cachedRecord) await refreshCatalog(cachedRecord);
  if (resource === NOTE_PHRASES) await refreshPhrases();
  if (resource === 'branches') await revalidateSession();
  if (resource === 'companies' || resource === 'branches') await refreshBranding();
}
