import type { IdentificationType } from '#contract/vocabulary.ts';
import {
  sortBySendOrder,
  isIntercepted,
  prerequisiteAmong,
  waitsForPrerequisite,
  type EntryStatus,
} from '#domain/outbox/entry.ts';
import type { EntryKind, OutboxItem } from '#domain/outbox/item.ts';
import { parseQueueNumber } from '#domain/queue-number.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { KindAndSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { itemsInState } from './rows/due.ts';
import {
  decryptItemWithRejection,
  decryptRegistrationSummary,
  decryptSummary,
  toOutboxItem,
} from './rows/outbox-rows.ts';
import { computePatientTag } from './patients.ts';
import type {
  AttachmentTarget,
  CorrectedRegistrationIds,
  EntryRow,
  ReceiptOutcome,
  OutboxReceiptRow,
} from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

export type ItemView = OutboxItem & { readonly blocked: boolean };

interface EntryViewData {
  readonly id: string;
  readonly branchId: string;
  readonly capturedAt: number;
  readonly standing: EntryStatus;
  /** Exam of an attachment; null for other entries. */
  readonly target: AttachmentTarget | null;
  /** Registration that a correction changes; null for other entries. */
  readonly corrects: CorrectedRegistrationIds | null;
  /** Patient's queue number, such as 'B-14'; null if none was assigned (S28). */
  readonly turn: string | null;
  /** Evaluation or correction first, then photo and signature; for an attachment, only the attachment. */
  readonly items: readonly ItemView[];
}
export type EntryView = EntryViewData & KindAndSummary;
export type AttachmentEntry = Extract<EntryView, { kind: 'attachment' }>;
export type RegistrationEntry = Extract<EntryView, { kind: 'registration' }>;
export type CorrectionEntry = Extract<EntryView, { kind: 'correction' }>;

interface ReceiptViewData {
  readonly id: string;
  readonly capturedAt: number;
  readonly settledAt: number;
  readonly outcome: ReceiptOutcome;
  readonly evaluationId: string | null;
  readonly turn: string | null;
}
export type ReceiptView = ReceiptViewData & KindAndSummary;
export type RegistrationReceipt = Extract<ReceiptView, { kind: 'registration' }> & {
  readonly outcome: Exclude<ReceiptOutcome, 'handed_over'>;
};

async function toEntryView(keys: VaultKeys, row: EntryRow): Promise<EntryView> {
  const [summary, rows] = await Promise.all([decryptSummary(keys, row.id, row), findItemsOfEntry(row.id)]);
  const items = sortBySendOrder(await Promise.all(rows.map((item) => decryptItemWithRejection(keys, item))));
  const arrived = prerequisiteAmong(items)?.state.name === 'delivered';
  const held = new Set(rows.flatMap((item) => (item.heldFor === undefined ? [] : [item.id])));
  const isBlocked = ({ id, kind }: OutboxItem) => held.has(id) || (waitsForPrerequisite(kind) && !arrived);
  const withBlocked = items.map((item) => ({ ...item, blocked: isBlocked(item) }));
  const { id, branchId, capturedAt, standing, target, corrects = null } = row;
  const turn = parseQueueNumber(row.turn);
  return { id, branchId, capturedAt, standing, target, corrects, turn, items: withBlocked, ...summary };
}

/** Returns a page of entries: first those that require attention, then all others, each group oldest first. */
export async function listEntries(
  ownerId: string,
  page: { limit: number; offset?: number },
): Promise<EntryView[]> {
  const keys = await requireKeysOf(ownerId);
  const rows = await db.entries
    .where('[ownerId+standing+capturedAt]')
    .between([ownerId, '', -Infinity], [ownerId, '\uffff', Infinity])
    .offset(page.offset ?? 0)
    .limit(page.limit)
    .toArray();
  return Promise.all(rows.map((row) => toEntryView(keys, row)));
}

