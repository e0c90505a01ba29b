import type { Worksheet } from '#domain/evaluation/worksheet.ts';
import { db } from './database.ts';
import { keysOf } from './keyring.ts';
import { storing } from './problem.ts';
import { openJson, sealJson } from './vault.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;
const placeOf = (id: string) => `clinical:${id}`;

/** What this user has typed on an evaluation and not saved; null when nothing. */
export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  storing(async () => {
    const row = await db.clinicalDrafts.get(draftId(ownerId, evaluationId));
    return row ? openJson<Worksheet>(await keysOf(ownerId), placeOf(row.id), row.sealed) : null;
  });

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  storing(async () => {
    const id = draftId(ownerId, evaluationId);
    const sealed = await sealJson(await keysOf(ownerId), placeOf(id), worksheet);
    await db.clinicalDrafts.put({ id, ownerId, sealed, updatedAt: Date.now() });
  });

export const discardWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  storing(() => db.clinicalDrafts.delete(draftId(ownerId, evaluationId)));
