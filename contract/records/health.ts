import * as z from 'zod/mini';
import { Instant } from '../primitives.ts';

/** GET /health: proof that the answer is ours, not a portal's, and the provider's clock. */
export const Health = z.object({ service: z.literal('ventanilla'), status: z.literal('ok'), now: Instant });
/** GET /ready: a balancer may give this provider calls. Otherwise it is 503. */
export const Ready = z.object({ service: z.literal('ventanilla'), status: z.literal('ready') });
export type Health = z.infer<typeof Health>;
