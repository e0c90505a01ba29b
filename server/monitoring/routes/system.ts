import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';

export function systemRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.systemState, async () => context.systemState(context.clock()));
}
