/** How a licence with a last day stands on a day; both are YYYY-MM-DD of Bogotá. */
export type LicenceStanding =
  | { readonly type: 'valid' }
  /** So many days are left, counting none for the last one. */
  | { readonly type: 'near'; readonly days: number }
  | { readonly type: 'expired' };

/** Long enough to ask for the next one. */
export const LICENCE_NEAR_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/** The licence holds on its last day, too. */
export function licenceStanding(validUntil: string | null | undefined, today: string): LicenceStanding {
  if (!validUntil) return { type: 'valid' };
  if (today > validUntil) return { type: 'expired' };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / DAY_MS);
  return days <= LICENCE_NEAR_DAYS ? { type: 'near', days } : { type: 'valid' };
}
