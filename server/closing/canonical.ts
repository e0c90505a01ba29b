import { createHash } from 'node:crypto';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sorted(child)] as const);
  // By code unit, never by a locale: the same bytes everywhere.
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** JSON without blanks and with its keys in order: the same text before and after a jsonb column. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** Hexadecimal SHA-256 of the canonical text in UTF-8. */
export const contentDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
