import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection/client.ts';
import { mails } from '../../schema/mails.ts';

export type MailQueueRow = typeof mails.$inferSelect;

export type NewMail = Pick<MailQueueRow, 'purpose' | 'askedBy' | 'device' | 'askedAt'> &
  (
    | { readonly userId: string }
    | { readonly email: string }
    | { readonly noticeBranchId: string; readonly noticeId: string }
  );

/**
 * Time in seconds for which one server may send a mail; longer than sending takes (mail-sender.ts). If the server dies, another
 * server may send the mail after this time.
 */
export const MAIL_LEASE_SECONDS = 180;
/** Maximum number of attempts to send a mail. With the pauses between them, twelve attempts take about eight hours. */
export const MAX_SEND_ATTEMPTS = 12;
const RETRY_DELAY_SECONDS = { first: 10, longest: 3600 };

export const queueMail = async (db: Executor, mail: NewMail): Promise<void> => {
  await db.insert(mails).values({ id: randomUUID(), ...mail });
};

export async function withdrawMails(
  tx: Transaction,
  userId: string,
  purpose?: MailQueueRow['purpose'],
): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.userId, userId), purpose && eq(mails.purpose, purpose)));
}

/** Removes the mail of a notice from the queue. Returns false, and removes nothing, while a server sends the mail. */
export async function withdrawNoticeMail(
  tx: Transaction,
  { branchId, id }: { readonly branchId: string; readonly id: string },
): Promise<boolean> {
  const [mail] = await tx
    .select({ id: mails.id, isBeingSent: sql<boolean>`${mails.isLeased} and ${mails.dueAt} > now()` })
    .from(mails)
    .where(and(eq(mails.noticeBranchId, branchId), eq(mails.noticeId, id)))
    .for('update');
  if (mail?.isBeingSent) return false;
  if (mail) await tx.delete(mails).where(eq(mails.id, mail.id));
  return true;
}

/**
 * Leases the mail that has been due for the longest time; returns null if no mail is due. The attempt is counted before the
 * mail is sent, so that a mail that crashes the process also reaches the maximum number of attempts.
 */
export async function leaseMail(db: Executor): Promise<MailQueueRow | null> {
  const due = sql`(select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)`;
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: databaseTimeIn(MAIL_LEASE_SECONDS), isLeased: true })
    .where(eq(mails.id, due))
    .returning();
  return mail ?? null;
}

/** Condition that the caller still has the lease of the mail: the mail was neither withdrawn nor leased again. */
const heldLeaseCondition = ({ id, tries }: MailQueueRow) => and(eq(mails.id, id), eq(mails.tries, tries));

/**
 * Locks the mail's row and replaces the email address by the user's id. Returns false if the caller no longer has the lease of
 * the mail. The caller must hold the lock of the user's row.
 */
export async function lockAndAssignMail(
  tx: Transaction,
  mail: MailQueueRow,
  userId: string,
): Promise<boolean> {
  const held = await tx
    .update(mails)
    .set({ userId, email: null })
    .where(heldLeaseCondition(mail))
    .returning({ id: mails.id });
  return held.length > 0;
}

/** Removes the mail from the queue. Returns false if the caller no longer has the lease of the mail. */
export async function endLeasedMail(tx: Transaction, mail: MailQueueRow): Promise<boolean> {
  const ended = await tx.delete(mails).where(heldLeaseCondition(mail)).returning({ id: mails.id });
  return ended.length > 0;
}

export const hasAttemptsLeft = ({ tries }: MailQueueRow): boolean => tries < MAX_SEND_ATTEMPTS;

/** Schedules the next attempt to send the mail; the pause grows with each attempt. */
export async function postponeMail(db: Executor, mail: MailQueueRow): Promise<void> {
  const seconds = Math.min(RETRY_DELAY_SECONDS.first * 4 ** (mail.tries - 1), RETRY_DELAY_SECONDS.longest);
  await db
    .update(mails)
    .set({ dueAt: databaseTimeIn(seconds), isLeased: false })
    .where(heldLeaseCondition(mail));
}

/** Computes the time with the database's clock, because the clocks of the servers may differ. */
const databaseTimeIn = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
