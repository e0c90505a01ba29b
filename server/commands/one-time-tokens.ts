import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../access/session-token.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { type TokenPurpose, oneTimeTokens } from '../database/one-time-tokens.ts';
import { AppError } from '../errors.ts';

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
}
export type LiveToken = Pick<typeof oneTimeTokens.$inferSelect, 'purpose' | 'userId'>;

const ofUser = (userId: string | null) =>
  userId === null ? isNull(oneTimeTokens.userId) : eq(oneTimeTokens.userId, userId);
const isUnused = isNull(oneTimeTokens.usedAt);

/**
 * Makes a link's token, which is kept nowhere, and voids the older ones of its purpose. The caller holds the user's
 * row: of two that come at once the second voids the first.
 */
export async function issueToken(tx: Transaction, link: NewLink, now: Date): Promise<string> {
  const token = newToken();
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(ofUser(link.userId), eq(oneTimeTokens.purpose, link.purpose), isUnused));
  await tx.insert(oneTimeTokens).values({
    ...link,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + TOKEN_MS[link.purpose]),
  });
  return token;
}

/** Voids every link of the user: their password was just set. */
export async function voidTokens(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(ofUser(userId), isUnused));
}

export const tokenInvalid = () =>
  new AppError('token_invalid', 'El token no es válido o la nueva contraseña no cumple los requisitos.');

const liveToken = (token: string, purposes: readonly TokenPurpose[], now: Date) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    inArray(oneTimeTokens.purpose, [...purposes]),
    isUnused,
    gt(oneTimeTokens.expiresAt, now),
  );

/** Whose token it is, before anything is worked for it. @throws token_invalid: unknown, used, late, of another purpose */
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
  if (!row) throw tokenInvalid();
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
