import { sql } from 'drizzle-orm';
import type { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { actorOfAccount } from '../../../platform/access/account.ts';
import { checkAndHashPassword } from '../../../platform/access/new-password.ts';
import type { Database, Transaction } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { insertUserAccount } from './add-user.ts';
import { lockAdministrators } from './administrators.ts';
import {
  requireOneTimeToken,
  issueFirstAdministratorToken,
  spendToken,
  tokenInvalidError,
} from '../sessions/one-time-tokens.ts';
import { recordActivity } from '../../../audit/index.ts';
import { type NewSessionContext, openSession } from '../sessions/sessions.ts';

const FIRST_ADMINISTRATOR_PURPOSE = 'first_administrator';

async function hasUsers(tx: Transaction): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(users)
    .limit(1);
  return rows.length > 0;
}

/**
 * Makes another token for the first administrator; tokens of earlier starts stay valid. Returns null if a user already exists.
 */
export function issueTokenIfNoUsers(db: Database, now: Date): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockAdministrators(tx);
    if (await hasUsers(tx)) return null;
    return issueFirstAdministratorToken(tx, now);
  });
}

/**
 * Creates the first user, with every permission and without a branch. Returns the token of the user's session.
 * @throws token_invalid for an invalid token or if a user already exists; validation_failed for a password that is easily
 * guessed
 */
export async function createFirstAdministrator(
  db: Database,
  { token, email, display_name, password }: FirstAdministratorBody,
  { deviceKey, ...occasion }: NewSessionContext,
): Promise<string> {
  const { at } = occasion;
  // The token is checked before the password is hashed, so that a caller cannot cause expensive hashing with invented tokens.
  await requireOneTimeToken(db, token, [FIRST_ADMINISTRATOR_PURPOSE], at);
  const passwordHash = await checkAndHashPassword(password, { email, displayName: display_name }, 'password');
  return db.transaction(async (tx) => {
    await lockAdministrators(tx);
    if (await hasUsers(tx)) throw tokenInvalidError();
    await spendToken(tx, token, [FIRST_ADMINISTRATOR_PURPOSE], at);
    const account = {
      email,
      displayName: display_name,
      status: 'active',
      passwordHash,
      branchId: null,
    } as const;
    const user = await insertUserAccount(tx, { ...account, permissions: PERMISSIONS }, at);
    const session = await openSession(tx, user, { ...occasion, deviceKey });
    await recordActivity(
      tx,
      { actor: actorOfAccount(user), branchId: null, ...occasion },
      { action: 'administrator_created', detail: { user_id: user.id } },
    );
    return session;
  });
}
