/** Status of a licence on a given day. All days are YYYY-MM-DD in Bogotá. */
export type LicenceStatus =
  | { readonly type: 'valid' }
  /** Days until the licence ends; 0 on its last day. */
  | { readonly type: 'near'; readonly days: number }
  | { readonly type: 'expired' };

/** Days before the end of a licence from which the app warns: enough time to request a new licence. */
export const LICENCE_WARNING_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the status of a licence. On its last day the licence is still valid. */
export function licenceStatus(validUntil: string | null | undefined, today: string): LicenceStatus {
  if (!validUntil) return { type: 'valid' };
  if (today > validUntil) return { type: 'expired' };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / DAY_MS);
  return days <= LICENCE_WARNING_DAYS ? { type: 'near', days } : { type: 'valid' };
}
