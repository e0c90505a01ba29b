import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import type { Context } from '../http/context.ts';
import { register } from '../http/register.ts';
import { listActivity } from '../queries/activity.ts';

export function activityRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, routes.activity, async ({ query }) => listActivity(context.db, query));
}
