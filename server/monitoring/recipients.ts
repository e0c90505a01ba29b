import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../platform/database/connection/client.ts';
import { userPermissions, users } from '../schema/accounts/accounts.ts';
import type { MailRecipient } from '../platform/mail/mailer.ts';
import type { AlertSettings } from './settings.ts';

/** Maximum number of recipients. A clinic has few administrators; a clinic with more sets ALERT_MAILS. */
const MAX_ADMINISTRATOR_RECIPIENTS = 20;

/**
 * Returns the recipients of alert mails: the addresses in ALERT_MAILS or, if it is empty, the active users who may manage
 * users.
 */
export async function listAlertRecipients(db: Executor, { mails }: AlertSettings): Promise<MailRecipient[]> {
  if (mails.length > 0) return mails.map((address) => ({ name: '', address }));
  const rows = await db
    .select({ name: users.displayName, address: users.email })
    .from(users)
    .innerJoin(userPermissions, eq(userPermissions.userId, users.id))
    .where(and(eq(users.status, 'active'), eq(userPermissions.permission, 'user_management')))
    .orderBy(asc(users.email))
    .limit(MAX_ADMINISTRATOR_RECIPIENTS);
  return rows;
}
