import * as z from 'zod/mini';
import { Instant } from '../../primitives.ts';
import { EvaluationList, EvaluationListItem, EvaluationsQuery } from './evaluations.ts';

const { id, patient, evaluation_type, employer_company, contractor_company } = EvaluationListItem.shape;
const { full_name, identification_type, identification_number } = patient.shape;
const { search, page, page_size } = EvaluationsQuery.shape;
const { total } = EvaluationList.shape;

/**
 * Extension of the base contract: closed evaluation whose concept the worker takes along. It has no clinical data, because its
 * readers need not have `manage_evaluations`.
 */
export const Delivery = z.object({
  id,
  /** Number of the valid signed version; the request that stores the receipt contains this number. */
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  patient: z.object({ full_name, identification_type, identification_number }),
  evaluation_type,
  employer_company,
  contractor_company,
  /** Receipt of this version; null before the handover. `has_concept` is false if the worker received other documents only. */
  receipt: z.nullable(z.object({ received_at: Instant, has_concept: z.boolean() })),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = z.object({
  items: z.array(Delivery),
  /** Number of deliveries that match the query, on all pages. */
  total,
  /** Number of the day's deliveries without a receipt, whatever the query. */
  waiting: total,
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/**
 * Query of GET /deliveries: evaluations that the branch closed on the current day, the newest first. The day is that of
 * Bogotá's time zone.
 */
export const DeliveriesQuery = z.object({
  search,
  /** Deliveries without (`waiting`) or with (`delivered`) a receipt; all without this parameter. */
  state: z.optional(z.enum(['waiting', 'delivered'])),
  page,
  page_size,
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;
export type DeliveryState = NonNullable<DeliveriesQuery['state']>;
