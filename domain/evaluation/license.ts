/** Status of a licence with a last day on a given day; both are YYYY-MM-DD in Bogotá. */
export type LicenceStatus =
  | { readonly type: 'valid' }
  /** Days left after the current one; 0 on the last day. */
  | { readonly type: 'near'; readonly days: number }
  | { readonly type: 'expired' };

/** Warning period, long enough to request a new licence. */
export const LICENCE_NEAR_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the status of a licence, which is still valid on its last day. */
export function licenceStatus(validUntil: string | null | undefined, today: string): LicenceStatus {
  if (!validUntil) return { type: 'valid' };
  if (today > validUntil) return { type: 'expired' };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / DAY_MS);
  return days <= LICENCE_NEAR_DAYS ? { type: 'near', days } : { type: 'valid' };
}
