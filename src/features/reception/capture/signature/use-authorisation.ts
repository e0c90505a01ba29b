import { useLiveQuery } from 'dexie-react-hooks';
import { readBrand } from '#sync/administration/clinic/branding.ts';

/**
 * Returns the text that patients sign at the branch, as stored on the device. Null if the clinic has none or the device has not
 * received it yet.
 */
export const useAuthorisation = (userId: string, branchId: string) =>
  useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId])?.branding.authorisation ?? null;
