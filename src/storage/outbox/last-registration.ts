import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import type { RegistrationSummary } from '../vault/entry-summary.ts';
import { openRegistration } from './rows/outbox-rows.ts';

/** The owner's last registration on this device since then (milliseconds of its clock) that was not discarded; null without one. */
export async function lastRegistration(ownerId: string, since: number): Promise<RegistrationSummary | null> {
  const keys = await keysOf(ownerId);
  const range = [[ownerId, since], [ownerId, Infinity], true, true] as const;
  const [entry, receipt] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between(...range)
      .reverse()
      .filter(({ kind }) => kind === 'registration')
      .first(),
    db.receipts
      .where('[ownerId+capturedAt]')
      .between(...range)
      .reverse()
      .filter(({ kind, outcome }) => kind === 'registration' && outcome !== 'discarded')
      .first(),
  ]);
  const isInQueue = entry && entry.capturedAt >= (receipt?.capturedAt ?? 0);
  if (isInQueue) return openRegistration(keys, entry.id, entry.sealedSummary);
  return receipt ? openRegistration(keys, receipt.entryId, receipt.sealedSummary) : null;
}
