import type { AccountEventContext } from '../../../platform/access/account.ts';
import { hashToken } from '../../../platform/access/session-token.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { findSession } from '../../queries/session.ts';
import { recordActivity } from '../../../audit/index.ts';
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
