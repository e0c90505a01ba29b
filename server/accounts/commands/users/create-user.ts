import type { CreateUserBody } from '#contract/records/people/users.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { insertUserAccount } from './add-user.ts';
import { lockAndRequireAdministrator } from './administrators.ts';
import { requireAssignableBranch } from './assignable-branch.ts';
import type { ActorAuditContext } from './change-user.ts';
import type { UserRow } from '../sessions/lock-user.ts';
import { issueReplacementToken } from '../sessions/one-time-tokens.ts';
import type { OneTimeLink } from '../sessions/password-reset.ts';
import { recordActivity } from '../../../audit/index.ts';

export interface CreatedAccount {
  readonly user: UserRow;
  readonly inviteToken: string | null;
}

/**
 * Creates a user without a password.
 * @param bring delivers an invitation to the user; called before the log entry, because the log entry must be written last
 * @throws email_taken, forbidden, branch_forbidden, validation_failed
 */
export async function createUser(
  tx: Transaction,
  trace: ActorAuditContext,
  { email, display_name, status, actions, branch_id, send_invitation }: CreateUserBody,
  bring: (link: OneTimeLink) => Promise<void>,
): Promise<CreatedAccount> {
  const { actor, at } = trace;
  await lockAndRequireAdministrator(tx, actor);
  const branchId = branch_id?.toLowerCase() ?? null;
  await requireAssignableBranch(tx, actor, branchId);
  const account = { email, displayName: display_name, status, passwordHash: null, branchId };
  const user = await insertUserAccount(tx, { ...account, permissions: actions }, at);
  const purpose = 'invitation';
  const invitation = { purpose, userId: user.id, createdBy: actor.userId } as const;
  const inviteToken = status === 'invited' ? await issueReplacementToken(tx, invitation, at) : null;
  if (inviteToken !== null && send_invitation) await bring({ purpose, token: inviteToken, user });
  const detail = { user_id: user.id, status, actions, ...(branchId && { branch_id: branchId }) };
  await recordActivity(tx, trace, { action: 'user_created', detail });
  return { user, inviteToken };
}
