import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { DeviceReportResponse } from '#contract/records/people/devices.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database, Executor, Transaction } from '../../platform/database/connection/client.ts';
import { queueLetters } from '../../schema/accounts/devices.ts';

/**
 * Letters for queue numbers. Letters that look or sound like another character are omitted: I like 1, O like 0, N like M, V
 * like B, W like V.
 */
const QUEUE_LETTER_ALPHABET = 'ABCDEFGHJKLMPQRSTUXYZ';
const MAX_QUEUE_LETTERS = 3;
/**
 * Maximum number of times that one device gets queue letters in 24 hours. A device that has lost its last queue number gets new
 * letters; the limit stops a device that loses the number repeatedly.
 */
export const MAX_DAILY_LETTERS_PER_DEVICE = 3;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the letters at this position of the sequence A, B … Z, AA, AB …; null from position 9,723 on, when all combinations
 * of up to three letters are used.
 */
export function queueLettersAt(position: number): string | null {
  let letters = '';
  for (let left = position + 1; left > 0; left = Math.floor((left - 1) / QUEUE_LETTER_ALPHABET.length))
    letters = `${QUEUE_LETTER_ALPHABET[(left - 1) % QUEUE_LETTER_ALPHABET.length] ?? ''}${letters}`;
  return letters.length > MAX_QUEUE_LETTERS ? null : letters;
}

interface QueueCounter {
  readonly branchId: string;
  readonly counterId: string;
  readonly deviceId: string;
}

async function findQueueLetters(db: Executor, { branchId, counterId }: QueueCounter): Promise<string | null> {
  const [row] = await db
    .select({ letters: queueLetters.letters })
    .from(queueLetters)
    .where(and(eq(queueLetters.branchId, branchId), eq(queueLetters.counterId, counterId)));
  return row?.letters ?? null;
}

/**
 * Returns how many combinations of queue letters the branch has assigned to all devices, and how many of them to this device
 * after `since`.
 */
async function countAssignedLetters(tx: Transaction, { branchId, deviceId }: QueueCounter, since: Date) {
  const ofBranch = eq(queueLetters.branchId, branchId);
  const ofDevice = and(ofBranch, eq(queueLetters.deviceId, deviceId), gt(queueLetters.givenAt, since));
  const [all] = await tx.select({ value: count() }).from(queueLetters).where(ofBranch);
  const [lately] = await tx.select({ value: count() }).from(queueLetters).where(ofDevice);
  return { all: all?.value ?? 0, lately: lately?.value ?? 0 };
}

/**
 * Assigns letters to one counter of queue numbers, which belongs to a device and a branch. Concurrent assignments of a branch
 * run one after the other, so that no two counters get the same letters.
 */
async function assignQueueLetters(tx: Transaction, counter: QueueCounter, at: Date): Promise<string | null> {
  const { branchId } = counter;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`turn letters ${branchId}`}, 0))`);
  const known = await findQueueLetters(tx, counter); // The search is repeated under the lock, because a concurrent report of the same device may have assigned the letters in the meantime.
  if (known !== null) return known;
  const { all, lately } = await countAssignedLetters(tx, counter, new Date(at.getTime() - DAY_MS));
  const letters = lately < MAX_DAILY_LETTERS_PER_DEVICE ? queueLettersAt(all) : null;
  if (letters !== null) await tx.insert(queueLetters).values({ ...counter, letters, givenAt: at });
  return letters;
}

/**
 * Returns the queue letters of a device for the session's active branch, and the current day in that branch (S28). Returns null
 * without an active branch, for a user who may not register patients, and when all letters are used.
 */
export async function findOrAssignQueueLetters(
  db: Database,
  { actor, branchId, at }: AuditContext & { readonly actor: Actor },
  device: Omit<QueueCounter, 'branchId'>,
): Promise<DeviceReportResponse['turns']> {
  if (branchId === null || !hasAnyPermission(actor, 'register_patients')) return null;
  const counter = { ...device, branchId };
  const letters =
    (await findQueueLetters(db, counter)) ??
    (await db.transaction((tx) => assignQueueLetters(tx, counter, at)));
  return letters === null ? null : { branch_id: branchId, letters, today: bogotaDay(at.getTime()) };
}
