import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { DraftContent, RegistrationForm } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { StoredDraftContent } from '../vault/encrypted-content.ts';
import { decryptJsonOrFallback } from '../vault/vault.ts';
import { draftContentAad } from './drafts.ts';

/** Largest number of a user's parked drafts on a device. The code that parks is in `parked-drafts.ts`, loaded on demand. */
export const MAX_PARKED_DRAFTS_PER_USER = 20;

export interface ParkedDraft {
  readonly id: string;
  readonly parkedAt: number;
  /** Typed form. Null if the draft has only images; `damaged` if the form cannot be decrypted or read. */
  readonly content: DraftContent | null | 'damaged';
  readonly hasPhoto: boolean;
  readonly hasSignature: boolean;
}

const DAMAGED_CONTENT = 'damaged' as const;
const PARKED_ID_PART = ':parked:';
export const parkedDraftIdPrefix = (ownerId: string): string => `${ownerId}${PARKED_ID_PART}`;
export const queryParkedDraftRows = (ownerId: string) =>
  db.drafts.where('id').startsWith(parkedDraftIdPrefix(ownerId));

type IdentityDocumentFields = Pick<RegistrationForm, 'identification_type' | 'identification_number'>;

export const countParkedDrafts = (ownerId: string): Promise<number> => queryParkedDraftRows(ownerId).count();

/** Returns the number of parked drafts of all users. No user's key is needed. */
export const countParkedDraftsOnDevice = async (): Promise<number> =>
  (await db.drafts.toCollection().primaryKeys()).filter((id) => id.includes(PARKED_ID_PART)).length;

export async function listParkedDrafts(ownerId: string): Promise<ParkedDraft[]> {
  const [rows, keys] = await Promise.all([queryParkedDraftRows(ownerId).toArray(), requireKeysOf(ownerId)]);
  const views = rows.map(async (row): Promise<ParkedDraft> => {
    const { id, sealedContent, photo, signature, parkedAt = row.updatedAt } = row;
    const content =
      sealedContent &&
      (await decryptJsonOrFallback(
        DAMAGED_CONTENT,
        keys,
        draftContentAad(id),
        StoredDraftContent,
        sealedContent,
      ));
    return { id, parkedAt, content, hasPhoto: photo !== null, hasSignature: signature !== null };
  });
  return (await Promise.all(views)).toSorted((one, other) => one.parkedAt - other.parkedAt);
}

const isDraftOfDocument = (
  { content }: ParkedDraft,
  { identification_type: type, identification_number: number }: IdentityDocumentFields,
): boolean =>
  content !== null &&
  content !== 'damaged' &&
  content.form.identification_type === type &&
  normalizeDocumentNumber(type, content.form.identification_number) === normalizeDocumentNumber(type, number);

/** Returns the user's parked drafts with this identity document, oldest first; none if the number is empty. */
export const listParkedDraftsOfPatient = (
  ownerId: string,
  document: IdentityDocumentFields,
): Promise<ParkedDraft[]> =>
  document.identification_number.trim() === ''
    ? Promise.resolve([])
    : listParkedDrafts(ownerId).then((all) => all.filter((parked) => isDraftOfDocument(parked, document)));
