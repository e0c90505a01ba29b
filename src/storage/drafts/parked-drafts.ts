import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { isEmptyDraftContent, type DraftContent, type RegistrationForm } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { pictureTables } from '../keys/pictures.ts';
import { StorageProblem, withStorageErrors, withStoragePriority } from '../base/problem.ts';
import type { DraftRow } from '../database/records.ts';
import { EncryptedDraft } from '../vault/encrypted-content.ts';
import { decryptJsonOr, encryptJson, type VaultKeys } from '../vault/vault.ts';
import {
  draftContentAad,
  draftIdOf,
  recordDraftRevision,
  decryptDraftContent,
  removeDraft,
  findSavedDraft,
} from './drafts.ts';

export const PARKED_MAX = 20;

export interface ParkedDraft {
  readonly id: string;
  readonly parkedAt: number;
  /** Typed form. Null if the draft has only images; `damaged` if the form cannot be decrypted or read. */
  readonly content: DraftContent | null | 'damaged';
  readonly hasPhoto: boolean;
  readonly hasSignature: boolean;
}

const DAMAGED = 'damaged' as const;
const placeOf = (ownerId: string): string => `${ownerId}:parked:`;
const parkedRows = (ownerId: string) => db.drafts.where('id').startsWith(placeOf(ownerId));

type Document = Pick<RegistrationForm, 'identification_type' | 'identification_number'>;

export const countParkedDrafts = (ownerId: string): Promise<number> => parkedRows(ownerId).count();

export async function listParkedDrafts(ownerId: string): Promise<ParkedDraft[]> {
  const [rows, keys] = await Promise.all([parkedRows(ownerId).toArray(), requireKeysOf(ownerId)]);
  const views = rows.map(async (row): Promise<ParkedDraft> => {
    const { id, sealedContent, photo, signature, parkedAt = row.updatedAt } = row;
    const content =
      sealedContent &&
      (await decryptJsonOr(DAMAGED, keys, draftContentAad(id), EncryptedDraft, sealedContent));
    return { id, parkedAt, content, hasPhoto: photo !== null, hasSignature: signature !== null };
  });
  return (await Promise.all(views)).toSorted((one, other) => one.parkedAt - other.parkedAt);
}

const isOfDocument = (
  { content }: ParkedDraft,
  { identification_type: type, identification_number: number }: Document,
): boolean =>
  content !== null &&
  content !== 'damaged' &&
  content.form.identification_type === type &&
  normalizeDocumentNumber(type, content.form.identification_number) === normalizeDocumentNumber(type, number);

/** Returns the user's parked drafts with this identity document, oldest first; none if the number is empty. */
export const listParkedDraftsOf = (ownerId: string, document: Document): Promise<ParkedDraft[]> =>
  document.identification_number.trim() === ''
    ? Promise.resolve([])
    : listParkedDrafts(ownerId).then((all) => all.filter((parked) => isOfDocument(parked, document)));

async function isEmpty(keys: VaultKeys, row: DraftRow): Promise<boolean> {
  if (row.photo !== null || row.signature !== null) return false;
  const content = await decryptDraftContent(keys, row);
  return content === null || isEmptyDraftContent(content);
}

/** Returns the row under another id. Its form is encrypted again because its AAD contains the id; the images stay unchanged. */
async function moved(keys: VaultKeys, row: DraftRow, id: string): Promise<DraftRow> {
  const content = await decryptDraftContent(keys, row);
  const sealedContent = content && (await encryptJson(keys, draftContentAad(id), content));
  return { ...row, id, sealedContent, revision: crypto.randomUUID() };
}

interface Exchange {
  /**
   * True if the parked draft contains all data of the current draft. The current draft is then deleted instead of parked,
   * unless it has an image.
   */
  readonly dropsPresent?: boolean;
}

/**
 * `gone`: another window has reopened or discarded the parked draft. `full`: the user already has `PARKED_MAX` parked drafts.
 */
export type ExchangeResult = 'exchanged' | 'gone' | 'full';

/**
 * Parks the current draft and replaces it with a parked draft or an empty form, in one transaction (S27). An empty current
 * draft is not parked.
 * @throws StorageProblem `changed` if this window shows another version of the current draft
 */
export const exchangeDraft = (
  ownerId: string,
  parkedId: string | null,
  now: number,
  { dropsPresent = false }: Exchange = {},
): Promise<ExchangeResult> =>
  withStoragePriority(async () => {
    const id = draftIdOf(ownerId, null);
    const present = (await findSavedDraft(ownerId, null)) ?? undefined;
    const wanted =
      parkedId === null
        ? undefined
        : await parkedRows(ownerId)
            .and((row) => row.id === parkedId)
            .first();
    if (parkedId !== null && !wanted) return 'gone';
    const keys = await requireKeysOf(ownerId);
    const isDropped = dropsPresent && wanted && present?.photo === null && present.signature === null;
    const parked =
      present && !isDropped && !(await isEmpty(keys, present))
        ? { ...(await moved(keys, present, placeOf(ownerId) + crypto.randomUUID())), parkedAt: now }
        : undefined;
    const shown = wanted && (await moved(keys, wanted, id));
    delete shown?.parkedAt;
    const isSame = async (row: DraftRow | undefined, at: string) =>
      (await db.drafts.get(at))?.revision === row?.revision;
    const outcome = await db.transaction('rw', db.drafts, async () => {
      if (!(await isSame(present, id))) throw new StorageProblem('changed');
      if (wanted && !(await isSame(wanted, wanted.id))) return 'gone';
      if (parked && !wanted && (await countParkedDrafts(ownerId)) >= PARKED_MAX) return 'full';
      await db.drafts.bulkDelete([id, ...(wanted ? [wanted.id] : [])]);
      await db.drafts.bulkPut([parked, shown].filter((row) => row !== undefined));
      return 'exchanged';
    });
    if (outcome === 'exchanged') recordDraftRevision(id, shown?.revision ?? null);
    return outcome;
  });

/** Discards a parked draft with its images. Does nothing if another window has reopened the draft. */
export const discardParkedDraft = (ownerId: string, parkedId: string): Promise<void> =>
  withStorageErrors(() =>
    db.transaction('rw', pictureTables(), async () => {
      if (parkedId.startsWith(placeOf(ownerId))) await removeDraft(parkedId);
    }),
  );
