import * as z from 'zod/mini';
import { PAGE_SIZE_MAX } from '../../limits.ts';
import { pageParameter, positiveIntParameter } from '../../lists.ts';
import { Instant, Uuid } from '../../primitives.ts';
import { EvaluationListItem } from './evaluations.ts';

const { patient, ...listed } = EvaluationListItem.shape;
const { full_name, identification_type, identification_number } = patient.shape;

/**
 * Extension of the base contract: closed evaluation whose concept the worker takes along. It has no clinical data, because its
 * readers need not have `manage_evaluations`.
 */
export const Delivery = z.object({
  id: Uuid,
  /** Valid signed version; its receipt names it. */
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  patient: z.object({ full_name, identification_type, identification_number }),
  evaluation_type: listed.evaluation_type,
  employer_company: listed.employer_company,
  contractor_company: listed.contractor_company,
  /** Receipt of this version; null before the handover. `has_concept` is false if the worker received other documents only. */
  receipt: z.nullable(z.object({ received_at: Instant, has_concept: z.boolean() })),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = z.object({
  items: z.array(Delivery),
  /** Number of deliveries that match the query, on all pages. */
  total: z.int().check(z.minimum(0)),
  /** Number of the day's deliveries without a receipt, whatever the query. */
  waiting: z.int().check(z.minimum(0)),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

export const DELIVERY_STATES = ['waiting', 'delivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Query of GET /deliveries: evaluations that the branch closed today in Bogotá, the newest first. */
export const DeliveriesQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** Deliveries without (`waiting`) or with (`delivered`) a receipt; all without this parameter. */
  state: z.optional(z.enum(DELIVERY_STATES)),
  page: pageParameter,
  page_size: positiveIntParameter(PAGE_SIZE_MAX, PAGE_SIZE_MAX),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;
