import type { Branch } from '#contract/catalogs/branches.ts';
import type { Database, Transaction } from '../../platform/database/connection/client.ts';
import type { Logo } from '../../platform/files/logos/logo.ts';
import { type FileStore, newStoragePath } from '../../platform/files/store.ts';
import { type RowChangeContext, changeCatalogRow, storeFileIfNeededThenChange } from './change-catalog.ts';
import { writableCatalogs } from './writable-catalogs.ts';

/**
 * Sets the logo of the branch. The new file is durable before the row references it. The sweep deletes the previous file later.
 */
export function setLogo(
  db: Database,
  change: RowChangeContext,
  files: FileStore,
  logo: Logo,
): Promise<Branch> {
  const logo_path = newStoragePath('png');
  return storeFileIfNeededThenChange(
    db,
    () => files.write(logo_path, logo.bytes),
    (tx, isKept) =>
      changeCatalogRow(tx, writableCatalogs.branches, change, {
        what: 'logo_set',
        action: 'branding_changed',
        columns: { logo_hash: logo.hash },
        stamp: { logo_path, branding_updated_at: change.trace.at },
        isKept,
      }),
  );
}

export const removeLogo = (tx: Transaction, change: RowChangeContext): Promise<Branch> =>
  changeCatalogRow(tx, writableCatalogs.branches, change, {
    what: 'logo_removed',
    action: 'branding_changed',
    columns: { logo_hash: null, logo_path: null },
    stamp: { branding_updated_at: change.trace.at },
  });
