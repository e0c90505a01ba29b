import type { IdentificationType } from '#contract/vocabulary.ts';
import {
  inChainOrder,
  isIntercepted,
  leadAmong,
  waitsForLead,
  type EntryStanding,
} from '#domain/outbox/entry.ts';
import type { EntryKind, OutboxItem } from '#domain/outbox/item.ts';
import { toTurn } from '#domain/turn-number.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { KindAndSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import { keysOf } from '../keys/keyring.ts';
import { itemsIn } from './rows/due.ts';
import { openItem, openRegistration, openSummary, toItem } from './rows/outbox-rows.ts';
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
  readonly standing: EntryStanding;
  /** Null for everything but an attachment. */
  readonly target: AttachmentTarget | null;
  /** Null for everything but a correction. */
  readonly corrects: CorrectedRegistration | null;
  /** 'B-14'; null where none was given (S28). */
  readonly turn: string | null;
  /** Evaluation or correction first, then photo and signature; or the attachment alone. */
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
  const [summary, rows] = await Promise.all([openSummary(keys, row.id, row), itemsOf(row.id)]);
  const items = inChainOrder(await Promise.all(rows.map((item) => openItem(keys, item))));
  const arrived = leadAmong(items)?.state.name === 'delivered';
  const held = new Set(rows.flatMap((item) => (item.heldFor === undefined ? [] : [item.id])));
  const isBlocked = ({ id, kind }: OutboxItem) => held.has(id) || (waitsForLead(kind) && !arrived);
  const withBlocked = items.map((item) => ({ ...item, blocked: isBlocked(item) }));
  const { id, branchId, capturedAt, standing, target, corrects = null } = row;
  const turn = toTurn(row.turn);
  return { id, branchId, capturedAt, standing, target, corrects, turn, items: withBlocked, ...summary };
}

/** Those that need a person first, each group oldest first. */
export async function listEntries(
  ownerId: string,
  page: { limit: number; offset?: number },
): Promise<EntryView[]> {
  const keys = await keysOf(ownerId);
  const rows = await db.entries
    .where('[ownerId+standing+capturedAt]')
    .between([ownerId, '', -Infinity], [ownerId, '\uffff', Infinity])
    .offset(page.offset ?? 0)
    .limit(page.limit)
    .toArray();
  return Promise.all(rows.map((row) => toView(keys, row)));
}

/** A registration; null once all of it has arrived or it was discarded: then there is a receipt. */
export async function readEntry(ownerId: string, entryId: string): Promise<RegistrationEntry | null> {
  const row = await db.entries.get(entryId);
  if (row?.ownerId !== ownerId) return null;
  const view = await toView(await keysOf(ownerId), row);
  return view.kind === 'registration' ? view : null;
}

/** Files on their way to exams of one evaluation, oldest first. */
export async function listAttachments(ownerId: string, evaluationId: string): Promise<AttachmentEntry[]> {
  const keys = await keysOf(ownerId);
  const rows = await db.entries
    .where('[ownerId+target.evaluationId]')
    .equals([ownerId, evaluationId])
    .sortBy('capturedAt');
  const views = await Promise.all(rows.map((row) => toView(keys, row)));
  return views.filter((view) => view.kind === 'attachment');
}

async function toReceiptView(keys: VaultKeys, row: ReceiptRow): Promise<ReceiptView> {
  const { id, entryId, capturedAt, settledAt, outcome, evaluationId } = row;
  const facts = { id, capturedAt, settledAt, outcome, evaluationId, turn: toTurn(row.turn) };
  return { ...facts, ...(await openSummary(keys, entryId, row)) };
}

/** What a registration left. */
export async function readReceipt(ownerId: string, entryId: string): Promise<RegistrationReceipt | null> {
  const row = await db.receipts.get(entryId);
  if (row?.ownerId !== ownerId || row.outcome === 'handed_over') return null;
  const { outcome } = row;
  const view = await toReceiptView(await keysOf(ownerId), row);
  return view.kind === 'registration' ? { ...view, outcome } : null;
}

const receiptsSince = (ownerId: string, since: number) =>
  db.receipts.where('[ownerId+capturedAt]').between([ownerId, since], [ownerId, Infinity], true, true);

