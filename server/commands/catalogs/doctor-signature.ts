import type { Doctor } from '#contract/records/catalogs.ts';
import type { Database } from '../../database/connection/client.ts';
import type { Picture } from '../../files/picture.ts';
import { type FileStore, newStoragePath } from '../../files/store.ts';
import { type RowChange, changeRow, withStoredFirst } from './change-catalog.ts';
import { writable } from './writable-catalogs.ts';

/**
 * Sets the signature image for the doctor's next signed versions. Earlier versions still name the previous image, so it is
 * kept. The new file is durable before the row names it.
 */
export function setSignature(
  db: Database,
  change: RowChange,
  files: FileStore,
  { bytes, extension }: Picture,
): Promise<Doctor> {
  const signatureKey = newStoragePath(extension);
  return withStoredFirst(
    db,
    () => files.write(signatureKey, bytes),
    (tx, isKept) =>
      changeRow(tx, writable.doctors, change, { what: 'signature_set', columns: { signatureKey }, isKept }),
  );
}
