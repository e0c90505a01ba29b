import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import type { Context } from '../../http/context/context.ts';
import { register } from '../../http/calls/register.ts';

/** How the server stands, for who looks after it. */
export function systemRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, routes.systemState, async () => context.systemState(context.clock()));
}
