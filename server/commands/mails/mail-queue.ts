import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import { mails } from '../../database/tables/mails.ts';

/** A mail that somebody has leased, to send it. */
export type Mail = typeof mails.$inferSelect;

/** A mail with a link, to a user who is known, or to whoever has the address. */
export type NewMail = Pick<Mail, 'purpose' | 'askedBy' | 'device' | 'askedAt'> &
  ({ readonly userId: string } | { readonly email: string });

/** How long a mail is one provider's: longer than sending takes (mail-sender.ts). One that dies leaves it to the next after that. */
export const LEASE_SECONDS = 180;
/** Some eight hours with the pauses between them. */
export const TRIES_MAX = 12;
const PAUSE_SECONDS = { first: 10, longest: 3600 };

export const queueMail = async (db: Executor, mail: NewMail): Promise<void> => {
  await db.insert(mails).values({ id: randomUUID(), ...mail });
};

/** What is on its way to the user is not sent any more: a newer link, a new password or a suspension took its place. */
export async function withdrawMails(
  tx: Transaction,
  userId: string,
  purpose?: Mail['purpose'],
): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.userId, userId), purpose && eq(mails.purpose, purpose)));
}

/** The mail that is due longest, leased to the caller; null where none is. A try counts from here: one that kills its program, too. */
export async function leaseMail(db: Executor): Promise<Mail | null> {
  const due = sql`(select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)`;
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: inSeconds(LEASE_SECONDS) })
    .where(eq(mails.id, due))
    .returning();
  return mail ?? null;
}

/** Still the caller's: neither withdrawn nor, after the lease, another's. */
const isOf = ({ id, tries }: Mail) => and(eq(mails.id, id), eq(mails.tries, tries));

/**
 * Holds the mail's row, which from now on names its user alone; false where it is the caller's no more. The caller holds
 * the user's row.
 */
export async function holdMail(tx: Transaction, mail: Mail, userId: string): Promise<boolean> {
  const held = await tx
    .update(mails)
    .set({ userId, email: null })
    .where(isOf(mail))
    .returning({ id: mails.id });
  return held.length > 0;
}

/** Sent, or not to be sent. */
export const removeMail = async (db: Executor, mail: Mail): Promise<void> => {
  await db.delete(mails).where(isOf(mail));
};

/** Tries again after a pause that grows. @returns false where it was tried often enough, and is given up */
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

/** By the database's clock: providers need not agree about the time. */
const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
