import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../database/connection/client.ts';
import { userPermissions, users } from '../database/tables/accounts.ts';
import type { Person } from '../mail/mailer.ts';
import type { AlertSettings } from './settings.ts';

/** A clinic has a few; one that has more names those who look after the server. */
const MOST = 20;

/** Who gets the alerts: the addresses of the setting, else who manages users and may sign in. */
export async function recipientsOf(db: Executor, { mails }: AlertSettings): Promise<Person[]> {
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
