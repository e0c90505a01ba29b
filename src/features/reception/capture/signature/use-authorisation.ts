import { useLiveQuery } from 'dexie-react-hooks';
import { readBrand } from '#sync/administration/branding.ts';

/**
 * Returns the text that patients sign at the branch, as stored on the device; null if the clinic has none or none has arrived
 * yet.
 */
export const useAuthorisation = (userId: string, branchId: string) =>
  useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId])?.branding.authorisation ?? null;
