import type { OneTimeLink } from '../sessions/password-reset.ts';
import { queueMail } from '../../../mails/index.ts';
import type { AuditContext } from '../../../platform/access/audit-context.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import type { Context } from '../../../platform/http/context/context.ts';

/**
 * Queues the mail for a link, in the transaction in which an administrator creates the link. Does nothing if no mail server is
 * configured.
 */
export async function queueLinkMail(
  { mail }: Pick<Context, 'mail'>,
  tx: Transaction,
  { purpose, user }: Pick<OneTimeLink, 'purpose' | 'user'>,
  { actor, device, at }: AuditContext,
): Promise<void> {
  if (mail) await queueMail(tx, { purpose, userId: user.id, askedBy: actor.userId, device, askedAt: at });
}
