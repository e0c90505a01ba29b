import type { Part } from '#tests/api/support/multipart.ts';

/**
 * Returns the form parts which state that a worker received the concept of a signed version, with this signature.
 * @param version number of the signed version; defaults to the first
 */
export const receiptParts = (signature: Buffer, version = 1): Part[] => [
  { name: 'version', value: String(version) },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];
