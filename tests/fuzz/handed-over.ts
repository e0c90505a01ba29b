import type { Part } from '#tests/api/support/multipart.ts';

/** That a worker received the concept of the first closing, under this signature. @param version the closing; the first one unless told */
export const handedOver = (signature: Buffer, version = 1): Part[] => [
  { name: 'version', value: String(version) },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];