/** Returns a queued registration; null once it was delivered or discarded and only its receipt exists. */
export async function readQueuedRegistration(
  ownerId: string,
  entryId: string,
): Promise<RegistrationEntry | null> {
  const row = await db.entries.get(entryId);
  if (row?.ownerId !== ownerId) return null;
  const view = await toEntryView(await requireKeysOf(ownerId), row);
  return view.kind === 'registration' ? view : null;
}

export async function listQueuedAttachments(
  ownerId: string,
  evaluationId: string,
): Promise<AttachmentEntry[]> {
  const keys = await requireKeysOf(ownerId);
  const rows = await db.entries
    .where('[ownerId+target.evaluationId]')
    .equals([ownerId, evaluationId])
    .sortBy('capturedAt');
  const views = await Promise.all(rows.map((row) => toEntryView(keys, row)));
  return views.filter((view) => view.kind === 'attachment');
}

async function toReceiptView(keys: VaultKeys, row: OutboxReceiptRow): Promise<ReceiptView> {
  const { id, entryId, capturedAt, settledAt, outcome, evaluationId } = row;
  const facts = { id, capturedAt, settledAt, outcome, evaluationId, turn: parseQueueNumber(row.turn) };
  return { ...facts, ...(await decryptSummary(keys, entryId, row)) };
}

export async function readRegistrationReceipt(
  ownerId: string,
  entryId: string,
): Promise<RegistrationReceipt | null> {
  const row = await db.receipts.get(entryId);
  if (row?.ownerId !== ownerId || row.outcome === 'handed_over') return null;
  const { outcome } = row;
  const view = await toReceiptView(await requireKeysOf(ownerId), row);
  return view.kind === 'registration' ? { ...view, outcome } : null;
}

const receiptsCapturedSince = (ownerId: string, since: number) =>
  db.receipts.where('[ownerId+capturedAt]').between([ownerId, since], [ownerId, Infinity], true, true);

/** Entries that left the queue with one outcome: their total number, and the newest ones decrypted. */
export interface OutboxReceipts {
  readonly total: number;
  readonly newest: readonly ReceiptView[];
}

async function toOutboxReceipts(
  keys: VaultKeys,
  rows: readonly OutboxReceiptRow[],
  most: number,
): Promise<OutboxReceipts> {
  const newest = await Promise.all(rows.slice(0, most).map((row) => toReceiptView(keys, row)));
  return { total: rows.length, newest };
}

/**
 * Returns the entries that left the queue, newest first. `since`: earliest capture time, ms. Decrypts at most `most` receipts
 * per outcome, because screens repeat this query after each delivery.
 */
export async function listOutboxReceipts(
  ownerId: string,
  since: number,
  most: Readonly<Record<ReceiptOutcome, number>>,
): Promise<Readonly<Record<ReceiptOutcome, OutboxReceipts>>> {
  const keys = await requireKeysOf(ownerId);
  const rows = await receiptsCapturedSince(ownerId, since).reverse().toArray();
  const countOf = (outcome: ReceiptOutcome) =>
    toOutboxReceipts(
      keys,
      rows.filter((row) => row.outcome === outcome),
      most[outcome],
    );
  const [delivered, discarded, handedOver] = await Promise.all([
    countOf('delivered'),
    countOf('discarded'),
    countOf('handed_over'),
  ]);
  return { delivered, discarded, handed_over: handedOver };
}

export const countOutboxReceipts = (ownerId: string): Promise<number> =>
  db.receipts.where('ownerId').equals(ownerId).count();

export interface ShiftCount {
  readonly registered: number;
  readonly confirmed: number;
  readonly onTheirWay: number;
  readonly attention: number;
  readonly discarded: number;
  /** Number of registrations that a colleague received and sends (S14). */
  readonly handedOver: number;
}

/**
 * Returns the figures of "23 registradas, 23 confirmadas" (S22), which count registrations. The number of unsent entries also
 * includes attachments and entries of earlier days, so that a new day does not hide them.
 */