/** What left the queue in one way: all of it counted, the newest opened. */
export interface Settled {
  readonly total: number;
  readonly newest: readonly ReceiptView[];
}

async function settledOf(keys: VaultKeys, rows: readonly ReceiptRow[], most: number): Promise<Settled> {
  const newest = await Promise.all(rows.slice(0, most).map((row) => toReceiptView(keys, row)));
  return { total: rows.length, newest };
}

/**
 * What left the queue, newest first; `since` is a capture time in milliseconds. No more than `most` of each outcome are
 * opened: a screen asks again with each delivery of a long drain.
 */
export async function listSettled(
  ownerId: string,
  since: number,
  most: Readonly<Record<ReceiptOutcome, number>>,
): Promise<Readonly<Record<ReceiptOutcome, Settled>>> {
  const keys = await keysOf(ownerId);
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

/** How many entries have left the queue for good: it grows with each delivery. */
export const countSettled = (ownerId: string): Promise<number> =>
  db.receipts.where('ownerId').equals(ownerId).count();

export interface ShiftCount {
  readonly registered: number;
  readonly confirmed: number;
  readonly onTheirWay: number;
  readonly attention: number;
  readonly discarded: number;
  /** Received by a colleague, who sends them (S14). */
  readonly handedOver: number;
}

/**
 * "23 registradas, 23 confirmadas" (S22): registrations only. The queue counts whole, attachments too: what is still
 * unsent from before is not hidden by a new day.
 */
export async function shiftCount(ownerId: string, since: number): Promise<ShiftCount> {
  const ofKind = (kind: EntryKind) => db.entries.where('[ownerId+kind]').equals([ownerId, kind]).toArray();
  const [entriesSince, attachments, corrections, settledSince] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between([ownerId, since], [ownerId, Infinity], true, true)
      .count(),
    // Counted and not read, but for those few: a filter would ask for ten thousand rows one after the other.
    ofKind('attachment'),
    ofKind('correction'),
    receiptsSince(ownerId, since).toArray(),
  ]);
  const othersSince = [...attachments, ...corrections].filter(({ capturedAt }) => capturedAt >= since).length;
  const receipts = settledSince.filter(({ kind }) => kind === 'registration');
  const settled = (outcome: ReceiptOutcome) =>
    receipts.filter((receipt) => receipt.outcome === outcome).length;
  const { unsent, attention } = await syncSummary(ownerId);
  return {
    registered: entriesSince - othersSince + receipts.length,
    confirmed: settled('delivered'),
    onTheirWay: unsent - attention,
    attention,
    discarded: settled('discarded'),
    handedOver: settled('handed_over'),
  };
}

/** Entries not wholly delivered, those of them that need a person, and items being sent this moment. */
export async function syncSummary(
  ownerId: string,
): Promise<{ unsent: number; attention: number; sending: number }> {
  const [unsent, attention, sending] = await Promise.all([
    db.entries.where('ownerId').equals(ownerId).count(),
    db.entries
      .where('[ownerId+standing+capturedAt]')
      .between([ownerId, 'attention', -Infinity], [ownerId, 'attention', Infinity])
      .count(),
    itemsIn(ownerId, 'sending').count(),
  ]);
  return { unsent, attention, sending };
}

/** Entries of everybody on this device. */
export const countEntries = (): Promise<number> => db.entries.count();

/** Only this many waiting items are read. */
const LOOKED_AT = 200;

/** Whether something in between answers for the provider whenever something of this queue is sent (S6). */
export const isQueueIntercepted = async (ownerId: string): Promise<boolean> =>
  (await itemsIn(ownerId, 'waiting').limit(LOOKED_AT).toArray()).some((row) => isIntercepted(toItem(row)));

/** An entry of the same person that waits here, or that this device registered since `since`; the newest. */
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
  const keys = await keysOf(ownerId);
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
  const summary = await openRegistration(keys, entryId, newest.sealedSummary);
  const where = 'outcome' in newest && newest.outcome === 'delivered' ? 'confirmed' : 'queue';
  return { entryId, where, at: newest.capturedAt, summary };
}
