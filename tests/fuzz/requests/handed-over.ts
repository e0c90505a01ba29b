import type { deliveryRoutes } from '#contract/routes/delivery-routes.ts';
import type { Part } from '#tests/api/support/files/multipart.ts';
import { type CallMaker, pickId, uploadCall } from './good.ts';
import { PLANTED_PATIENT } from '../values.ts';

/**
 * Returns the form parts of a document receipt: the worker signs that the concept was received.
 * @param version number of the signed version; the first by default
 */
export const receiptParts = (signature: Buffer, version = 1): Part[] => [
  { name: 'version', value: String(version) },
  { name: 'items', value: 'concept' },
  { name: 'file', value: signature, filename: 'signature.png', type: 'image/png' },
];

/** Makers of valid calls of reception's deliveries. */
export const deliveryCallMakers: Record<keyof typeof deliveryRoutes, CallMaker> = {
  listDeliveries: (random) => ({
    path: '/deliveries',
    query: [`search=${PLANTED_PATIENT.number}`, 'state=waiting', `page=${random.int(3)}`].filter(() =>
      random.chance(0.5),
    ),
  }),
  deliver: (random, stock) =>
    uploadCall(
      `/deliveries/${pickId('evaluations', random, stock)}/receipt`,
      receiptParts(stock.files.any(random)),
    ),
};
