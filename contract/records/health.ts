import * as z from 'zod/mini';
import { Instant } from '../primitives.ts';

/** GET /health: proof that the answer is ours, not a portal's, and the provider's clock; and what pages before the sign-in show. */
export const Health = z.object({
  service: z.literal('ventanilla'),
  status: z.literal('ok'),
  now: Instant,
  /** Ours: false where the server sends no mail, so that only an administrator can give a user a link for a new password. */
  self_service_reset: z.optional(z.boolean()),
  /** Ours: true while no user exists, so that only the link that the server prints leads in. */
  awaits_first_administrator: z.optional(z.boolean()),
});
/** GET /ready: a balancer may give this provider calls. Otherwise it is 503. */
export const Ready = z.object({ service: z.literal('ventanilla'), status: z.literal('ready') });
export type Health = z.infer<typeof Health>;
