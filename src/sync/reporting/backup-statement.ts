import type { DeviceReportResponse } from '#contract/records/people/devices.ts';
import {
  isAnotherDatabase,
  RETENTION_MAX_BYTES,
  retentionQuota,
  type BackupStatement,
} from '#domain/retention.ts';
import {
  applyMissingStatement,
  applyStatement,
  readStatement,
  releaseExcessEntries,
  retainedSize,
  listDeliveredSinceStatement,
} from '#storage/retention/apply-statement.ts';
import { verifiedStatement } from '#storage/retention/statement.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import type { ApiResponse } from '../api/remote.ts';
import { requestDrain, withDrainLock } from '../outbox/outbox.ts';

/** Request for the server's backup statement in a device report, with the data to apply the response (S29). */
interface BackupStatementRequest {
  /** Ids of entries that were delivered before the request and that no backup statement covers yet. */
  readonly unseen: readonly string[];
  readonly deviceId: string;
  /** User whose session sends the request. */
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

/** Applies a backup statement. Entries that the server has lost are sent again at once. */
async function applyReported(told: BackupStatement, { unseen }: BackupStatementRequest): Promise<void> {
  const [space, held] = await Promise.all([readStorageSpace(), retainedSize()]);
  const hear = () => applyStatement({ told, unseen, room: retentionQuota(space, held), now: Date.now() });
  if (!isAnotherDatabase(await readStatement(), told)) await hear();
  else {
    await withDrainLock(hear);
    requestDrain('enqueue');
  }
}

/**
 * Applies the backup statement in the response to a report; call it while holding the report's lock. Entries are released for
 * their age only after the server was queried; the size limit applies even without a statement.
 */
export async function applyBackupResponse(
  question: BackupStatementRequest,
  response: ApiResponse<DeviceReportResponse>,
): Promise<void> {
  const said = response.type === 'ok' ? response.body.copies : null;
  const told = said && (await verifiedStatement(said, question));
  if (told) return applyReported(told, question);
  if (response.type === 'ok') await applyMissingStatement(Date.now());
  await releaseExcessEntries(RETENTION_MAX_BYTES);
}
