import type { Branch } from '#contract/branches.ts';
import type { Transaction } from '../../database/connection/client.ts';
import type { Logo } from '../../files/logos/logo.ts';
import { type FileStore, newStoragePath } from '../../files/store.ts';
import { type RowChange, changeRow } from './change-catalog.ts';
import { writable } from './writable-catalogs.ts';

/** Gives the branch that logo; the file is durable before the row names it. The one before is swept away in time. */
export function setLogo(tx: Transaction, change: RowChange, files: FileStore, logo: Logo): Promise<Branch> {
  const logoPath = newStoragePath('png');
  return changeRow(tx, writable.branches, change, {
    what: 'logo_set',
    action: 'branding_changed',
    columns: { logoHash: logo.hash },
    stamp: { logoPath, brandingUpdatedAt: change.trace.at },
    prepare: () => files.write(logoPath, logo.bytes),
  });
}

export const removeLogo = (tx: Transaction, change: RowChange): Promise<Branch> =>
  changeRow(tx, writable.branches, change, {
    what: 'logo_removed',
    action: 'branding_changed',
    columns: { logoHash: null, logoPath: null },
    stamp: { brandingUpdatedAt: change.trace.at },
  });
