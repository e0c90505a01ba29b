import { sql } from 'drizzle-orm';
import type { BackupState } from '#contract/records/people/devices.ts';
import { listBackupStatementHmacParts } from '#domain/retention.ts';
import { hmacOfConsentTerms } from '../../platform/access/consent.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import { vaultKeyOf } from '../../accounts/index.ts';

interface IncarnationRow extends Record<string, unknown> {
  id: string;
  after: string | null;
  holds_until: string | Date | null;
  backed_up_until: string | Date | null;
}

const INCARNATION_SQL = sql`select id, after, holds_until,
  (select max(held_until) from copies where verified_at is not null) as backed_up_until from database_life`;

const isoInstantOrNull = (value: string | Date | null): string | null =>
  value === null ? null : new Date(value).toISOString();

/**
 * Returns the statement about this database's backups: the time up to which they reach (S29), and an HMAC with which the user's
 * devices recognise their own server.
 */
export async function issueBackupStatement(
  db: Database,
  { actor, at: now }: AuditContext,
  deviceId: string,
): Promise<BackupState | null> {
  const [{ rows }, vaultKey] = await Promise.all([
    db.execute<IncarnationRow>(INCARNATION_SQL),
    vaultKeyOf(db, actor.userId),
  ]);
  const row = rows[0];
  if (!row || !vaultKey) return null;
  const { id: life, after } = row;
  const [holdsUntil, backedUpUntil] = [
    isoInstantOrNull(row.holds_until),
    isoInstantOrNull(row.backed_up_until),
  ];
  const at = now.toISOString();
  const said = { userId: actor.userId, deviceId, life, after, holdsUntil, backedUpUntil, at };
  const hmac = hmacOfConsentTerms(vaultKey, listBackupStatementHmacParts(said)).toString('hex');
  return { life, after, holds_until: holdsUntil, backed_up_until: backedUpUntil, at, hmac };
}
