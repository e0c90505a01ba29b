import type { Part } from '#tests/api/support/multipart.ts';

/** That a worker received the concept of the first closing, under this signature. */
export const handedOver = (signature: Buffer): Part[] => [
  { name: 'version', value: '1' },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];