export async function readRegistrationFigures(ownerId: string, since: number): Promise<ShiftCount> {
  const entriesOfKind = (kind: EntryKind) =>
    db.entries.where('[ownerId+kind]').equals([ownerId, kind]).toArray();
  const [entriesSince, attachments, corrections, settledSince] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between([ownerId, since], [ownerId, Infinity], true, true)
      .count(),
    // Count registrations by index and read only the few attachments and corrections. A Dexie filter would read ten thousand
    // rows, one after another.
    entriesOfKind('attachment'),
    entriesOfKind('correction'),
    receiptsCapturedSince(ownerId, since).toArray(),
  ]);
  const othersSince = [...attachments, ...corrections].filter(({ capturedAt }) => capturedAt >= since).length;
  const receipts = settledSince.filter(({ kind }) => kind === 'registration');
  const receiptsWith = (outcome: ReceiptOutcome) =>
    receipts.filter((receipt) => receipt.outcome === outcome).length;
  const { unsent, attention } = await readSyncSummary(ownerId);
  return {
    registered: entriesSince - othersSince + receipts.length,
    confirmed: receiptsWith('delivered'),
    onTheirWay: unsent - attention,
    attention,
    discarded: receiptsWith('discarded'),
    handedOver: receiptsWith('handed_over'),
  };
}

/** Returns how many entries are not completely delivered, how many require attention, and how many items are being sent. */
export async function readSyncSummary(
  ownerId: string,
): Promise<{ unsent: number; attention: number; sending: number }> {
  const [unsent, attention, sending] = await Promise.all([
    db.entries.where('ownerId').equals(ownerId).count(),
    db.entries
      .where('[ownerId+standing+capturedAt]')
      .between([ownerId, 'attention', -Infinity], [ownerId, 'attention', Infinity])
      .count(),
    itemsInState(ownerId, 'sending').count(),
  ]);
  return { unsent, attention, sending };
}

export const countEntriesOnDevice = (): Promise<number> => db.entries.count();

const MAX_WAITING_ROWS_READ = 200;

/**
 * Returns true if an item of the user waits because another system responded in place of the server, such as a captive portal
 * (S6).
 */
export const isQueueIntercepted = async (ownerId: string): Promise<boolean> =>
  (await itemsInState(ownerId, 'waiting').limit(MAX_WAITING_ROWS_READ).toArray()).some((row) =>
    isIntercepted(toOutboxItem(row)),
  );

/**
 * Returns the patient's newest registration that is queued, or that was captured since `since` and was delivered or handed
 * over; null without one. Ignores the entry `exceptEntryId`.
 */
export async function findNewestPatientRegistration(
  ownerId: string,
  person: { type: IdentificationType; number: string },
  since: number,
  exceptEntryId: string | null,
): Promise<{
  entryId: string;
  where: 'queue' | 'confirmed';
  at: number;
  summary: RegistrationSummary;
} | null> {
  const keys = await requireKeysOf(ownerId);
  const tag = await computePatientTag(keys, person.type, person.number);
  const findByTag = <Row>(table: {
    where(index: string): { equals(key: [string, string]): { toArray(): PromiseLike<Row[]> } };
  }) => table.where('[ownerId+patientTag]').equals([ownerId, tag]).toArray();
  const [entries, receipts] = await Promise.all([
    findByTag<EntryRow>(db.entries),
    findByTag<OutboxReceiptRow>(db.receipts),
  ]);
  const isOtherRegistration = (entryId: string, kind: EntryKind) =>
    kind === 'registration' && entryId !== exceptEntryId;
  const queued = entries.filter((row) => isOtherRegistration(row.id, row.kind));
  const settled = receipts.filter(
    (row) =>
      isOtherRegistration(row.entryId, row.kind) && row.outcome !== 'discarded' && row.capturedAt >= since,
  );
  const newest = [...queued, ...settled].sort((a, b) => b.capturedAt - a.capturedAt)[0];
  if (!newest) return null;
  const entryId = 'entryId' in newest ? newest.entryId : newest.id;
  const summary = await decryptRegistrationSummary(keys, entryId, newest.sealedSummary);
  const where = 'outcome' in newest && newest.outcome === 'delivered' ? 'confirmed' : 'queue';
  return { entryId, where, at: newest.capturedAt, summary };
}
