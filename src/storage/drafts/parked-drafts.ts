import { isEmptyDraftContent } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { fileTables } from '../keys/pictures.ts';
import { StorageProblem, runStorageOperation, runPriorityStorageOperation } from '../base/problem.ts';
import type { DraftRow } from '../database/records.ts';
import { encryptJson, type VaultKeys } from '../vault/vault.ts';
import {
  draftContentAad,
  draftIdOf,
  recordSeenDraftRevision,
  decryptDraftContent,
  deleteDraftWithImages,
  findSavedUnchangedDraftRow,
} from './drafts.ts';
import {
  countParkedDrafts,
  MAX_PARKED_DRAFTS_PER_USER,
  parkedDraftIdPrefix,
  queryParkedDraftRows,
} from './parked-list.ts';

export {
  countParkedDrafts,
  listParkedDrafts,
  listParkedDraftsOfPatient,
  MAX_PARKED_DRAFTS_PER_USER,
  type ParkedDraft,
} from './parked-list.ts';

async function isEmptyDraftRow(keys: VaultKeys, row: DraftRow): Promise<boolean> {
  if (row.photo !== null || row.signature !== null) return false;
  const content = await decryptDraftContent(keys, row);
  return content === null || isEmptyDraftContent(content);
}

/** Returns the row under another id. Its form is encrypted again because its AAD contains the id; the images stay unchanged. */
async function reencryptDraftRowUnderId(keys: VaultKeys, row: DraftRow, id: string): Promise<DraftRow> {
  const content = await decryptDraftContent(keys, row);
  const sealedContent = content && (await encryptJson(keys, draftContentAad(id), content));
  return { ...row, id, sealedContent, revision: crypto.randomUUID() };
}

interface DraftExchangeOptions {
  /**
   * True if the parked draft contains all data of the current draft. The current draft is then deleted instead of parked,
   * unless it has an image.
   */
  readonly dropsPresent?: boolean;
}

/**
 * `gone`: another window has reopened or discarded the parked draft. `full`: the user already has `MAX_PARKED_DRAFTS_PER_USER` parked drafts.
 */
export type DraftExchangeResult = 'exchanged' | 'gone' | 'full';

/**
 * Parks the current draft and replaces it with a parked draft or an empty form, in one transaction (S27). An empty current
 * draft is not parked.
 * @throws StorageProblem `changed` if this window shows another version of the current draft
 */
export const exchangeDraft = (
  ownerId: string,
  parkedId: string | null,
  now: number,
  { dropsPresent = false }: DraftExchangeOptions = {},
): Promise<DraftExchangeResult> =>
  runPriorityStorageOperation(async () => {
    const id = draftIdOf(ownerId, null);
    const present = (await findSavedUnchangedDraftRow(ownerId, null)) ?? undefined;
    const wanted =
      parkedId === null
        ? undefined
        : await queryParkedDraftRows(ownerId)
            .and((row) => row.id === parkedId)
            .first();
    if (parkedId !== null && !wanted) return 'gone';
    const keys = await requireKeysOf(ownerId);
    const isDropped = dropsPresent && wanted && present?.photo === null && present.signature === null;
    const parked =
      present && !isDropped && !(await isEmptyDraftRow(keys, present))
        ? {
            ...(await reencryptDraftRowUnderId(
              keys,
              present,
              parkedDraftIdPrefix(ownerId) + crypto.randomUUID(),
            )),
            parkedAt: now,
          }
        : undefined;
    const shown = wanted && (await reencryptDraftRowUnderId(keys, wanted, id));
    delete shown?.parkedAt;
    const isSameRevision = async (row: DraftRow | undefined, at: string) =>
      (await db.drafts.get(at))?.revision === row?.revision;
    const outcome = await db.transaction('rw', db.drafts, async () => {
      if (!(await isSameRevision(present, id))) throw new StorageProblem('changed');
      if (wanted && !(await isSameRevision(wanted, wanted.id))) return 'gone';
      if (parked && !wanted && (await countParkedDrafts(ownerId)) >= MAX_PARKED_DRAFTS_PER_USER)
        return 'full';
      await db.drafts.bulkDelete([id, ...(wanted ? [wanted.id] : [])]);
      await db.drafts.bulkPut([parked, shown].filter((row) => row !== undefined));
      return 'exchanged';
    });
    if (outcome === 'exchanged') recordSeenDraftRevision(id, shown?.revision ?? null);
    return outcome;
  });

/** Discards a parked draft with its images. Does nothing if another window has reopened the draft. */
export const discardParkedDraft = (ownerId: string, parkedId: string): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', fileTables(), async () => {
      if (parkedId.startsWith(parkedDraftIdPrefix(ownerId))) await deleteDraftWithImages(parkedId);
    }),
  );
