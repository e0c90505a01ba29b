import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../database/connection/client.ts';
import { userPermissions, users } from '../database/tables/accounts.ts';
import type { MailRecipient } from '../mail/mailer.ts';
import type { AlertSettings } from './settings.ts';

/** Upper limit of recipients. A clinic has few administrators; a clinic with more names its recipients in the setting. */
const MOST = 20;

/**
 * Returns the recipients of the alerts: the addresses in ALERT_MAILS or, if there are none, the active users who manage users.
 */
export async function recipientsOf(db: Executor, { mails }: AlertSettings): Promise<MailRecipient[]> {
  if (mails.length > 0) return mails.map((address) => ({ name: '', address }));
  const rows = await db
    .select({ name: users.displayName, address: users.email })
    .from(users)
    .innerJoin(userPermissions, eq(userPermissions.userId, users.id))
    .where(and(eq(users.status, 'active'), eq(userPermissions.permission, 'user_management')))
    .orderBy(asc(users.email))
    .limit(MOST);
  return rows;
}
