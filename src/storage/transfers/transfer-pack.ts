import { parseQueueNumber } from '#domain/queue-number.ts';
import type { ConsentTarget, ConsentTerms } from '#domain/outbox/consent.ts';
import { prerequisiteAmong } from '#domain/outbox/entry.ts';
import { type CapturedStatement, formatStatementHeader } from '#domain/signature/statement.ts';
import { toServerInstant } from '#domain/time/clock.ts';
import type { Account } from '../account/accounts.ts';
import { makeHandoverConsent } from '../vault/consents.ts';
import { db } from '../database/database.ts';
import { listUnsentIdsOfKind } from '../device/unsent.ts';
import { decryptBody, decryptItemWithRejection, decryptSummary } from '../outbox/rows/outbox-rows.ts';
import type { TransferManifest, PackedEntry, PackedItem } from './transfer-content.ts';
import { decryptFileRow, type CapturedFile } from '../keys/pictures.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import { sha256Hex, type VaultKeys } from '../vault/vault.ts';

export interface PackingContext {
  readonly account: Account;
  readonly keys: VaultKeys;
  /** Time of the user's consent, ISO 8601, by the server's clock. */
  readonly consentedAt: string;
  /** False if only this device has the user's key, because a server then cannot verify a consent (S23). */
  readonly mayConsent: boolean;
}

export interface PackedChunk {
  readonly head: PackedEntry;
  readonly files: readonly ArrayBuffer[];
}

interface EntrySnapshot {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly (BytesRow | undefined)[];
}

/**
 * Reads entry, items and bytes in one transaction, because a file could be delivered and its bytes deleted between two reads.
 */
const readEntrySnapshot = (entryId: string): Promise<EntrySnapshot | null> =>
  db.transaction('r', [db.entries, db.items, db.bytes], async () => {
    const entry = await db.entries.get(entryId);
    if (!entry) return null;
    const items = await db.items.where('entryId').equals(entryId).toArray();
    const bytes = await db.bytes.bulkGet(items.map((row) => row.picture?.bytesId ?? ''));
    return { entry, items, bytes };
  });

/**
 * Returns the item state to pack. `sending` and `waiting` are packed as `queued`, because the send and the waiting time (on
 * this tablet's clock) mean nothing on another device.
 */
async function packItemState(keys: VaultKeys, row: ItemRow): Promise<PackedItem['state']> {
  const { state } = await decryptItemWithRejection(keys, row);
  switch (state.name) {
    case 'queued':
    case 'sending':
    case 'waiting':
      return { name: 'queued' };
    case 'attention':
      return {
        name: 'attention',
        since: state.since,
        refusal: { ...state.refusal, details: [...state.refusal.details] },
      };
    case 'delivered':
      return { name: 'delivered', at: state.at, remoteId: state.remoteId };
  }
}

interface EntryReferences {
  readonly id: string;
  readonly target: EntryRow['target'];
  readonly corrects?: EntryRow['corrects'];
  readonly items: readonly Pick<ItemRow, 'kind' | 'key'>[];
}
type ConsentEntryData = Pick<EntryRow, 'branchId' | 'capturedAt' | 'clockOffset'> & EntryReferences;

function consentTarget(
  { id, target, corrects, items, clockOffset }: ConsentEntryData,
  kind: ItemRow['kind'],
  captured: CapturedStatement | undefined,
): ConsentTarget {
  switch (kind) {
    case 'evaluation':
      return { kind };
    case 'correction':
      return { kind, evaluationId: (corrects?.evaluationId ?? corrects?.entryId ?? '').toLowerCase() };
    case 'attachment':
      return {
        kind,
        evaluationId: (target?.evaluationId ?? '').toLowerCase(),
        examOrderId: (target?.examOrderId ?? '').toLowerCase(),
      };
    case 'photo':
    case 'signature': {
      const statement = captured && formatStatementHeader(captured, clockOffset);
      return corrects
        ? { kind: `correction_${kind}`, captureId: id.toLowerCase(), statement }
        : { kind, evaluationKey: prerequisiteAmong(items)?.key ?? '', statement };
    }
  }
}

