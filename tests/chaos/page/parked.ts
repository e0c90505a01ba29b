import { readSignedInState } from '#storage/account/accounts.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { db } from '#storage/database/database.ts';
import type { FileColumn } from '#storage/database/records.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import {
  exchangeDraft,
  listParkedDrafts,
  type DraftExchangeResult,
  type ParkedDraft,
} from '#storage/drafts/parked-drafts.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { readEncryptedFile } from '#storage/keys/pictures.ts';
import { sha256Hex, type VaultKeys } from '#storage/vault/vault.ts';

export interface ParkedDraftState {
  /** Document number; null if the draft cannot be decrypted. */
  readonly document: string | null;
  /** Digest of the photo; null if the photo is missing or damaged. */
  readonly photo: string | null;
  readonly signature: string | null;
}

async function signedInUserId(): Promise<string> {
  const account = await readSignedInState();
  if (!account) throw new Error('nobody is signed in');
  return account.userId;
}

async function digestOfPicture(
  keys: VaultKeys,
  column: FileColumn | null | undefined,
): Promise<string | null> {
  if (!column) return null;
  // The column is decrypted directly, because the app's read function would mark the picture as read back.
  const read = await readEncryptedFile(keys, column);
  return read.type === 'intact' ? sha256Hex(read.file.bytes) : null;
}

const documentNumberOf = ({ content }: ParkedDraft): string | null =>
  content === 'damaged' ? null : (content?.form.identification_number ?? null);

async function readParkedDrafts(): Promise<ParkedDraftState[]> {
  const ownerId = await signedInUserId();
  const [parked, keys] = await Promise.all([listParkedDrafts(ownerId), requireKeysOf(ownerId)]);
  const views = parked.map(async (view): Promise<ParkedDraftState> => {
    const row = await db.drafts.get(view.id);
    const [photo, signature] = await Promise.all([
      digestOfPicture(keys, row?.photo),
      digestOfPicture(keys, row?.signature),
    ]);
    return { document: documentNumberOf(view), photo, signature };
  });
  return Promise.all(views);
}

/** Returns the outcome, or 'changed' if another window changed the draft first. */
async function catchDraftChanged(
  exchange: Promise<DraftExchangeResult>,
): Promise<DraftExchangeResult | 'changed'> {
  try {
    return await exchange;
  } catch (error) {
    if (error instanceof StorageProblem && error.kind === 'changed') return 'changed';
    throw error;
  }
}

/** Brings a parked draft into this window's form. Returns `another` if the form then contains a different patient. */
async function openParkedDraft(document: string): Promise<DraftExchangeResult | 'changed' | 'another'> {
  const ownerId = await signedInUserId();
  const wanted = (await listParkedDrafts(ownerId)).find((view) => documentNumberOf(view) === document);
  if (!wanted) return 'gone';
  const outcome = await catchDraftChanged(exchangeDraft(ownerId, wanted.id, Date.now()));
  if (outcome !== 'exchanged') return outcome;
  const draft = await loadDraft(ownerId, null);
  return draft?.content?.form.identification_number === document ? 'exchanged' : 'another';
}

async function countReadableDrafts(ownerId: string): Promise<number> {
  try {
    return (await listParkedDrafts(ownerId)).length;
  } catch (error) {
    if (error instanceof StorageProblem && error.kind === 'locked') return 0;
    throw error;
  }
}

/**
 * Counts the other user's parked drafts in three ways: those stored on the tablet, those that the app can read while the
 * current user is signed in, and those that the current user could bring into the form.
 */
async function tryTakingDraftsOfOtherUser(
  otherId: string,
): Promise<{ lie: number; open: number; taken: number }> {
  const ownerId = await signedInUserId();
  const ids = await db.drafts.where('id').startsWith(`${otherId}:parked:`).primaryKeys();
  let taken = 0;
  for (const id of ids) if ((await exchangeDraft(ownerId, id, Date.now())) !== 'gone') taken += 1;
  return { lie: ids.length, open: await countReadableDrafts(otherId), taken };
}

/** Counts the drafts of all users, and the stored pictures that no row references. */
const countDraftsAndOrphans = (): Promise<{ drafts: number; strays: number }> =>
  db.transaction('r', [db.drafts, db.items, db.kept, db.bytes], async () => {
    const [drafts, items, kept, bytesIds] = await Promise.all([
      db.drafts.toArray(),
      db.items.toArray(),
      db.kept.toArray(),
      db.bytes.toCollection().primaryKeys(),
    ]);
    const named = new Set([
      ...drafts.flatMap(({ photo, signature }) => [photo?.bytesId, signature?.bytesId]),
      ...items.map(({ picture }) => picture?.bytesId),
      ...kept.flatMap((row) => row.bytesIds),
    ]);
    return { drafts: drafts.length, strays: bytesIds.filter((id) => !named.has(id)).length };
  });

export const parkedDraftCalls = {
  waiting: readParkedDrafts,
  take: openParkedDraft,
  colleagues: tryTakingDraftsOfOtherUser,
  draftsAndStrays: countDraftsAndOrphans,
};
