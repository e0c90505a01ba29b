import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DashboardSummary } from '#contract/records/dashboard.ts';
import type { Account } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  createErrorResponse,
  stubServer,
  failAsUnreachable,
} from '#tests/support/device/servers/session-server.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { ALL_COMPANIES, fetchFigures, toFiguresCacheOwner, readCachedFigures } from './dashboard.ts';
import { signOut } from '../session/session.ts';

const periodSummary = {
  total: 3,
  previous_total: 2,
  statuses: { pendiente: 1, en_proceso: 1, cerrada: 1 },
  new_patients: 1,
  returning_patients: 2,
  average_completion_minutes: null,
};
const summary: DashboardSummary = {
  generated_at: '2026-11-21T13:00:00.000Z',
  periods: {
    today: periodSummary,
    this_week: periodSummary,
    this_month: periodSummary,
    this_year: periodSummary,
  },
};
const createDashboardAccount = (branchId: string | null): Account => ({
  userId: ANA_ID,
  email: null,
  displayName: 'Ana',
  branchId,
  actions: ['view_dashboard'],
  gate: 'open',
});
const cacheOwner = toFiguresCacheOwner(createDashboardAccount(BRANCH_ID));

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['view_dashboard']);
});
afterEach(() => vi.unstubAllGlobals());

it('R3 without network, the dashboard shows the cached figures of the branch with the time of their fetch', async () => {
  const server = stubServer(() => Response.json(summary));
  const { fetchedAt } = await fetchFigures(cacheOwner, ALL_COMPANIES);
  server.respond = failAsUnreachable;
  await expect(fetchFigures(cacheOwner, ALL_COMPANIES)).rejects.toBeInstanceOf(Unreachable);
  expect(await readCachedFigures(cacheOwner)).toEqual({ summary, fetchedAt });
});

it('R3 the dashboard never shows cached figures of one branch for another branch or for all branches', async () => {
  stubServer(() => Response.json(summary));
  await fetchFigures(cacheOwner, ALL_COMPANIES);
  expect(await readCachedFigures(toFiguresCacheOwner(createDashboardAccount(null)))).toBeNull();
  expect(await readCachedFigures(toFiguresCacheOwner(createDashboardAccount(ANA_ID)))).toBeNull();
});

it('P7 the dashboard requests figures filtered by employer and contractor, and does not cache them as figures of all companies', async () => {
  const addresses: string[] = [];
  stubServer((_path, { url }) => {
    addresses.push(url);
    return Response.json(summary);
  });
  await fetchFigures(cacheOwner, { employer_company_id: ANA_ID, contractor_company_id: BRANCH_ID });
  expect(addresses.at(-1)).toMatch(
    new RegExp(`/dashboard/summary\\?employer_company_id=${ANA_ID}&contractor_company_id=${BRANCH_ID}$`),
  );
  expect(await readCachedFigures(cacheOwner)).toBeNull();
});

it('D4 signing out deletes the cached dashboard figures', async () => {
  stubServer((path) =>
    path.endsWith('/auth/logout') ? new Response(null, { status: 204 }) : Response.json(summary),
  );
  await fetchFigures(cacheOwner, ALL_COMPANIES);
  await signOut();
  expect(await db.cache.count()).toBe(0);
});

it('P8.29 the dashboard reports the error code when the server rejects the request', async () => {
  stubServer(() => createErrorResponse(400, 'validation_failed'));
  const error = await fetchFigures(cacheOwner, ALL_COMPANIES).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Rejected);
  expect(error).toMatchObject({ status: 400, refusal: { code: 'validation_failed' } });
});
