import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../../../platform/access/session-token.ts';
import type { Executor, Transaction } from '../../../platform/database/connection/client.ts';
import { type TokenPurpose, oneTimeTokens } from '../../../schema/accounts/one-time-tokens.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { type MailQueueRow, withdrawMails } from '../../../mails/index.ts';
import type { LinkPurpose } from '../mails/link-mail.ts';
import { accountInactiveError } from './sign-in.ts';

const HOUR_MS = 60 * 60_000;
export const TOKEN_LIFETIME_MS: Record<TokenPurpose, number> = {
  invitation: 7 * 24 * HOUR_MS,
  password_reset: HOUR_MS,
  first_administrator: 24 * HOUR_MS,
};

export interface NewLink {
  readonly purpose: TokenPurpose;
  /** User of the link; null only for the first administrator. */
  readonly userId: string | null;
  /** Administrator who requested the link; null if the link's own user or the server requested it. */
  readonly createdBy: string | null;
  readonly mailId?: string;
}
export type ValidTokenInfo = Pick<typeof oneTimeTokens.$inferSelect, 'purpose' | 'userId'>;

const tokenOfUserCondition = (userId: string | null) =>
  userId === null ? isNull(oneTimeTokens.userId) : eq(oneTimeTokens.userId, userId);
const unusedTokenCondition = isNull(oneTimeTokens.usedAt);

const tokenExpiryOf = (purpose: TokenPurpose, now: Date) =>
  new Date(now.getTime() + TOKEN_LIFETIME_MS[purpose]);

/** Makes the token of a link and stores only its hash. Other tokens stay valid. */
export async function addOneTimeToken(tx: Transaction, link: NewLink, now: Date): Promise<string> {
  const token = newToken();
  await tx.insert(oneTimeTokens).values({
    ...link,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: tokenExpiryOf(link.purpose, now),
  });
  return token;
}

/**
 * Replaces the token of a mail that is sent again, so that the token of the earlier attempt becomes invalid. Returns null if
 * the mail has no unused token.
 */
export async function replaceMailedToken(
  tx: Transaction,
  { id, purpose }: Pick<MailQueueRow, 'id'> & { readonly purpose: LinkPurpose },
  now: Date,
): Promise<string | null> {
  const token = newToken();
  const replaced = await tx
    .update(oneTimeTokens)
    .set({ tokenHash: hashToken(token), expiresAt: tokenExpiryOf(purpose, now) })
    .where(and(eq(oneTimeTokens.mailId, id), unusedTokenCondition))
    .returning({ purpose: oneTimeTokens.purpose });
  return replaced.length > 0 ? token : null;
}

/**
 * Makes the token of a link and voids older tokens of the same purpose and user, including tokens in mails that are not sent
 * yet. The caller must hold the lock of the user's row, so that the second of two concurrent calls voids the link of the first.
 */
export async function issueReplacementToken(
  tx: Transaction,
  link: NewLink & { readonly purpose: LinkPurpose; readonly userId: string },
  now: Date,
): Promise<string> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(tokenOfUserCondition(link.userId), eq(oneTimeTokens.purpose, link.purpose), unusedTokenCondition),
    );
  await withdrawMails(tx, link.userId, link.purpose);
  return addOneTimeToken(tx, link, now);
}

/**
 * Maximum number of valid links for the first administrator. Several can be valid, because every start prints a link, even a
 * start that fails.
 */
const MAX_FIRST_ADMINISTRATOR_LINKS = 10;

/**
 * Makes a link for the first administrator. Links from other servers or earlier starts stay valid; if more than MAX_FIRST_ADMINISTRATOR_LINKS
 * would be valid, the oldest link is voided. The caller must hold the administrators' lock.
 */
export async function issueFirstAdministratorToken(tx: Transaction, now: Date): Promise<string> {
  const purpose = 'first_administrator';
  const isLive = and(eq(oneTimeTokens.purpose, purpose), unusedTokenCondition);
  const live = await tx
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(isLive)
    .orderBy(desc(oneTimeTokens.createdAt))
    .offset(MAX_FIRST_ADMINISTRATOR_LINKS - 1);
  for (const { tokenHash } of live)
    await tx.update(oneTimeTokens).set({ usedAt: now }).where(eq(oneTimeTokens.tokenHash, tokenHash));
  return addOneTimeToken(tx, { purpose, userId: null, createdBy: null }, now);
}

