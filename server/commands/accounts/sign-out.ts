import type { AccountEventContext } from '../../access/account.ts';
import { hashToken } from '../../access/session-token.ts';
import type { Database } from '../../database/connection/client.ts';
import { findSession } from '../../queries/accounts/session.ts';
import { recordActivity } from '../log/record-activity.ts';
import { closeSession } from './sessions.ts';

export async function signOut(db: Database, token: string, occasion: AccountEventContext): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await findSession(tx, hashToken(token), occasion.at);
    await closeSession(tx, token);
    if (!session) return;
    const { actor } = session;
    await recordActivity(tx, { actor, branchId: actor.activeBranchId, ...occasion }, { action: 'sign_out' });
  });
}
