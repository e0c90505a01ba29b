import type { Client } from 'pg';
import type { BackupLocation, Manifest } from './folder.ts';

/** Adds the backup to the table `copies`, from which the server knows the backups of this database. */
export async function recordBackup(client: Client, copy: BackupLocation, manifest: Manifest): Promise<void> {
  const { kind, heldUntil, finishedAt, database, files } = manifest;
  await client.query(
    `insert into copies (name, place, kind, held_until, finished_at, bytes, files) values ($1, $2, $3, $4, $5, $6, $7)`,
    [copy.name, copy.dir, kind, heldUntil, finishedAt, database.bytes + files.bytes, files.count],
  );
}

export const deleteBackupRecords = (
  client: Client,
  { dir }: BackupLocation,
  names: readonly string[],
): Promise<unknown> => client.query('delete from copies where place = $1 and name = any($2)', [dir, names]);

/**
 * Records a verification. Adds the backup first if the database does not know it, for example because an older backup was
 * restored.
 */
export async function recordVerification(
  client: Client,
  copy: BackupLocation,
  manifest: Manifest,
  at: Date,
): Promise<void> {
  const { rowCount } = await client.query('select from copies where name = $1', [copy.name]);
  if (rowCount === 0) await recordBackup(client, copy, manifest);
  await client.query('update copies set verified_at = $2 where name = $1', [copy.name, at]);
}

/**
 * Starts a new incarnation of the restored database (S29) and records the time up to which the backup reaches. Devices then
 * send again the entries that were delivered after this time. A restored backup from before incarnations were introduced gets
 * its first incarnation at the next start.
 */
export async function beginIncarnation(client: Client, { heldUntil }: Manifest): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('database_life') is not null as known`,
  );
  if (rows[0]?.known)
    await client.query(
      'update database_life set after = id, id = gen_random_uuid(), holds_until = $1, began_at = now()',
      [heldUntil],
    );
}