/**
 * Maximum number of resets that are mailed to one address per hour. The limit protects the user from unwanted mails requested
 * by a caller who knows the address.
 */
const MAX_REQUESTED_RESETS_PER_HOUR = 3;

/**
 * Makes a reset for a caller who entered only the address; returns null when the account has reached its limit of resets per
 * hour. The user's other links stay valid, because any caller may request a reset. The caller must hold the lock of the user's
 * row.
 */
export async function issueRequestedResetToken(
  tx: Transaction,
  { userId, mailId }: { readonly userId: string; readonly mailId?: string },
  now: Date,
): Promise<string | null> {
  const [made] = await tx
    .select({ value: count() })
    .from(oneTimeTokens)
    .where(
      and(
        tokenOfUserCondition(userId),
        eq(oneTimeTokens.purpose, 'password_reset'),
        isNull(oneTimeTokens.createdBy),
        gt(oneTimeTokens.createdAt, new Date(now.getTime() - HOUR_MS)),
      ),
    );
  if ((made?.value ?? 0) >= MAX_REQUESTED_RESETS_PER_HOUR) return null;
  return addOneTimeToken(
    tx,
    { purpose: 'password_reset', userId, createdBy: null, ...(mailId && { mailId }) },
    now,
  );
}

export async function hasLiveInvitation(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(
      and(
        tokenOfUserCondition(userId),
        eq(oneTimeTokens.purpose, 'invitation'),
        unusedTokenCondition,
        gt(oneTimeTokens.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

/**
 * Voids every link of the user, including links in mails that are not sent yet. Called when the password was set or the account
 * was suspended.
 */
export async function voidTokensAndWithdrawMails(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(tokenOfUserCondition(userId), unusedTokenCondition));
  await withdrawMails(tx, userId);
}

export const tokenInvalidError = () =>
  new AppError('token_invalid', 'El token no es válido o la nueva contraseña no cumple los requisitos.');

/** Condition that a token exists and has not expired; the token may already have been used. */
const unexpiredTokenCondition = (token: string, purposes: readonly TokenPurpose[], now: Date) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    inArray(oneTimeTokens.purpose, [...purposes]),
    gt(oneTimeTokens.expiresAt, now),
  );
const validTokenCondition = (...requested: Parameters<typeof unexpiredTokenCondition>) =>
  and(unexpiredTokenCondition(...requested), unusedTokenCondition);

/** Returns account_inactive if the link was voided because its user was suspended (P8); otherwise token_invalid. */
async function determineTokenError(
  db: Executor,
  ...requested: Parameters<typeof unexpiredTokenCondition>
): Promise<AppError> {
  const rows = await db
    .select({ id: users.id })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(and(unexpiredTokenCondition(...requested), eq(users.status, 'suspended')));
  return rows.length > 0 ? accountInactiveError() : tokenInvalidError();
}

/**
 * Returns the user of a token, so that an invalid token is rejected before expensive work.
 * @throws token_invalid for a token that is unknown, used, expired or for another purpose; account_inactive for a suspended
 * account
 */
export async function requireOneTimeToken(
  db: Executor,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<ValidTokenInfo> {
  const [row] = await db
    .select({ purpose: oneTimeTokens.purpose, userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(validTokenCondition(token, purposes, now));
  if (!row) throw await determineTokenError(db, token, purposes, now);
  return row;
}

/**
 * Marks the token as used. Of two concurrent calls only one succeeds.
 * @throws token_invalid for a token that is unknown, used, expired or for another purpose
 */
export async function spendToken(
  tx: Transaction,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<void> {
  const spent = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(validTokenCondition(token, purposes, now))
    .returning({ purpose: oneTimeTokens.purpose });
  if (spent.length === 0) throw tokenInvalidError();
}
