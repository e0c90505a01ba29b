import { useLiveQuery } from 'dexie-react-hooks';
import { readBrand } from '#sync/administration/branding.ts';

/** What patients sign at the branch, as it lies on the device; null where the clinic has no text, or none has come yet. */
export const useAuthorisation = (userId: string, branchId: string) =>
  useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId])?.branding.authorisation ?? null;
