import {
  afterSilence,
  fateOf,
  isAnotherDatabase,
  tooMany,
  type Fate,
  type Statement,
} from '#domain/custody.ts';
import { storing } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { isLead, waitsForLead } from '#domain/outbox/entry.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow, KeptRow } from '../database/records.ts';
import { correctionsOf, displaced, heldAgain } from '../database/correction-rows.ts';
import { AT_ONCE, release } from './release.ts';

/** What is known of one kept entry without reading it. */
interface Fact {
  readonly id: string;
  readonly life: string;
  readonly seenAt: number;
  readonly size: number;
}

/** The oldest first; those of which nobody knows when they arrived are the newest. */
async function readFacts(): Promise<Fact[]> {
  const facts: Fact[] = [];
  await db.kept.orderBy('[life+seenAt+size]').eachKey((key, { primaryKey: id }) => {
    const [life, seenAt, size] = key as unknown as [string, number, number];
    facts.push({ id, life, seenAt, size });
  });
  return facts.sort((one, other) => (one.seenAt || Infinity) - (other.seenAt || Infinity));
}

/** Ids of what has arrived without a statement since. To be read before the provider is asked: then its answer is about all of them. */
export const unseenKept = (): Promise<string[]> =>
  storing(async () => (await readFacts()).flatMap(({ id, seenAt }) => (seenAt === 0 ? [id] : [])));

async function sizeOf({ entry, items, bytesIds }: KeptRow): Promise<number> {
  let size = entry.sealedSummary.byteLength;
  for (const { sealedBody } of items) size += sealedBody?.byteLength ?? 0;
  for (const id of bytesIds) size += (await db.bytes.get(id))?.sealed.byteLength ?? 0; // One in memory at a time.
  return size;
}

/** Of the life that speaks: they had arrived by now. Others arrived in a life before, nobody knows when. */
async function noteSeen(ids: readonly string[], { life, at }: Statement): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await db.transaction('rw', db.kept, db.bytes, async () => {
      for (const row of await db.kept.bulkGet(ids.slice(from, from + AT_ONCE)))
        if (row?.life === life && row.seenAt === 0)
          await db.kept.put({ ...row, seenAt: at, size: await sizeOf(row) });
    });
}

/** As it was before its first send, but for one attempt: the provider may have it after all (S23). */
function unsentAgain(row: ItemRow): ItemRow {
  const { dueAt: _before, ...rest } = row;
  const attempts = Math.max(1, row.attempts);
  const again: ItemRow = { ...rest, attempts, state: { name: 'queued' }, sealedRefusal: null };
  return waitsForLead(row.kind) ? again : { ...again, dueAt: 0 };
}

/** The same for a whole entry: a correction waits for its registration, which may be lost, too (S30). */
const allUnsentAgain = (entry: EntryRow, rows: readonly ItemRow[]): ItemRow[] =>
  heldAgain(entry, rows.map(unsentAgain));

/** Corrections in the queue of a registration that is sent again: they name an evaluation that is gone. */
async function holdCorrectionsOf(entryId: string): Promise<void> {
  for (const entry of await correctionsOf([entryId])) {
    const rows = (await itemsOf(entry.id)).filter((row) => isWithFiles(row) && !isToBeCorrected(row));
    await db.items.bulkPut(allUnsentAgain(entry, rows));
    await db.entries.put(displaced(entry));
  }
}

/** Inside a transaction: it is in its owner's queue again, whoever is signed in, and its receipt would say that it has arrived. */
async function putBack({ id, entry, items }: KeptRow): Promise<boolean> {
  await db.kept.delete(id);
  if (await db.entries.get(id)) return false;
  await db.receipts.delete(id);
  await db.items.bulkPut(allUnsentAgain(entry, items));
  await db.entries.add({ ...displaced(entry), standing: 'on_its_way' });
  await holdCorrectionsOf(id);
  return true;
}

async function sendAgain(ids: readonly string[]): Promise<number> {
  let again = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await db.transaction('rw', [db.kept, db.entries, db.items, db.receipts], async () => {
      for (const row of await db.kept.bulkGet(ids.slice(from, from + AT_ONCE)))
        if (row && (await putBack(row))) again += 1;
    });
  return again;
}

