import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../../access/session-token.ts';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import { type TokenPurpose, oneTimeTokens } from '../../database/tables/one-time-tokens.ts';
import { users } from '../../database/tables/accounts.ts';
import { AppError } from '../../base/errors.ts';
import { type Mail, withdrawMails } from '../mails/mail-queue.ts';
import { accountInactive } from './sign-in.ts';

const HOUR_MS = 60 * 60_000;
export const TOKEN_MS: Record<TokenPurpose, number> = {
  invitation: 7 * 24 * HOUR_MS,
  password_reset: HOUR_MS,
  first_administrator: 24 * HOUR_MS,
};

export interface NewLink {
  readonly purpose: TokenPurpose;
  /** Null for the first administrator alone. */
  readonly userId: string | null;
  /** The administrator who asked for it; null where the person did, or the program. */
  readonly createdBy: string | null;
  /** The mail that brings it, where one does. */
  readonly mailId?: string;
}
export type LiveToken = Pick<typeof oneTimeTokens.$inferSelect, 'purpose' | 'userId'>;

const ofUser = (userId: string | null) =>
  userId === null ? isNull(oneTimeTokens.userId) : eq(oneTimeTokens.userId, userId);
const isUnused = isNull(oneTimeTokens.usedAt);

const expiryOf = (purpose: TokenPurpose, now: Date) => new Date(now.getTime() + TOKEN_MS[purpose]);

/** Makes a link's token, which is kept nowhere. It voids no other. */
export async function addToken(tx: Transaction, link: NewLink, now: Date): Promise<string> {
  const token = newToken();
  await tx.insert(oneTimeTokens).values({
    ...link,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: expiryOf(link.purpose, now),
  });
  return token;
}

/** Another token for a mail that is tried again: that of the earlier try is worthless then. Null where there is none yet. */
export async function replaceMailedToken(
  tx: Transaction,
  { id, purpose }: Pick<Mail, 'id' | 'purpose'>,
  now: Date,
): Promise<string | null> {
  const token = newToken();
  const replaced = await tx
    .update(oneTimeTokens)
    .set({ tokenHash: hashToken(token), expiresAt: expiryOf(purpose, now) })
    .where(and(eq(oneTimeTokens.mailId, id), isUnused))
    .returning({ purpose: oneTimeTokens.purpose });
  return replaced.length > 0 ? token : null;
}

/**
 * A link's token that voids the older ones of its purpose, those that are still to be mailed too. The caller holds the
 * user's row: of two that come at once the second voids the first.
 */
export async function issueToken(
  tx: Transaction,
  link: NewLink & { readonly purpose: Mail['purpose']; readonly userId: string },
  now: Date,
): Promise<string> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(ofUser(link.userId), eq(oneTimeTokens.purpose, link.purpose), isUnused));
  await withdrawMails(tx, link.userId, link.purpose);
  return addToken(tx, link, now);
}

/** Starts that went wrong print links, too: so many are good at once. */
const FIRST_LINKS_MAX = 10;

/**
 * A link for the first administrator. It voids none of another provider's, or of a start before: only of very many the
 * oldest. The caller holds the administrators' lock.
 */
export async function issueFirstLink(tx: Transaction, now: Date): Promise<string> {
  const purpose = 'first_administrator';
  const isLive = and(eq(oneTimeTokens.purpose, purpose), isUnused);
  const live = await tx
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(isLive)
    .orderBy(desc(oneTimeTokens.createdAt))
    .offset(FIRST_LINKS_MAX - 1);
  for (const { tokenHash } of live)
    await tx.update(oneTimeTokens).set({ usedAt: now }).where(eq(oneTimeTokens.tokenHash, tokenHash));
  return addToken(tx, { purpose, userId: null, createdBy: null }, now);
}

/** Somebody who knows the address asks as often as they like; the mailbox gets so many an hour. */
const OWN_RESETS_PER_HOUR = 3;

/**
 * A reset that was asked for with the address alone; null where the account has had its share of the hour. It voids
 * nothing: anybody may ask. The caller holds the user's row.
 */
export async function issueOwnReset(
  tx: Transaction,
  { userId, mailId }: { readonly userId: string; readonly mailId?: string },
  now: Date,
): Promise<string | null> {
  const [made] = await tx
    .select({ value: count() })
    .from(oneTimeTokens)
    .where(
      and(
        ofUser(userId),
        eq(oneTimeTokens.purpose, 'password_reset'),
        isNull(oneTimeTokens.createdBy),
        gt(oneTimeTokens.createdAt, new Date(now.getTime() - HOUR_MS)),
      ),
    );
  if ((made?.value ?? 0) >= OWN_RESETS_PER_HOUR) return null;
  return addToken(tx, { purpose: 'password_reset', userId, createdBy: null, ...(mailId && { mailId }) }, now);
}

/** Whether the user has an invitation that is still good. */
export async function hasLiveInvitation(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(
      and(
        ofUser(userId),
        eq(oneTimeTokens.purpose, 'invitation'),
        isUnused,
        gt(oneTimeTokens.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

/** Voids every link of the user, also one that is still to be mailed: their password was just set, or the account suspended. */
export async function voidTokens(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(ofUser(userId), isUnused));
  await withdrawMails(tx, userId);
}

export const tokenInvalid = () =>
  new AppError('token_invalid', 'El token no es válido o la nueva contraseña no cumple los requisitos.');

/** A token that was made and is not late, used or not. */
const knownToken = (token: string, purposes: readonly TokenPurpose[], now: Date) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    inArray(oneTimeTokens.purpose, [...purposes]),
    gt(oneTimeTokens.expiresAt, now),
  );
const liveToken = (...asked: Parameters<typeof knownToken>) => and(knownToken(...asked), isUnused);

/** Who holds a link that was voided by the suspension of its user is told of that (P8). */
async function refusal(db: Executor, ...asked: Parameters<typeof knownToken>): Promise<AppError> {
  const rows = await db
    .select({ id: users.id })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(and(knownToken(...asked), eq(users.status, 'suspended')));
  return rows.length > 0 ? accountInactive() : tokenInvalid();
}

/**
 * Whose token it is, before anything is worked for it.
 * @throws token_invalid: unknown, used, late, of another purpose; account_inactive for a suspended account
 */
export async function findToken(
  db: Executor,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<LiveToken> {
  const [row] = await db
    .select({ purpose: oneTimeTokens.purpose, userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(liveToken(token, purposes, now));
  if (!row) throw await refusal(db, token, purposes, now);
  return row;
}

/** Uses the token up: of two that come at once one gets through. @throws token_invalid as findToken */
export async function spendToken(
  tx: Transaction,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<void> {
  const spent = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(liveToken(token, purposes, now))
    .returning({ purpose: oneTimeTokens.purpose });
  if (spent.length === 0) throw tokenInvalid();
}
