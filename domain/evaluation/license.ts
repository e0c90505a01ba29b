/** Status of a licence on a given day. That day and the licence's last day are YYYY-MM-DD in Bogotá. */
export type LicenceStatus =
  | { readonly type: 'valid' }
  /** Days left after the given day; 0 on the licence's last day. */
  | { readonly type: 'near'; readonly days: number }
  | { readonly type: 'expired' };

/** Days before the last day in which the app warns: long enough to request a new licence. */
export const LICENCE_NEAR_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the status of a licence. On its last day the licence is still valid. */
export function licenceStatus(validUntil: string | null | undefined, today: string): LicenceStatus {
  if (!validUntil) return { type: 'valid' };
  if (today > validUntil) return { type: 'expired' };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / DAY_MS);
  return days <= LICENCE_NEAR_DAYS ? { type: 'near', days } : { type: 'valid' };
}
