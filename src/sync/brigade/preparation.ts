import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { countUnsentOnDevice } from '#storage/device/device-census.ts';
import {
  deletePreparedBrigade,
  readPreparedBrigade,
  savePreparedBrigade,
  type PreparedBrigade,
} from '#storage/device/brigade.ts';
import type { CacheOwner } from '#storage/cache/cache.ts';
import { refreshBranding } from '../administration/clinic/branding.ts';
import { refreshAdditionalFields } from '../catalogs/additional-fields.ts';
import { refreshRequiredCatalogs } from '../catalogs/catalog-cache.ts';
import { refreshExpectedDay } from '../expected/day.ts';
import { fetchCallOptions } from '../reads/call-options.ts';
import { fetchDecisionOptions } from '../reads/decision-options.ts';
import { fetchEvaluationTemplates } from '../reads/evaluation-templates.ts';
import { fetchExamPackages } from '../reads/exam-packages.ts';
import { reportDeviceIfDue } from '../reporting/device-report.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { readAccount, type Account } from '../session/session.ts';

/**
 * Result of fetching the data. `error`: why some of them were not fetched, null if the reason is unknown. The check list shows
 * which ones are missing.
 */
export type BrigadeRefresh =
  | { readonly type: 'fetched' }
  | { readonly type: 'not_fetched'; readonly error: Unreachable | Rejected | null };

const isBrigadeOfAccount = (
  { branchId, day }: PreparedBrigade,
  account: Pick<Account, 'branchId'>,
  now: number,
): boolean => branchId === account.branchId && day >= bogotaDay(now);

async function fetchVisitAids({ actions }: Account, reader: CacheOwner): Promise<void> {
  await fetchExamPackages(reader);
  if (!actions.includes('manage_evaluations')) return;
  await fetchDecisionOptions(reader);
  await fetchEvaluationTemplates(reader);
  await fetchCallOptions(reader);
}

/** Fetches what no other refresh fetches for a user without an open screen. Returns false if the people were not fetched. */
async function fetchDataOfDay(account: Account, { branchId, day }: PreparedBrigade): Promise<boolean> {
  const people = await refreshExpectedDay(day);
  await fetchVisitAids(account, { ownerId: account.userId, branchId });
  return people === 'refreshed' || people === 'not_due';
}

async function fetchDataOfDevice(): Promise<boolean> {
  const [, catalogs] = await Promise.all([refreshBranding(), refreshRequiredCatalogs()]);
  await refreshAdditionalFields();
  await reportDeviceIfDue('letters');
  return Object.values(catalogs).every((outcome) => outcome === 'replaced' || outcome === 'unchanged');
}

async function refreshWith(fetchData: () => Promise<boolean>): Promise<BrigadeRefresh> {
  try {
    return (await fetchData()) ? { type: 'fetched' } : { type: 'not_fetched', error: null };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Rejected) return { type: 'not_fetched', error };
    throw error;
  }
}

/** Fetches all data that the signed-in user needs at the brigade. The device keeps what it has if that fails. */
export async function refreshBrigadeData(account: Account): Promise<BrigadeRefresh> {
  const brigade = await readPreparedBrigade();
  if (!brigade || !isBrigadeOfAccount(brigade, account, Date.now())) return { type: 'fetched' };
  return refreshWith(async () => {
    const isDayFetched = await fetchDataOfDay(account, brigade);
    return (await fetchDataOfDevice()) && isDayFetched;
  });
}

/**
 * Prepares the device for the brigade of a list and fetches the data of the signed-in user. An earlier brigade, whose people are
 * then deleted for users who are signed out, is only replaced once the new people are on the device.
 */
export const prepareForBrigade = (
  account: Account & { readonly branchId: string },
  { id, day, brigade, company }: ExpectedList,
): Promise<BrigadeRefresh> =>
  refreshWith(async () => {
    const { branchId, userId: ownerId } = account;
    if ((await refreshExpectedDay(day)) !== 'refreshed') return false;
    await savePreparedBrigade({ branchId, listId: id, place: brigade ?? company.name, day });
    await fetchVisitAids(account, { ownerId, branchId });
    return fetchDataOfDevice();
  });

/** Ends the preparation, and deletes the people that the device kept for other users. */
export const endBrigade = deletePreparedBrigade;

/** Returns true once the day is over and nothing on the device waits to be sent. */
const isBrigadeOver = async ({ day }: PreparedBrigade, now: number): Promise<boolean> =>
  day < bogotaDay(now) && (await countUnsentOnDevice()).unsent === 0;

/**
 * Keeps the prepared data of the signed-in user up to date, so that one sign-in with network is enough. Ends the preparation
 * when the brigade is over.
 */
export async function maintainBrigade(): Promise<void> {
  const brigade = await readPreparedBrigade();
  if (!brigade) return;
  if (await isBrigadeOver(brigade, Date.now())) return endBrigade();
  const account = await readAccount();
  if (account?.gate === 'open' && isBrigadeOfAccount(brigade, account, Date.now()))
    await refreshWith(() => fetchDataOfDay(account, brigade));
}
