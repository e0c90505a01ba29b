import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import { mails } from '../../database/tables/mails.ts';

/** A queued mail. */
export type Mail = typeof mails.$inferSelect;

/** A mail with a link, addressed to a known user or to an address that may belong to a user. */
export type NewMail = Pick<Mail, 'purpose' | 'askedBy' | 'device' | 'askedAt'> &
  ({ readonly userId: string } | { readonly email: string });

/**
 * Time for which a mail belongs to one server; longer than sending takes (mail-sender.ts). If the server dies, another server
 * takes over the mail after this time.
 */
export const LEASE_SECONDS = 180;
/** Maximum number of attempts; with the pauses they take about eight hours. */
export const TRIES_MAX = 12;
const PAUSE_SECONDS = { first: 10, longest: 3600 };

export const queueMail = async (db: Executor, mail: NewMail): Promise<void> => {
  await db.insert(mails).values({ id: randomUUID(), ...mail });
};

/** Deletes the user's pending mails, because a newer link, a new password or a suspension replaces them. */
export async function withdrawMails(
  tx: Transaction,
  userId: string,
  purpose?: Mail['purpose'],
): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.userId, userId), purpose && eq(mails.purpose, purpose)));
}

/**
 * Leases the mail that has been due longest; returns null if none is due. The attempt is counted before sending, so that a mail
 * that crashes the process is counted, too.
 */
export async function leaseMail(db: Executor): Promise<Mail | null> {
  const due = sql`(select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)`;
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: inSeconds(LEASE_SECONDS) })
    .where(eq(mails.id, due))
    .returning();
  return mail ?? null;
}

/** Condition for a mail that still belongs to the caller: it was neither withdrawn nor leased again. */
const isOf = ({ id, tries }: Mail) => and(eq(mails.id, id), eq(mails.tries, tries));

/**
 * Locks the mail's row and stores the user instead of the address; returns false if the mail no longer belongs to the caller.
 * The caller must hold the lock of the user's row.
 */
export async function lockMail(tx: Transaction, mail: Mail, userId: string): Promise<boolean> {
  const held = await tx
    .update(mails)
    .set({ userId, email: null })
    .where(isOf(mail))
    .returning({ id: mails.id });
  return held.length > 0;
}

/** Removes a mail that was sent or must not be sent. */
export const removeMail = async (db: Executor, mail: Mail): Promise<void> => {
  await db.delete(mails).where(isOf(mail));
};

/**
 * Schedules another attempt after an increasing pause.
 * @returns false after the last attempt, when the mail is removed
 */
export async function postponeMail(db: Executor, mail: Mail): Promise<boolean> {
  if (mail.tries >= TRIES_MAX) {
    await removeMail(db, mail);
    return false;
  }
  const seconds = Math.min(PAUSE_SECONDS.first * 4 ** (mail.tries - 1), PAUSE_SECONDS.longest);
  await db
    .update(mails)
    .set({ dueAt: inSeconds(seconds) })
    .where(isOf(mail));
  return true;
}

/** Uses the database's clock, because the clocks of the servers may differ. */
const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
