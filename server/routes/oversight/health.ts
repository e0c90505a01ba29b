import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import type { Context } from '../../http/context/context.ts';
import { register } from '../../http/calls/register.ts';

export function healthRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, routes.health, async () => ({
    service: 'ventanilla' as const,
    status: 'ok' as const,
    now: context.clock().toISOString(),
  }));
}
