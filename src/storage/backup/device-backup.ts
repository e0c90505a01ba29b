import type { DeviceSecret } from '#contract/device-proof.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { readIdempotencySupport, type IdempotencySupport } from '../database/server-traits.ts';
import type { OutboxReceiptRow } from '../database/records.ts';
import type { DeviceRow } from '../database/device-records.ts';
import { IDENTITY_BACKUP_PATH, reportUnexpectedBackupError, openBackupCache } from './backup-cache.ts';
import { readReceiptBackups } from './receipt-backups.ts';

/**
 * Text of the device's backup: the id, the server's treatment of idempotency keys, and the secret (fields x, y and d of its
 * JWK).
 */
const DEVICE_BACKUP_TEXT_PATTERN =
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?: (kept|ignored|unknown))?(?: ([\w-]{43})\.([\w-]{43})\.([\w-]{43}))?$/;

type IdentityRow = Extract<DeviceRow, { id: 'identity' }>;

interface DeviceBackup {
  readonly row: IdentityRow;
  /**
   * Server's last known treatment of idempotency keys. Without it, restored items would be sent to a server that ignores the
   * keys as if it respected them (S23).
   */
  readonly treatment: IdempotencySupport;
}

const formatDeviceBackup = ({ row: { deviceId, secret }, treatment }: DeviceBackup): string =>
  [deviceId, treatment, ...(secret ? [[secret.x, secret.y, secret.d].join('.')] : [])].join(' ');

/** Returns null if the backup is missing or damaged; rejects if the cache is unavailable. */
async function readDeviceBackup(cache: Cache): Promise<DeviceBackup | null> {
  const copy = await cache.match(IDENTITY_BACKUP_PATH);
  const text = (await copy?.text().catch(reportUnexpectedBackupError)) ?? '';
  const [, deviceId, treatment = 'unknown', x, y, d] = DEVICE_BACKUP_TEXT_PATTERN.exec(text) ?? [];
  if (deviceId === undefined) return null;
  const secret: DeviceSecret | null = x && y && d ? { kty: 'EC', crv: 'P-256', x, y, d } : null;
  return {
    row: { id: 'identity', deviceId, ...(secret && { secret }) },
    treatment: treatment as IdempotencySupport,
  };
}

async function backUpDeviceOrThrow(): Promise<void> {
  const cache = await openBackupCache();
  const [row, treatment] = await Promise.all([readDeviceRow('identity'), readIdempotencySupport()]);
  if (!cache || !row) return;
  const text = formatDeviceBackup({ row, treatment });
  const copied = await readDeviceBackup(cache);
  if (copied && formatDeviceBackup(copied) === text) return;
  await cache.put(IDENTITY_BACKUP_PATH, new Response(text));
}

/**
 * Restores the server's treatment of idempotency keys and requires a new sign-in. Must run inside the transaction that gives
 * the new database its id.
 */
async function restoreTraitsAndRequireSignIn(treatment: IdempotencySupport): Promise<void> {
  if (treatment !== 'unknown' && (await readIdempotencySupport()) === 'unknown')
    await db.device.put({ id: 'provider-traits', idempotency: treatment });
  // The lost database may have contained a pending sign-out or a locked screen, so the cookie alone must not resume the session
  // (S16).
  if (!(await db.accounts.get('current'))) await db.device.put({ id: 'pending-sign-out', since: Date.now() });
}

/** Restores the backup in one transaction, so that the receipts are restored once and completely. */
const restoreDeviceAndReceipts = (
  copied: DeviceBackup | null,
  receipts: readonly OutboxReceiptRow[],
  wasHere: boolean,
): Promise<IdentityRow> =>
  db.transaction('rw', [db.accounts, db.device, db.receipts], async () => {
    const meanwhile = await readDeviceRow('identity'); // Another window may have restored the id in the meantime.
    if (meanwhile) return meanwhile;
    const here = new Set(await db.receipts.toCollection().primaryKeys());
    await db.receipts.bulkAdd(receipts.filter(({ id }) => !here.has(id)));
    if (wasHere) await restoreTraitsAndRequireSignIn(copied?.treatment ?? 'unknown');
    const row = copied?.row ?? { id: 'identity', deviceId: crypto.randomUUID() };
    await db.device.put(row);
    return row;
  });

/** Backs up the device's id and secret. Storage failures are ignored, because the device works without the backup. */
export const backUpDevice = (): Promise<void> => backUpDeviceOrThrow().catch(reportUnexpectedBackupError);

async function restoreOrCreateIdentity(): Promise<IdentityRow> {
  const cache = await openBackupCache();
  const copied = cache && (await readDeviceBackup(cache));
  const receipts = cache ? await readReceiptBackups(cache) : [];
  const wasHere = cache !== null && (await cache.keys()).length > 0;
  return restoreDeviceAndReceipts(copied, receipts, wasHere);
}

/**
 * Returns the device's id. If the database has none, restores it with the week's receipts, or creates one on a new device.
 * Rejects while the backups cannot be read, because the device must then not get another id.
 */
export async function restoreOrCreateDevice(): Promise<IdentityRow> {
  const row = (await readDeviceRow('identity')) ?? (await restoreOrCreateIdentity());
  await backUpDevice();
  return row;
}
