import { createHash } from 'node:crypto';

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sortKeys(child)] as const);
  // Code units sort identically on every machine, unlike the order of a locale.
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/**
 * Returns JSON without blanks and with sorted keys. The text is therefore the same before and after storage in a jsonb column.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

export const contentDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
