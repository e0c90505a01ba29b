import type { IdentificationType } from '#contract/vocabulary.ts';
import {
  sortBySendOrder,
  isIntercepted,
  prerequisiteAmong,
  waitsForPrerequisite,
  type EntryStatus,
} from '#domain/outbox/entry.ts';
import type { EntryKind, OutboxItem } from '#domain/outbox/item.ts';
import { validQueueNumber } from '#domain/queue-number.ts';
import { db } from '../database/database.ts';
import { findItemsOf } from '../database/items.ts';
import type { KindAndSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { itemsInState } from './rows/due.ts';
import { decryptItem, decryptRegistration, decryptSummary, toItem } from './rows/outbox-rows.ts';
import { patientTag } from './patients.ts';
import type {
  AttachmentTarget,
  CorrectedRegistration,
  EntryRow,
  ReceiptOutcome,
  ReceiptRow,
} from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

export type ItemView = OutboxItem & { readonly blocked: boolean };

interface EntryFacts {
  readonly id: string;
  readonly branchId: string;
  readonly capturedAt: number;
  readonly standing: EntryStatus;
  /** Null except for an attachment. */
  readonly target: AttachmentTarget | null;
  /** Null except for a correction. */
  readonly corrects: CorrectedRegistration | null;
  /** Queue number, such as 'B-14'; null when none was given (S28). */
  readonly turn: string | null;
  /** Evaluation or correction first, then photo and signature; or only the attachment. */
  readonly items: readonly ItemView[];
}
export type EntryView = EntryFacts & KindAndSummary;
export type AttachmentEntry = Extract<EntryView, { kind: 'attachment' }>;
export type RegistrationEntry = Extract<EntryView, { kind: 'registration' }>;
export type CorrectionEntry = Extract<EntryView, { kind: 'correction' }>;

interface ReceiptFacts {
  readonly id: string;
  readonly capturedAt: number;
  readonly settledAt: number;
  readonly outcome: ReceiptOutcome;
  readonly evaluationId: string | null;
  readonly turn: string | null;
}
export type ReceiptView = ReceiptFacts & KindAndSummary;
export type RegistrationReceipt = Extract<ReceiptView, { kind: 'registration' }> & {
  readonly outcome: Exclude<ReceiptOutcome, 'handed_over'>;
};

async function toView(keys: VaultKeys, row: EntryRow): Promise<EntryView> {
  const [summary, rows] = await Promise.all([decryptSummary(keys, row.id, row), findItemsOf(row.id)]);
  const items = sortBySendOrder(await Promise.all(rows.map((item) => decryptItem(keys, item))));
  const arrived = prerequisiteAmong(items)?.state.name === 'delivered';
  const held = new Set(rows.flatMap((item) => (item.heldFor === undefined ? [] : [item.id])));
  const isBlocked = ({ id, kind }: OutboxItem) => held.has(id) || (waitsForPrerequisite(kind) && !arrived);
  const withBlocked = items.map((item) => ({ ...item, blocked: isBlocked(item) }));
  const { id, branchId, capturedAt, standing, target, corrects = null } = row;
  const turn = validQueueNumber(row.turn);
  return { id, branchId, capturedAt, standing, target, corrects, turn, items: withBlocked, ...summary };
}

/** Returns a page of entries: those that require the user's attention first, each group oldest first. */
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
  return Promise.all(rows.map((row) => toView(keys, row)));
}

/** Returns a registration; null once it was completely delivered or discarded, when only a receipt exists. */
export async function readEntry(ownerId: string, entryId: string): Promise<RegistrationEntry | null> {
  const row = await db.entries.get(entryId);
  if (row?.ownerId !== ownerId) return null;
  const view = await toView(await requireKeysOf(ownerId), row);
  return view.kind === 'registration' ? view : null;
}

/** Returns the unsent files for exams of one evaluation, oldest first. */
export async function listAttachments(ownerId: string, evaluationId: string): Promise<AttachmentEntry[]> {
  const keys = await requireKeysOf(ownerId);
  const rows = await db.entries
    .where('[ownerId+target.evaluationId]')
    .equals([ownerId, evaluationId])
    .sortBy('capturedAt');
  const views = await Promise.all(rows.map((row) => toView(keys, row)));
  return views.filter((view) => view.kind === 'attachment');
}

async function toReceiptView(keys: VaultKeys, row: ReceiptRow): Promise<ReceiptView> {
  const { id, entryId, capturedAt, settledAt, outcome, evaluationId } = row;
  const facts = { id, capturedAt, settledAt, outcome, evaluationId, turn: validQueueNumber(row.turn) };
  return { ...facts, ...(await decryptSummary(keys, entryId, row)) };
}

/** Returns the receipt of a delivered or discarded registration; null without one. */
export async function readReceipt(ownerId: string, entryId: string): Promise<RegistrationReceipt | null> {
  const row = await db.receipts.get(entryId);
  if (row?.ownerId !== ownerId || row.outcome === 'handed_over') return null;
  const { outcome } = row;
  const view = await toReceiptView(await requireKeysOf(ownerId), row);
  return view.kind === 'registration' ? { ...view, outcome } : null;
}

const receiptsSince = (ownerId: string, since: number) =>
  db.receipts.where('[ownerId+capturedAt]').between([ownerId, since], [ownerId, Infinity], true, true);