const isDelivered = ({ state }: ItemRow): boolean => state.name === 'delivered';
const isWithFiles = ({ sealedBody, picture }: ItemRow): boolean => sealedBody !== null || picture !== null;
/** What a person has to correct is not there at all. */
const isToBeCorrected = ({ state }: ItemRow): boolean => state.name === 'attention' && state.correctable;

/**
 * Inside a transaction: the evaluation or correction had arrived, and some of its files wait or were refused, for it is gone. A file that has arrived
 * and left no bytes stays where it is.
 */
async function beginAnew(entry: EntryRow): Promise<void> {
  const rows = await itemsOf(entry.id);
  const begun = rows.some((row) => isLead(row.kind) && isDelivered(row));
  if (!begun) return;
  const again = rows.filter((row) => isWithFiles(row) && !isToBeCorrected(row));
  await db.items.bulkPut(allUnsentAgain(entry, again));
  const standing = rows.some(isToBeCorrected) ? 'attention' : 'on_its_way';
  await db.entries.put({ ...displaced(entry), standing });
  await holdCorrectionsOf(entry.id);
}

/** What has arrived in part, whoever's it is. Only while nobody drains: nothing of it is on its way. */
async function sendBegunAgain(): Promise<void> {
  const owners = await db.entries.orderBy('ownerId').uniqueKeys();
  for (const ownerId of owners) {
    const delivered = await db.items.where('[ownerId+state.name]').equals([ownerId, 'delivered']).toArray();
    for (const entryId of new Set(delivered.map((row) => row.entryId)))
      await db.transaction('rw', [db.entries, db.items], async () => {
        const entry = await db.entries.get(entryId);
        if (entry) await beginAnew(entry);
      });
  }
}

/** What came over from the life before goes on in the one that speaks. */
const carryOver = (ids: readonly string[], life: string): Promise<number> =>
  db.kept
    .where('id')
    .anyOf([...ids])
    .modify({ life });

const keepStatement = (told: Statement, heardAt: number): Promise<unknown> =>
  db.device.put({ id: 'copies', heardAt, ...told });

/** The oldest go where there is no room for all, or there are too many. */
export const shrink = (room: number): Promise<void> =>
  storing(async () => {
    const facts = await readFacts();
    await release(facts.slice(0, tooMany(facts, room)).map(({ id }) => id));
  });

export interface Heard {
  readonly told: Statement;
  /** Of `unseenKept`, asked for before the provider was. */
  readonly unseen: readonly string[];
  /** Bytes that may stay. */
  readonly room: number;
  /** By the device's clock. */
  readonly now: number;
}

/**
 * What a statement of the user's own provider comes to: what a verified copy has is let go, what the database has lost is in its
 * owner's queue again. The statement is kept last: who is killed between does the rest the next time. One at a time over all windows,
 * and of another database only while nobody drains.
 * @returns how many go again
 */
export const hearStatement = ({ told, unseen, room, now }: Heard): Promise<number> =>
  storing(async () => {
    const known = (await readDeviceRow('copies')) ?? null;
    await noteSeen(unseen, told);
    const facts = await readFacts();
    const of = (...fates: Fate[]) => facts.filter((fact) => fates.includes(fateOf(fact, known, told)));
    const [lost, gone, stays] = [of('lost'), of('copied', 'too_old'), of('kept')];
    const again = await sendAgain(lost.map(({ id }) => id));
    if (isAnotherDatabase(known, told)) await sendBegunAgain();
    await release(gone.map(({ id }) => id));
    const older = stays.filter(({ life }) => life !== told.life);
    if (older.length > 0)
      await carryOver(
        older.map(({ id }) => id),
        told.life,
      );
    await keepStatement(told, now);
    await shrink(room);
    return again;
  });

/** What the provider said last; null where it says nothing of its copies. */
export const readStatement = (): Promise<Statement | null> =>
  storing(async () => (await readDeviceRow('copies')) ?? null);

/** Bytes that custody takes. */
export const sizeOfKept = async (): Promise<number> =>
  (await readFacts()).reduce((sum, { size }) => sum + size, 0);

/** The provider was asked, and answered without a statement: what is kept for it goes in the end. `now`: of the device's clock. */
export const hearSilence = (now: number): Promise<void> =>
  storing(async () => {
    const known = await readDeviceRow('copies');
    const after = known && afterSilence(known, now);
    if (after === known) return;
    if (after) return void (await db.device.put(after));
    await release((await readFacts()).map(({ id }) => id));
    await db.device.delete('copies');
  });
