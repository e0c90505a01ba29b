import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import type { Picture } from '../../platform/files/picture.ts';
import { type FileStore, newStoragePath } from '../../platform/files/store.ts';
import { type RowChangeContext, changeCatalogRow, storeFileIfNeededThenChange } from './change-catalog.ts';
import { writableCatalogs } from './writable-catalogs.ts';

/**
 * Sets the signature image that the doctor's next signed versions use. The previous image is kept, because earlier versions
 * reference it. The new file is durable before the row references it.
 */
export function setDoctorSignature(
  db: Database,
  change: RowChangeContext,
  files: FileStore,
  { bytes, extension }: Picture,
): Promise<Doctor> {
  const signature_key = newStoragePath(extension);
  return storeFileIfNeededThenChange(
    db,
    () => files.write(signature_key, bytes),
    (tx, isKept) =>
      changeCatalogRow(tx, writableCatalogs.doctors, change, {
        what: 'signature_set',
        columns: { signature_key },
        isKept,
      }),
  );
}
