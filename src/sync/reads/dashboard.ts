import { DashboardSummary } from '#contract/records/dashboard.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, CacheOwner } from '#storage/cache/cache.ts';
import type { Account } from '#storage/account/accounts.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';

export interface DatedFigures {
  readonly summary: DashboardSummary;
  /** Time at which the server sent the figures, ms since the epoch. */
  readonly fetchedAt: number;
}

/** Companies whose evaluations are counted; all when empty. */
export interface FiguresQuery {
  readonly employer_company_id: string;
  readonly contractor_company_id: string;
}
export const ALL_COMPANIES: FiguresQuery = { employer_company_id: '', contractor_company_id: '' };
export const hasCompanyFilter = ({ employer_company_id, contractor_company_id }: FiguresQuery): boolean =>
  employer_company_id !== '' || contractor_company_id !== '';

const FIGURES_CACHE_KEY: CacheKey = { kind: 'figures', name: 'dashboard', evaluationId: null };
const ALL_BRANCHES_CACHE_ID = 'all';

export const toFiguresCacheOwner = ({ userId, branchId }: Account): CacheOwner => ({
  ownerId: userId,
  branchId: branchId ?? ALL_BRANCHES_CACHE_ID,
});

export async function readCachedFigures(reader: CacheOwner): Promise<DatedFigures | null> {
  const cached = await cache.readCachedJson(reader, FIGURES_CACHE_KEY, DashboardSummary);
  return cached && { summary: cached.value, fetchedAt: cached.fetchedAt };
}

/**
 * Fetches the dashboard figures. Figures without a company filter are cached for offline use.
 * @throws Unreachable, Rejected
 */
export async function fetchFigures(reader: CacheOwner, question: FiguresQuery): Promise<DatedFigures> {
  const query = {
    employer_company_id: question.employer_company_id,
    contractor_company_id: question.contractor_company_id,
  };
  const response = await sendRequest('dashboardSummary', { query });
  if (response.type !== 'ok') throw toResponseError(response);
  const fetchedAt = Date.now();
  if (!hasCompanyFilter(question))
    await tolerateFullDiskIfOpened(
      true,
      cache.cacheJson(reader, FIGURES_CACHE_KEY, response.body, { fetchedAt, opened: true }),
    );
  return { summary: response.body, fetchedAt };
}
