import { Client, type ClientConfig } from 'pg';
import { segmentNameAt } from '../archive/segments.ts';
import { startCopyOut } from './copy-protocol.ts';

export type OnBackupBytes = (done: number, total: number) => void;
/** Callback that receives the name of the first segment of the write-ahead log that the backup needs. */
export type OnBackupStarted = (segment: string) => void;

const BASE_BACKUP_COMMAND = `BASE_BACKUP (LABEL 'ventanilla', CHECKPOINT 'fast', WAL true, WAIT false, PROGRESS true)`;
const BYTES_PER_KIB = 1024;

/**
 * Streams the embedded cluster as one tar, including the write-ahead log that it needs. The database can be used during the
 * backup.
 */
export async function* streamBaseBackup(
  connection: ClientConfig,
  onStart: OnBackupStarted,
  onBytes: OnBackupBytes,
): AsyncGenerator<Buffer> {
  const client = new Client({ ...connection, replication: 'true' } as ClientConfig);
  client.on('error', () => undefined); // The event is ignored, because the running statement reports the same error.
  await client.connect();
  try {
    const statement = startCopyOut(client, BASE_BACKUP_COMMAND);
    let done = 0;
    let archives = 0;
    for await (const message of statement.chunks()) {
      // Message types of PostgreSQL's replication protocol (section 54.4 of its manual): 'n' begins an archive, 'm' begins the
      // manifest, 'd' is data, 'p' is progress.
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === 'n' && (archives += 1) > 1)
        throw new Error('The cluster has a separate tablespace, which this program never creates');
      // The first row of the response holds the start position in the write-ahead log and its timeline.
      if (type === 'n') onStart(segmentNameAt(Number(statement.rows[0]?.[1]), statement.rows[0]?.[0] ?? ''));
      if (type !== 'd') continue;
      done += message.length - 1;
      // The second row of the result describes the cluster: oid, location, size in KiB.
      onBytes(done, Number(statement.rows[1]?.[2] ?? 0) * BYTES_PER_KIB);
      yield message.subarray(1);
    }
  } finally {
    await client.end();
  }
}