/** Returns the facts about one item to which its author consents, except the time of the consent. */
export const consentTermsOf = (
  entry: ConsentEntryData,
  item: Pick<ItemRow, 'kind' | 'key' | 'capturedBy'>,
  { sha256, statement }: { readonly sha256: string; readonly statement: CapturedStatement | undefined },
): Omit<ConsentTerms, 'consentedAt'> => ({
  place: consentTarget(entry, item.kind, statement),
  capturedBy: item.capturedBy,
  key: item.key,
  branchId: entry.branchId,
  capturedAt: toServerInstant(entry.capturedAt, entry.clockOffset),
  sha256,
});

interface DecryptedItemContent {
  readonly body: string | null;
  readonly file: CapturedFile | null;
  readonly sha256: string | null;
}

async function decryptPackableContent(
  keys: VaultKeys,
  row: ItemRow,
  bytes: BytesRow | undefined,
): Promise<DecryptedItemContent> {
  if (row.sealedBody) {
    const body = await decryptBody(keys, row.id, row.sealedBody);
    if (body === null) return { body: null, file: null, sha256: null };
    return { body, file: null, sha256: await sha256Hex(new TextEncoder().encode(body)) };
  }
  const read = row.picture ? await decryptFileRow(keys, row.picture, bytes) : null;
  if (read?.type !== 'intact') return { body: null, file: null, sha256: null };
  return { body: null, file: read.file, sha256: read.ref.sha256 };
}

async function packItem(
  packer: PackingContext,
  { entry, items }: EntrySnapshot,
  row: ItemRow,
  content: DecryptedItemContent,
): Promise<PackedItem> {
  const { account, keys, consentedAt, mayConsent } = packer;
  const { id, kind, key, attempts, capturedBy } = row;
  const state = await packItemState(keys, row);
  const gives = mayConsent && capturedBy === account.userId && content.sha256 !== null;
  const facts = { sha256: content.sha256 ?? '', statement: content.file?.statement };
  const terms = consentTermsOf({ ...entry, items }, row, facts);
  const consent = gives ? await makeHandoverConsent(keys, { ...terms, consentedAt }) : row.consent;
  const { body } = content;
  const { heldFor } = row;
  const file = content.file && {
    mime: content.file.mime,
    name: content.file.name,
    size: content.file.bytes.byteLength,
    statement: content.file.statement,
  };
  const sent = row.state.name === 'queued' && row.state.isUnsure ? Math.max(1, attempts) : attempts;
  return { id, kind, key, attempts: sent, capturedBy, consent, state, heldFor, body, file };
}

/** Packs one entry; returns null when the entry has left the queue. */
export async function packEntry(packer: PackingContext, entryId: string): Promise<PackedChunk | null> {
  const taken = await readEntrySnapshot(entryId);
  if (!taken) return null;
  const { account, keys } = packer;
  const { id, kind, target, corrects, capturedBy, branchId, capturedAt, clockOffset, sealedSummary } =
    taken.entry;
  const items: PackedItem[] = [];
  const files: ArrayBuffer[] = [];
  for (const [at, row] of taken.items.entries()) {
    const content = await decryptPackableContent(keys, row, taken.bytes[at]);
    items.push(await packItem(packer, taken, row, content));
    if (content.file) files.push(content.file.bytes);
  }
  const { registeredBy, ...summary } = (await decryptSummary(keys, id, { kind, sealedSummary })).summary;
  const capturerName = capturedBy === account.userId ? account.displayName : (registeredBy ?? '');
  const turn = parseQueueNumber(taken.entry.turn);
  const facts = { id, capturedBy, capturerName, branchId, capturedAt, clockOffset, turn, items };
  return { head: { ...facts, kind, target, corrects, summary } as PackedEntry, files };
}

/**
 * Returns the ids of the user's unsent entries, oldest first. Corrections come last, after the registrations that they correct.
 */
export async function listUnsentEntryIds(ownerId: string): Promise<string[]> {
  const [all, corrections] = await Promise.all([
    db.entries.where('[ownerId+capturedAt]').between([ownerId, -Infinity], [ownerId, Infinity]).primaryKeys(),
    listUnsentIdsOfKind(ownerId, 'correction'),
  ]);
  const isCorrection = new Set(corrections);
  return [...all.filter((id) => !isCorrection.has(id)), ...all.filter((id) => isCorrection.has(id))];
}

export const createTransferManifest = (
  { account }: PackingContext,
  heads: TransferManifest['entries'],
  packedAt: number,
): TransferManifest => ({
  packedAt,
  packedBy: { userId: account.userId, email: account.email, name: account.displayName },
  entries: heads,
});
