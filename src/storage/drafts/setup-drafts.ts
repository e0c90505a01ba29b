import type { SetupDraft } from '#domain/setup/draft.ts';
import type { SetupStep } from '#domain/setup/steps.ts';
import { readSurely } from '../database/connection.ts';
import { db } from '../database/database.ts';
import { inOrder, lastOf } from '../base/in-order.ts';
import { keysOf } from '../keys/keyring.ts';
import { SealedSetupDraft } from '../vault/sealed-content.ts';
import { openJson, sealJson } from '../vault/vault.ts';

const draftId = (ownerId: string, step: SetupStep): string => `${ownerId}:setup:${step}`;
const aadOf = (id: string) => `setup:${id}`;

/** What this administrator has typed in the step and not saved; null when nothing. It names people: it is sealed. */
export const loadSetupDraft = (ownerId: string, step: SetupStep): Promise<SetupDraft | null> =>
  readSurely(async () => {
    const id = draftId(ownerId, step);
    await lastOf(id).catch(() => undefined);
    const row = await db.clinicalDrafts.get(id);
    return row ? openJson(await keysOf(ownerId), aadOf(id), SealedSetupDraft, row.sealed) : null;
  });

export function saveSetupDraft(ownerId: string, step: SetupStep, draft: SetupDraft): Promise<void> {
  const id = draftId(ownerId, step);
  return inOrder(id, async () => {
    const sealed = await sealJson(await keysOf(ownerId), aadOf(id), draft);
    await db.clinicalDrafts.put({ id, ownerId, sealed, updatedAt: Date.now() });
  });
}

export function discardSetupDraft(ownerId: string, step: SetupStep): Promise<void> {
  const id = draftId(ownerId, step);
  return inOrder(id, () => db.clinicalDrafts.delete(id));
}
