import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { isEmptyContent, type DraftContent, type RegistrationForm } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import { pictureTables } from '../keys/pictures.ts';
import { StorageProblem, storing, storingFirst } from '../base/problem.ts';
import type { DraftRow } from '../database/records.ts';
import { EncryptedDraft } from '../vault/encrypted-content.ts';
import { decryptJsonOr, encryptJson, type VaultKeys } from '../vault/vault.ts';
import { contentAad, draftIdOf, noteDraft, openContent, removeDraft, settledDraft } from './drafts.ts';

/** Maximum number of parked drafts per user and device. */
export const PARKED_MAX = 20;

/** Registration that is parked until the patient returns to reception. */
export interface ParkedDraft {
  readonly id: string;
  readonly parkedAt: number;
  /** Null if only images were captured; `damaged` if it cannot be decrypted or read. */
  readonly content: DraftContent | null | 'damaged';
  readonly hasPhoto: boolean;
  readonly hasSignature: boolean;
}

const DAMAGED = 'damaged' as const;
const placeOf = (ownerId: string): string => `${ownerId}:parked:`;
const parkedRows = (ownerId: string) => db.drafts.where('id').startsWith(placeOf(ownerId));

type Document = Pick<RegistrationForm, 'identificationType' | 'identificationNumber'>;

export const countParked = (ownerId: string): Promise<number> => parkedRows(ownerId).count();

/** Returns the parked drafts, oldest first. */
export async function listParked(ownerId: string): Promise<ParkedDraft[]> {
  const [rows, keys] = await Promise.all([parkedRows(ownerId).toArray(), keysOf(ownerId)]);
  const views = rows.map(async (row): Promise<ParkedDraft> => {
    const { id, sealedContent, photo, signature, parkedAt = row.updatedAt } = row;
    const content =
      sealedContent && (await decryptJsonOr(DAMAGED, keys, contentAad(id), EncryptedDraft, sealedContent));
    return { id, parkedAt, content, hasPhoto: photo !== null, hasSignature: signature !== null };
  });
  return (await Promise.all(views)).toSorted((one, other) => one.parkedAt - other.parkedAt);
}

const isOfDocument = (
  { content }: ParkedDraft,
  { identificationType: type, identificationNumber: number }: Document,
): boolean =>
  content !== null &&
  content !== 'damaged' &&
  content.form.identificationType === type &&
  normalizeDocumentNumber(type, content.form.identificationNumber) === normalizeDocumentNumber(type, number);

/** Returns the parked drafts of that document, oldest first; none for an empty number. */
export const listParkedOf = (ownerId: string, document: Document): Promise<ParkedDraft[]> =>
  document.identificationNumber.trim() === ''
    ? Promise.resolve([])
    : listParked(ownerId).then((all) => all.filter((parked) => isOfDocument(parked, document)));

async function isEmpty(keys: VaultKeys, row: DraftRow): Promise<boolean> {
  if (row.photo !== null || row.signature !== null) return false;
  const content = await openContent(keys, row);
  return content === null || isEmptyContent(content);
}

/** Returns the row under another id, encrypted again because the id is part of its AAD. The images stay unchanged. */
async function moved(keys: VaultKeys, row: DraftRow, id: string): Promise<DraftRow> {
  const content = await openContent(keys, row);
  const sealedContent = content && (await encryptJson(keys, contentAad(id), content));
  return { ...row, id, sealedContent, revision: crypto.randomUUID() };
}

interface Exchange {
  /** True if the parked draft contains everything in the current draft, which is then deleted unless it has an image. */
  readonly dropsPresent?: boolean;
}

/**
 * `gone`: another window has reopened or discarded the parked draft; `full`: the maximum number of parked drafts is reached.
 */
export type Exchanged = 'exchanged' | 'gone' | 'full';

/**
 * Parks the current draft and replaces it by the parked one or an empty form, in one transaction (S27). An empty draft is not
 * parked.
 * @throws StorageProblem `changed` if this window shows another version of the current draft
 */
export const exchangeDraft = (
  ownerId: string,
  parkedId: string | null,
  now: number,
  { dropsPresent = false }: Exchange = {},
): Promise<Exchanged> =>
  storingFirst(async () => {
    const id = draftIdOf(ownerId, null);
    const present = (await settledDraft(ownerId, null)) ?? undefined;
    const wanted =
      parkedId === null
        ? undefined
        : await parkedRows(ownerId)
            .and((row) => row.id === parkedId)
            .first();
    if (parkedId !== null && !wanted) return 'gone';
    const keys = await keysOf(ownerId);
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
      if (parked && !wanted && (await countParked(ownerId)) >= PARKED_MAX) return 'full';
      await db.drafts.bulkDelete([id, ...(wanted ? [wanted.id] : [])]);
      await db.drafts.bulkPut([parked, shown].filter((row) => row !== undefined));
      return 'exchanged';
    });
    if (outcome === 'exchanged') noteDraft(id, shown?.revision ?? null);
    return outcome;
  });

/** Discards a parked draft with its images. A draft that another window has reopened in the meantime is not affected. */
export const discardParked = (ownerId: string, parkedId: string): Promise<void> =>
  storing(() =>
    db.transaction('rw', pictureTables(), async () => {
      if (parkedId.startsWith(placeOf(ownerId))) await removeDraft(parkedId);
    }),
  );
