import type { Part } from '#tests/api/support/multipart.ts';

/**
 * Returns the form parts of a document receipt: the worker with this signature received the concept.
 * @param version number of the signed version; the first by default
 */
export const receiptParts = (signature: Buffer, version = 1): Part[] => [
  { name: 'version', value: String(version) },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];
