import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import type { Account } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import { storeRowAfterEvent } from '../outbox/rows/moves.ts';
import { TransferManifest, type PackedEntry } from './transfer-content.ts';
import {
  ENTRY_MAX_BYTES,
  TRANSFER_HEADER_BYTES,
  LENGTH_FIELD_BYTES,
  encodeLength,
  MANIFEST_POSITION,
  MANIFEST_MAX_BYTES,
  decryptChunk,
  deriveTransferKey,
  decodeTransferHeader,
  encryptChunk,
  encodeTransferHeader,
  type TransferKey,
} from './transfer-format.ts';
import { createTransferManifest, packEntry, listUnsentEntryIds } from './transfer-pack.ts';
import { createPackingContext } from './packer.ts';
import type { OpenTransfer } from './transfer-receive.ts';
import { runStorageOperation } from '../base/problem.ts';
import { countEntriesByKind } from '../device/unsent.ts';

export type OnPackingProgress = (done: number, total: number) => void;

export interface RescueFile {
  readonly blob: Blob;
  readonly holds: UnsentCounts;
}

const createChunkBlob = (sealed: ArrayBuffer): Blob => new Blob([encodeLength(sealed.byteLength), sealed]);

export const toManifestEntry = ({
  id,
  kind,
  branchId,
  capturedAt,
}: PackedEntry): TransferManifest['entries'][number] => ({
  id,
  kind,
  branchId,
  capturedAt,
});

/**
 * Marks queued items as copied. Copy and original may both be sent, so neither may be replaced under another key from now on
 * (S30).
 */
const markQueuedItemsAsCopied = (entryId: string, now: number): Promise<void> =>
  db.transaction('rw', db.items, async () => {
    for (const row of await findItemsOfEntry(entryId))
      if (row.state.name === 'queued') await storeRowAfterEvent(row, { type: 'copy_out' }, now);
  });

/**
 * Packs all unsent entries of the user into one encrypted file. Each encrypted entry becomes a Blob, which the browser can move
 * to disk, so that only one entry is in memory.
 */
export const packRescueFileAndMarkItems = (
  account: Account,
  code: string,
  now: number,
  onProgress: OnPackingProgress,
): Promise<RescueFile> =>
  runStorageOperation(async () => {
    const [packer, key, ids] = await Promise.all([
      createPackingContext(account, now),
      deriveTransferKey(code),
      listUnsentEntryIds(account.userId),
    ]);
    const heads: TransferManifest['entries'] = [];
    const chunks: Blob[] = [];
    for (const [at, id] of ids.entries()) {
      await markQueuedItemsAsCopied(id, now);
      const packed = await packEntry(packer, id);
      if (packed) {
        chunks.push(createChunkBlob(await encryptChunk(key, heads.length + 1, packed.head, packed.files)));
        heads.push(toManifestEntry(packed.head));
      }
      onProgress(at + 1, ids.length);
    }
    const manifest = createChunkBlob(
      await encryptChunk(key, MANIFEST_POSITION, createTransferManifest(packer, heads, now)),
    );
    const blob = new Blob([encodeTransferHeader(key.salt), manifest, ...chunks], {
      type: 'application/octet-stream',
    });
    return { blob, holds: countEntriesByKind(heads) };
  });

export type RescueFileOpenResult =
  | { readonly type: 'open'; readonly parcel: OpenTransfer }
  | { readonly type: 'not_a_parcel' }
  | { readonly type: 'newer' }
  /** Wrong code or damaged manifest, which cannot be distinguished. */
  | { readonly type: 'wrong_code' };

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the byte range of the chunk that begins at `at`; null when the file ends within the chunk. */
async function readChunkRange(file: Blob, at: number): Promise<ByteRange | null> {
  const start = at + LENGTH_FIELD_BYTES;
  if (start > file.size) return null;
  const end = start + new DataView(await file.slice(at, start).arrayBuffer()).getUint32(0);
  return end > file.size ? null : { start, end };
}

/** Returns the byte ranges of the entries: `count` of them, or fewer when the file was truncated. */
async function readEntryRanges({ end }: ByteRange, file: Blob, count: number): Promise<ByteRange[]> {
  const spans: ByteRange[] = [];
  for (let at = end; spans.length < count;) {
    const span = await readChunkRange(file, at);
    if (!span) break;
    spans.push(span);
    at = span.end;
  }
  return spans;
}

/** Returns the bytes of a range; null when it exceeds `maxBytes`, because a manipulated file may declare any length. */
const readRangeBytes = async (file: Blob, span: ByteRange, maxBytes: number): Promise<ArrayBuffer | null> =>
  span.end - span.start > maxBytes ? null : file.slice(span.start, span.end).arrayBuffer();

function createOpenTransferFromFile(
  file: Blob,
  key: TransferKey,
  manifest: TransferManifest,
  spans: readonly ByteRange[],
): OpenTransfer {
  const read = async (position: number): Promise<ArrayBuffer | null> => {
    const span = spans[position - 1];
    return span ? readRangeBytes(file, span, ENTRY_MAX_BYTES) : null;
  };
  return { key, manifest, positions: manifest.entries.map((_, at) => at + 1), read };
}

export async function openRescueFile(file: Blob, code: string): Promise<RescueFileOpenResult> {
  const header = decodeTransferHeader(await file.slice(0, TRANSFER_HEADER_BYTES).arrayBuffer());
  if (header.type !== 'parcel') return header;
  const first = await readChunkRange(file, TRANSFER_HEADER_BYTES);
  const sealed = first && (await readRangeBytes(file, first, MANIFEST_MAX_BYTES));
  if (!sealed) return { type: 'not_a_parcel' };
  const key = await deriveTransferKey(code, header.salt);
  const manifest = await decryptChunk(key, MANIFEST_POSITION, TransferManifest, sealed);
  if (!manifest) return { type: 'wrong_code' };
  const spans = await readEntryRanges(first, file, manifest.head.entries.length);
  return { type: 'open', parcel: createOpenTransferFromFile(file, key, manifest.head, spans) };
}
