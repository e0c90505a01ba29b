import type { DeviceReportResponse } from '#contract/records/people/devices.ts';
import {
  canHaveLostDeliveries,
  RETENTION_MAX_BYTES,
  retentionQuotaBytes,
  type BackupStatement,
} from '#domain/retention.ts';
import {
  applyMissingBackupStatement,
  applyBackupStatement,
  readBackupStatement,
  releaseExcessEntries,
  readRetainedSizeBytes,
  listDeliveredSinceStatement,
} from '#storage/retention/apply-statement.ts';
import { verifyBackupStatement } from '#storage/retention/statement.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import type { ApiResponse } from '#network/response.ts';
import { requestDrain, runWhileNotDraining } from '../outbox/outbox.ts';

/** Part of a device report that requests the server's backup statement, with data to apply the response (S29). */
interface BackupStatementRequest {
  /** Ids of entries delivered before the request that no backup statement covers yet. */
  readonly unseen: readonly string[];
  readonly deviceId: string;
  readonly userId: string;
}

export const prepareBackupStatementRequest = async (
  userId: string,
  deviceId: string,
): Promise<BackupStatementRequest> => ({
  unseen: await listDeliveredSinceStatement(),
  deviceId,
  userId,
});

/**
 * Applies the server's statement of which entries its backups contain. For another incarnation of the database, waits for the
 * drain lock and starts a drain afterwards, because that database may lack entries.
 */
async function applyReportedStatement(
  statement: BackupStatement,
  { unseen }: BackupStatementRequest,
): Promise<void> {
  const [space, held] = await Promise.all([readStorageSpace(), readRetainedSizeBytes()]);
  const receiveStatement = () =>
    applyBackupStatement({ statement, unseen, room: retentionQuotaBytes(space, held), now: Date.now() });
  if (!canHaveLostDeliveries(await readBackupStatement(), statement)) await receiveStatement();
  else {
    await runWhileNotDraining(receiveStatement);
    requestDrain('enqueue');
  }
}

/**
 * Applies the backup statement in the response to a report; the caller holds the report's lock. Without a valid statement, a
 * response still counts towards the release by age, and entries over the size limit are released.
 */
export async function applyBackupResponse(
  question: BackupStatementRequest,
  response: ApiResponse<DeviceReportResponse>,
): Promise<void> {
  const said = response.type === 'ok' ? response.body.copies : null;
  const statement = said && (await verifyBackupStatement(said, question));
  if (statement) return applyReportedStatement(statement, question);
  if (response.type === 'ok') await applyMissingBackupStatement(Date.now());
  await releaseExcessEntries(RETENTION_MAX_BYTES);
}
