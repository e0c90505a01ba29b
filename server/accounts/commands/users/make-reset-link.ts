import type { Transaction } from '../../../platform/database/connection/client.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { lockAndRequireAdministrator } from './administrators.ts';
import type { ActorAuditContext } from './change-user.ts';
import { lockUser } from '../sessions/lock-user.ts';
import { issueReplacementToken } from '../sessions/one-time-tokens.ts';
import type { OneTimeLink } from '../sessions/password-reset.ts';
import { recordActivity } from '../../../audit/index.ts';

/**
 * Makes a link that the administrator gives to the user: an invitation for an invited user, a reset for an active user.
 * @param bring delivers the link to the user; called before the log entry, because the log entry must be written last
 * @throws forbidden, not_found; account_inactive for a suspended user, who may not use any link
 */
export async function makePasswordLink(
  tx: Transaction,
  trace: ActorAuditContext,
  userId: string,
  bring: (link: OneTimeLink) => Promise<void>,
): Promise<OneTimeLink> {
  await lockAndRequireAdministrator(tx, trace.actor);
  const user = await lockUser(tx, userId);
  if (user.status === 'suspended')
    throw new AppError(
      'account_inactive',
      'El usuario está suspendido. Reactívalo antes de generar el enlace.',
    );
  const purpose = user.status === 'invited' ? 'invitation' : 'password_reset';
  const token = await issueReplacementToken(tx, { purpose, userId, createdBy: trace.actor.userId }, trace.at);
  const link = { purpose, token, user } as const;
  await bring(link);
  await recordActivity(tx, trace, { action: 'reset_link_made', detail: { user_id: userId, purpose } });
  return link;
}
