import { createHash } from 'node:crypto';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sorted(child)] as const);
  // Sorting by code unit instead of a locale gives the same bytes everywhere.
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Returns JSON without blanks and with sorted keys: the text is the same before and after storage in a jsonb column. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** Returns the hexadecimal SHA-256 of the canonical text in UTF-8. */
export const contentDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
