import { db } from '../database/database.ts';
import * as z from 'zod/mini';
import type { CapturedStatement } from '#domain/signature/statement.ts';
import type { BytesRow, FileColumn } from '../database/records.ts';
import { StoredSigningStatement } from '../vault/encrypted-content.ts';
import {
  decryptBytesOrNull,
  decryptJsonOrFallback,
  encryptBytes,
  encryptJson,
  sha256Hex,
  type VaultKeys,
} from '../vault/vault.ts';

export interface CapturedPicture {
  readonly bytes: ArrayBuffer;
  readonly mime: 'image/jpeg' | 'image/png';
  readonly name: string;
  /** Signing statement (signed text, time, device, witness); absent for a photo or a signature without one. */
  readonly statement?: CapturedStatement | undefined;
}

export interface CapturedFile {
  readonly bytes: ArrayBuffer;
  readonly mime: CapturedPicture['mime'] | 'application/pdf';
  readonly name: string;
  readonly statement?: CapturedStatement | undefined;
}

const StoredFileMetadata = z.object({
  sha256: z.string(),
  size: z.int(),
  mime: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  name: z.string(),
  statement: z.optional(StoredSigningStatement),
});
type StoredFileMetadata = Readonly<z.infer<typeof StoredFileMetadata>>;

const bytesAad = (bytesId: string) => `bytes:${bytesId}`;
const fileMetadataAad = (bytesId: string) => `picture:${bytesId}`;

/**
 * Encrypts a file before the transaction that stores it, because asynchronous encryption would end the transaction. The caller
 * stores `row` and `column` in one transaction.
 */
export async function encryptFile(
  keys: VaultKeys,
  ownerId: string,
  file: CapturedFile,
): Promise<{ row: BytesRow; column: FileColumn }> {
  const bytesId = crypto.randomUUID();
  const ref: StoredFileMetadata = {
    sha256: await sha256Hex(file.bytes),
    size: file.bytes.byteLength,
    mime: file.mime,
    name: file.name,
    statement: file.statement,
  };
  const [sealed, sealedRef] = await Promise.all([
    encryptBytes(keys, bytesAad(bytesId), file.bytes),
    encryptJson(keys, fileMetadataAad(bytesId), ref),
  ]);
  return { row: { id: bytesId, ownerId, sealed }, column: { bytesId, sealedRef } };
}

export type FileReadResult =
  | { readonly type: 'intact'; readonly file: CapturedFile; readonly ref: StoredFileMetadata }
  | { readonly type: 'missing' }
  | { readonly type: 'damaged' };

/** Reads a file by primary key and verifies its SHA-256 (S2, S19). */
export async function readEncryptedFile(keys: VaultKeys, column: FileColumn): Promise<FileReadResult> {
  return decryptFileRow(keys, column, await db.bytes.get(column.bytesId));
}

/** Returns the digest, size, type and name of a file without reading its bytes; null if they cannot be decrypted. */
export const readFileMetadata = (
  keys: VaultKeys,
  { bytesId, sealedRef }: FileColumn,
): Promise<StoredFileMetadata | null> =>
  decryptJsonOrFallback(null, keys, fileMetadataAad(bytesId), StoredFileMetadata, sealedRef);

/** Same as `readEncryptedFile`, for a row that was already read. */
export async function decryptFileRow(
  keys: VaultKeys,
  column: FileColumn,
  row: BytesRow | undefined,
): Promise<FileReadResult> {
  if (!row) return { type: 'missing' };
  const ref = await readFileMetadata(keys, column);
  if (!ref) return { type: 'damaged' };
  const bytes = await decryptBytesOrNull(keys, bytesAad(column.bytesId), row.sealed);
  if (!bytes || (await sha256Hex(bytes)) !== ref.sha256) return { type: 'damaged' };
  const { mime, name, statement } = ref;
  return { type: 'intact', file: { bytes, mime, name, statement }, ref };
}

/** Ids of captured bytes that this window has already verified. Bytes are never rewritten, so one check is enough. */
const verifiedBytesIds = new Set<string>();

export async function readFileAndMarkVerified(keys: VaultKeys, column: FileColumn): Promise<FileReadResult> {
  const read = await readEncryptedFile(keys, column);
  if (read.type === 'intact') verifiedBytesIds.add(column.bytesId);
  return read;
}

export const isPictureStoredAsCaptured = async (keys: VaultKeys, column: FileColumn): Promise<boolean> =>
  (await readFileAndMarkVerified(keys, column)).type === 'intact';

/**
 * Returns true if a picture is stored as it was captured; called at 'Confirmar'. Reads the bytes only if this window has not
 * verified them yet.
 */
export const isPictureStillStored = async (keys: VaultKeys, column: FileColumn): Promise<boolean> =>
  verifiedBytesIds.has(column.bytesId)
    ? (await db.bytes.where('id').equals(column.bytesId).count()) === 1
    : isPictureStoredAsCaptured(keys, column);

export const forgetVerifiedPictures = (columns: readonly FileColumn[]): void =>
  columns.forEach(({ bytesId }) => verifiedBytesIds.delete(bytesId));

/** Tables whose rows may reference bytes, and the bytes table itself. */
export const fileTables = () => [db.drafts, db.items, db.kept, db.bytes];

/** Deletes bytes that no row references any more. Must run inside a transaction over `fileTables`. */
export async function deleteUnreferencedBytes(bytesIds: readonly (string | undefined)[]): Promise<void> {
  const ids = [...new Set(bytesIds.filter((id) => id !== undefined))];
  if (ids.length === 0) return;
  // A device has few drafts, so a single query reads all of them.
  const [drafts, kept, ...ofItems] = await Promise.all([
    db.drafts.toArray(),
    db.kept.where('bytesIds').anyOf(ids).keys(),
    ...ids.map((id) => db.items.where('picture.bytesId').equals(id).count()),
  ]);
  const named = new Set<unknown>(kept);
  for (const { photo, signature } of drafts) named.add(photo?.bytesId).add(signature?.bytesId);
  await db.bytes.bulkDelete(ids.filter((id, nth) => ofItems[nth] === 0 && !named.has(id)));
}
