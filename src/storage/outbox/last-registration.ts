import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import type { RegistrationSummary } from '../vault/entry-summary.ts';
import { decryptRegistrationSummary } from './rows/outbox-rows.ts';

export interface LastRegistration {
  readonly entryId: string;
  readonly branchId: string;
  readonly summary: RegistrationSummary;
}

interface LastRegistrationQuery {
  /** Registrations captured before this time are ignored; ms of the device's clock. */
  readonly since: number;
  /** Branch of the registration; any branch when absent. */
  readonly branchId?: string;
}

async function findNewestRegistrationRows(ownerId: string, { since, branchId }: LastRegistrationQuery) {
  const isOfBranch = (row: { branchId: string }) => branchId === undefined || row.branchId === branchId;
  const range = [[ownerId, since], [ownerId, Infinity], true, true] as const;
  const [entry, receipt] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between(...range)
      .reverse()
      .filter((row) => row.kind === 'registration' && isOfBranch(row))
      .first(),
    db.receipts
      .where('[ownerId+capturedAt]')
      .between(...range)
      .reverse()
      .filter((row) => row.kind === 'registration' && row.outcome !== 'discarded' && isOfBranch(row))
      .first(),
  ]);
  return { entry, receipt, at: Math.max(entry?.capturedAt ?? 0, receipt?.capturedAt ?? 0) };
}

export async function readLastRegistrationTime(ownerId: string, since: number): Promise<number | null> {
  const { at } = await findNewestRegistrationRows(ownerId, { since });
  return at === 0 ? null : at;
}

/** Returns the owner's last registration on this device since `since`; null without one. Ignores discarded registrations. */
export async function readLastRegistration(
  ownerId: string,
  wanted: LastRegistrationQuery,
): Promise<LastRegistration | null> {
  const keys = await requireKeysOf(ownerId);
  const { entry, receipt, at } = await findNewestRegistrationRows(ownerId, wanted);
  const found =
    entry?.capturedAt === at
      ? { entryId: entry.id, row: entry }
      : receipt && { entryId: receipt.entryId, row: receipt };
  if (!found) return null;
  const { entryId, row } = found;
  const { branchId, sealedSummary } = row;
  return { entryId, branchId, summary: await decryptRegistrationSummary(keys, entryId, sealedSummary) };
}
