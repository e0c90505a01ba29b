import type { Doctor } from '#contract/catalogs.ts';
import type { Transaction } from '../../database/connection/client.ts';
import type { Picture } from '../../files/picture.ts';
import { type FileStore, newStoragePath } from '../../files/store.ts';
import { type RowChange, changeRow } from './change-catalog.ts';
import { writable } from './writable-catalogs.ts';

/**
 * What the doctor's next closings are signed with. Those that are there name the picture that they were signed with,
 * and it stays. The file is durable before the row names it.
 */
export function setSignature(
  tx: Transaction,
  change: RowChange,
  files: FileStore,
  { bytes, extension }: Picture,
): Promise<Doctor> {
  const signatureKey = newStoragePath(extension);
  return changeRow(tx, writable.doctors, change, {
    what: 'signature_set',
    columns: { signatureKey },
    prepare: () => files.write(signatureKey, bytes),
  });
}