/** Entries that left the queue with one outcome: the number of all, and the newest ones decrypted. */
export interface OutboxReceipts {
  readonly total: number;
  readonly newest: readonly ReceiptView[];
}

async function settledOf(
  keys: VaultKeys,
  rows: readonly ReceiptRow[],
  most: number,
): Promise<OutboxReceipts> {
  const newest = await Promise.all(rows.slice(0, most).map((row) => toReceiptView(keys, row)));
  return { total: rows.length, newest };
}

/**
 * Returns the entries that left the queue, newest first; `since` is a capture time in milliseconds. At most `most` receipts of
 * each outcome are decrypted, because a screen repeats this query after each delivery of a long drain.
 */
export async function listOutboxReceipts(
  ownerId: string,
  since: number,
  most: Readonly<Record<ReceiptOutcome, number>>,
): Promise<Readonly<Record<ReceiptOutcome, OutboxReceipts>>> {
  const keys = await requireKeysOf(ownerId);
  const rows = await receiptsSince(ownerId, since).reverse().toArray();
  const of = (outcome: ReceiptOutcome) =>
    settledOf(
      keys,
      rows.filter((row) => row.outcome === outcome),
      most[outcome],
    );
  const [delivered, discarded, handedOver] = await Promise.all([
    of('delivered'),
    of('discarded'),
    of('handed_over'),
  ]);
  return { delivered, discarded, handed_over: handedOver };
}

/** Returns the number of entries that have left the queue permanently; it grows with each delivery. */
export const countOutboxReceipts = (ownerId: string): Promise<number> =>
  db.receipts.where('ownerId').equals(ownerId).count();

export interface ShiftCount {
  readonly registered: number;
  readonly confirmed: number;
  readonly onTheirWay: number;
  readonly attention: number;
  readonly discarded: number;
  /** Registrations that a colleague received and sends (S14). */
  readonly handedOver: number;
}

/**
 * Returns the counts for "23 registradas, 23 confirmadas" (S22), registrations only. All unsent entries are counted,
 * attachments and those of earlier days included, so that a new day does not hide them.
 */
export async function readShiftCounts(ownerId: string, since: number): Promise<ShiftCount> {
  const ofKind = (kind: EntryKind) => db.entries.where('[ownerId+kind]').equals([ownerId, kind]).toArray();
  const [entriesSince, attachments, corrections, settledSince] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between([ownerId, since], [ownerId, Infinity], true, true)
      .count(),
    // Registrations are counted without reading them; only the few attachments and corrections are read. A filter would request
    // ten thousand rows sequentially.
    ofKind('attachment'),
    ofKind('correction'),
    receiptsSince(ownerId, since).toArray(),
  ]);
  const othersSince = [...attachments, ...corrections].filter(({ capturedAt }) => capturedAt >= since).length;
  const receipts = settledSince.filter(({ kind }) => kind === 'registration');
  const settled = (outcome: ReceiptOutcome) =>
    receipts.filter((receipt) => receipt.outcome === outcome).length;
  const { unsent, attention } = await readSyncSummary(ownerId);
  return {
    registered: entriesSince - othersSince + receipts.length,
    confirmed: settled('delivered'),
    onTheirWay: unsent - attention,
    attention,
    discarded: settled('discarded'),
    handedOver: settled('handed_over'),
  };
}

/**
 * Returns the numbers of entries that are not completely delivered, of those that require attention, and of items that are
 * being sent at this moment.
 */
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

/** Returns the number of entries of all users on this device. */
export const countEntries = (): Promise<number> => db.entries.count();

/** Maximum number of waiting items that are read. */
const LOOKED_AT = 200;

/** Returns whether an item of this queue waits because another system responded in place of the server (S6). */
export const isQueueIntercepted = async (ownerId: string): Promise<boolean> =>
  (await itemsInState(ownerId, 'waiting').limit(LOOKED_AT).toArray()).some((row) =>
    isIntercepted(toItem(row)),
  );

/**
 * Returns the patient's newest registration that is in the queue, or that left it and was captured since `since`; null without
 * one. `exceptEntryId` is ignored.
 */
export async function findRegistered(
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
  const tag = await patientTag(keys, person.type, person.number);
  const byTag = <Row>(table: {
    where(index: string): { equals(key: [string, string]): { toArray(): PromiseLike<Row[]> } };
  }) => table.where('[ownerId+patientTag]').equals([ownerId, tag]).toArray();
  const [entries, receipts] = await Promise.all([
    byTag<EntryRow>(db.entries),
    byTag<ReceiptRow>(db.receipts),
  ]);
  const isOther = (entryId: string, kind: EntryKind) => kind === 'registration' && entryId !== exceptEntryId;
  const queued = entries.filter((row) => isOther(row.id, row.kind));
  const settled = receipts.filter(
    (row) => isOther(row.entryId, row.kind) && row.outcome !== 'discarded' && row.capturedAt >= since,
  );
  const newest = [...queued, ...settled].sort((a, b) => b.capturedAt - a.capturedAt)[0];
  if (!newest) return null;
  const entryId = 'entryId' in newest ? newest.entryId : newest.id;
  const summary = await decryptRegistration(keys, entryId, newest.sealedSummary);
  const where = 'outcome' in newest && newest.outcome === 'delivered' ? 'confirmed' : 'queue';
  return { entryId, where, at: newest.capturedAt, summary };
}
