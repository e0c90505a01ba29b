import type { Worksheet } from '#domain/evaluation/worksheet.ts';
import { readSurely } from '../database/connection.ts';
import { db } from '../database/database.ts';
import { inOrder, lastOf } from '../base/in-order.ts';
import { keysOf } from '../keys/keyring.ts';
import { SealedWorksheet } from '../vault/sealed-content.ts';
import { openJson, sealJson } from '../vault/vault.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;
const aadOf = (id: string) => `clinical:${id}`;

/** What this user has typed on an evaluation and not saved; null when nothing. */
export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  readSurely(async () => {
    const id = draftId(ownerId, evaluationId);
    // A screen that is left and come back to finds what it has just written.
    await lastOf(id).catch(() => undefined);
    const row = await db.clinicalDrafts.get(id);
    return row ? openJson(await keysOf(ownerId), aadOf(row.id), SealedWorksheet, row.sealed) : null;
  });

export function saveWorksheet(ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> {
  const id = draftId(ownerId, evaluationId);
  return inOrder(id, async () => {
    const sealed = await sealJson(await keysOf(ownerId), aadOf(id), worksheet);
    await db.clinicalDrafts.put({ id, ownerId, sealed, updatedAt: Date.now() });
  });
}

export function discardWorksheet(ownerId: string, evaluationId: string): Promise<void> {
  const id = draftId(ownerId, evaluationId);
  return inOrder(id, () => db.clinicalDrafts.delete(id));
}
