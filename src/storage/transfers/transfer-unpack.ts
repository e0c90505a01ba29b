import { isContentRejection } from '#domain/outbox/outcome.ts';
import type { Account } from '../account/accounts.ts';
import { isConsentMadeWithKey } from '../vault/consents.ts';
import { createNewItemRow, encryptCorrectedSummary } from '../outbox/rows/new-rows.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { bodyAad, encryptRejection, summaryAad } from '../outbox/rows/outbox-rows.ts';
import { canGiveConsents } from './packer.ts';
import type { TransferManifest, PackedEntry, PackedItem } from './transfer-content.ts';
import { consentTermsOf } from './transfer-pack.ts';
import { computePatientTag } from '../outbox/patients.ts';
import { encryptFile } from '../keys/pictures.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import { encryptJson, sha256Hex, type VaultKeys } from '../vault/vault.ts';

export interface ReceivingContext {
  readonly account: Account;
  readonly keys: VaultKeys;
  /**
   * False when only one tablet has the user's keys. Consents that the user gave on another tablet then cannot be verified, and
   * the server verifies none (S23).
   */
  readonly verifies: boolean;
  readonly isSelf: (userId: string) => boolean;
}

/**
 * Returns true if both mail addresses are the same. Needed for servers without user ids, where each tablet gives an address its
 * own id (S23).
 */
const isSameEmailAddress = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();

export async function createReceivingContext(
  account: Account,
  { packedBy }: TransferManifest,
): Promise<ReceivingContext> {
  const sameMail = packedBy.userId.startsWith('mail:') && isSameEmailAddress(packedBy.email, account.email);
  return {
    account,
    keys: await requireKeysOf(account.userId),
    verifies: await canGiveConsents(account.userId),
    isSelf: (userId) => userId === account.userId || (sameMail && userId === packedBy.userId),
  };
}

type BytesByItemId = ReadonlyMap<string, ArrayBuffer>;

/** Returns the bytes of each file by item id; null when the total size differs from the sizes in the head. */
export function splitFilesOfEntry({ items }: PackedEntry, rest: ArrayBuffer): BytesByItemId | null {
  const files = new Map<string, ArrayBuffer>();
  let at = 0;
  for (const { id, file } of items) {
    if (!file) continue;
    files.set(id, rest.slice(at, at + file.size));
    at += file.size;
  }
  return at === rest.byteLength ? files : null;
}

/**
 * Returns the variants of the entry to which the author may have consented. A correction confirmed before the device knew its
 * evaluation has no evaluation id in the consent.
 */
const listConsentableVariants = (entry: PackedEntry): readonly PackedEntry[] =>
  entry.kind === 'correction' && entry.corrects.evaluationId !== null
    ? [entry, { ...entry, corrects: { ...entry.corrects, evaluationId: null } }]
    : [entry];

async function isItemAuthorised(
  { isSelf, verifies, keys }: ReceivingContext,
  entry: PackedEntry,
  item: PackedItem,
  file: ArrayBuffer | undefined,
): Promise<boolean> {
  const bytes = item.body === null ? file : new TextEncoder().encode(item.body);
  if (item.state.name === 'delivered' || !bytes) return true;
  if (!isSelf(item.capturedBy)) return item.consent !== null;
  if (!verifies) return true;
  const facts = { sha256: await sha256Hex(bytes), statement: item.file?.statement };
  for (const form of listConsentableVariants(entry))
    if (await isConsentMadeWithKey(keys, item.consent, consentTermsOf(form, item, facts))) return true;
  return false;
}

export async function isEntryAuthorised(
  receiver: ReceivingContext,
  entry: PackedEntry,
  files: BytesByItemId,
): Promise<boolean> {
  for (const item of entry.items)
    if (!(await isItemAuthorised(receiver, entry, item, files.get(item.id)))) return false;
  return true;
}

export interface PreparedEntryRows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

async function createReceivedEntryRow(
  { account, keys, isSelf }: ReceivingContext,
  packed: PackedEntry,
): Promise<EntryRow> {
  const { id, target, branchId, capturedAt, clockOffset, turn, summary, capturerName } = packed;
  const ownerId = account.userId;
  const own = isSelf(packed.capturedBy);
  const { identification_type: type, identification_number: number } = summary;
  const registeredBy = own ? undefined : capturerName;
  const received = { ...summary, registeredBy };
  return {
    id,
    kind: packed.kind,
    target,
    ...(packed.kind === 'correction' && {
      corrects: packed.corrects,
      ...(await encryptCorrectedSummary(keys, packed.corrects, { ...packed.summary, registeredBy })),
    }),
    ownerId,
    capturedBy: own ? ownerId : packed.capturedBy,
    branchId,
    capturedAt,
    clockOffset,
    patientTag: packed.kind === 'attachment' ? '' : await computePatientTag(keys, type, number),
    standing: 'on_its_way',
    sealedSummary: await encryptJson(keys, summaryAad(id), received),
    ...(turn !== null && { turn }),
  };
}

function toItemRowState(state: PackedItem['state']): ItemRow['state'] {
  if (state.name !== 'attention') return state;
  const { name, since, refusal } = state;
  return { name, since, correctable: isContentRejection(refusal) };
}

async function createReceivedItemRow(
  { account, keys, isSelf }: ReceivingContext,
  entry: EntryRow,
  packed: PackedItem,
  file: ArrayBuffer | undefined,
): Promise<{ row: ItemRow; bytes: BytesRow | null }> {
  const { id, kind, key, attempts, state, heldFor } = packed;
  const sealed =
    packed.file && file ? await encryptFile(keys, account.userId, { ...packed.file, bytes: file }) : null;
  const sealedBody = packed.body === null ? null : await encryptJson(keys, bodyAad(id), packed.body);
  const own = isSelf(packed.capturedBy);
  const row: ItemRow = {
    ...createNewItemRow(entry, kind, {
      id,
      sealedBody,
      picture: sealed?.column ?? null,
      ...(heldFor && { heldFor }),
    }),
    key,
    attempts,
    capturedBy: own ? account.userId : packed.capturedBy,
    consent: own ? null : packed.consent,
    state: toItemRowState(state),
    sealedRefusal: state.name === 'attention' ? await encryptRejection(keys, id, state.refusal) : null,
  };
  return { row, bytes: sealed?.row ?? null };
}

/** Encrypts the entry under the receiver's key. Must run before the transaction that stores the entry. */
export async function encryptReceivedEntry(
  receiver: ReceivingContext,
  packed: PackedEntry,
  files: BytesByItemId,
): Promise<PreparedEntryRows> {
  const entry = await createReceivedEntryRow(receiver, packed);
  const items: ItemRow[] = [];
  const bytes: BytesRow[] = [];
  for (const item of packed.items) {
    const sealed = await createReceivedItemRow(receiver, entry, item, files.get(item.id));
    items.push(sealed.row);
    if (sealed.bytes) bytes.push(sealed.bytes);
  }
  return { entry, items, bytes };
}
