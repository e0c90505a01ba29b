import type { Part } from '#tests/api/support/multipart.ts';

/**
 * Returns the form parts of a document receipt: the worker signs that the concept was received.
 * @param version number of the signed version; the first by default
 */
export const receiptParts = (signature: Buffer, version = 1): Part[] => [
  { name: 'version', value: String(version) },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];
