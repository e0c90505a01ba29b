import { DeliveriesQuery, Delivery, DeliveryList } from '../records/evaluation/deliveries.ts';
import { type Route, idParams } from './definition/route.ts';

export const deliveryRoutes = {
  listDeliveries: {
    method: 'GET',
    path: '/deliveries',
    ours: true,
    access: ['deliver_documents'],
    query: DeliveriesQuery,
    status: 200,
    answer: DeliveryList,
    etag: true,
    branch: true,
  },
  /**
   * Stores the same receipt as `handOver`, which responds with the whole evaluation and therefore requires
   * `manage_evaluations`.
   */
  deliver: {
    method: 'POST',
    path: '/deliveries/:id/receipt',
    ours: true,
    access: ['deliver_documents'],
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: Delivery,
    branch: true,
    logs: 'documents_handed_over',
  },
} as const satisfies Record<string, Route>;
