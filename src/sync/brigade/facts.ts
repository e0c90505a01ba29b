import type { BatteryCharge, BrigadeFacts } from '#domain/brigade/checks.ts';
import type { Account } from '#storage/account/accounts.ts';
import { readBrand } from '#storage/account/brand.ts';
import { readCatalogReadiness } from '#storage/cache/catalogs.ts';
import { readExpectedDay } from '#storage/cache/expected-day.ts';
import { listOfflineUsers, type OfflineUser, type PreparedBrigade } from '#storage/device/brigade.ts';
import { readMeasuredClockOffsetMs } from '#storage/device/contact.ts';
import { countUnsentOnDevice } from '#storage/device/device-census.ts';
import { mayQueueNumbersBeUsed, readQueueNumberCounter } from '#storage/device/queue-numbers.ts';
import { readRoom } from '#storage/device/room.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import { readCachedDecisionOptions } from '../reads/decision-options.ts';
import { readCachedEvaluationTemplates } from '../reads/evaluation-templates.ts';
import { readCachedExamPackages } from '../reads/exam-packages.ts';

/** Facts that only the page can read. */
export type PageFacts = Pick<BrigadeFacts, 'isInstalled'> & { readonly battery: BatteryCharge | null };

export interface BrigadeReadiness {
  readonly facts: BrigadeFacts;
  readonly users: readonly OfflineUser[];
}

async function hasVisitAids({ userId: ownerId, actions }: Account, branchId: string): Promise<boolean> {
  const reader = { ownerId, branchId };
  const isDoctor = actions.includes('manage_evaluations');
  const aids = await Promise.all([
    readCachedExamPackages(reader),
    ...(isDoctor ? [readCachedDecisionOptions(reader), readCachedEvaluationTemplates(reader)] : []),
  ]);
  return aids.every((aid) => aid !== null);
}

async function readQueueLetters(branchId: string): Promise<string | null | undefined> {
  if (!(await mayQueueNumbersBeUsed())) return undefined;
  return (await readQueueNumberCounter(branchId))?.letters ?? null;
}

async function readHasAuthorisation(account: Account, branchId: string): Promise<boolean | null> {
  const brand = await readBrand({ userId: account.userId, branchId });
  return brand && Boolean(brand.branding.authorisation);
}

/** Reads from the device, also without network, what it has for the brigade. */
export async function readBrigadeReadiness(
  account: Account,
  brigade: PreparedBrigade,
  page: PageFacts,
): Promise<BrigadeReadiness> {
  const { branchId, day } = brigade;
  const users = await listOfflineUsers(brigade);
  const expected = await readExpectedDay({ ownerId: account.userId, branchId, day });
  const catalogsReadAt = (await readCatalogReadiness()).refreshedAt;
  const facts: BrigadeFacts = {
    ...page,
    day,
    now: Date.now(),
    canSignInOffline: users.some((user) => user.userId === account.userId && user.branchId === branchId),
    people: expected && { count: expected.people.length, readAt: expected.fetchedAt },
    catalogsReadAt,
    hasAuthorisation: await readHasAuthorisation(account, branchId),
    hasVisitAids: await hasVisitAids(account, branchId),
    room: await readRoom(),
    queueLetters: await readQueueLetters(branchId),
    // The device stores no offset as long as the server's clock agrees with its own.
    clockOffset: (await readMeasuredClockOffsetMs()) ?? (catalogsReadAt === null ? null : 0),
    // Some browsers reject the query.
    space: await readStorageSpace().catch(() => null),
    unsent: (await countUnsentOnDevice()).unsent,
  };
  return { facts, users };
}
