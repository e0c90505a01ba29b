import * as z from 'zod/mini';
import { Instant } from '../primitives.ts';

/**
 * GET /health: shows that the response comes from our server and not from a captive portal. It contains the server's clock and
 * the data that pages need before sign-in.
 */
export const Health = z.object({
  service: z.literal('ventanilla'),
  status: z.literal('ok'),
  now: Instant,
  /**
   * Extension of the base contract: false when the server sends no mail. Users then get a password link only from an
   * administrator.
   */
  self_service_reset: z.optional(z.boolean()),
  /**
   * Extension of the base contract: true until the first user exists. Until then, only the link that the server prints gives
   * access.
   */
  awaits_first_administrator: z.optional(z.boolean()),
});
/** GET /ready: status 200 when a load balancer may route requests to this server, otherwise 503. */
export const Ready = z.object({ service: z.literal('ventanilla'), status: z.literal('ready') });
export type Health = z.infer<typeof Health>;
