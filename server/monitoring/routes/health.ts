import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { AppError } from '../../platform/base/errors.ts';
import { migrations } from '../../platform/database/start/migrate.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { createReadinessCheck } from '../../platform/database/queries/readiness.ts';

const READY_RETRY_AFTER_SECONDS = 2;

export function healthRoutes(app: FastifyInstance, context: Context): void {
  // Reports only that the process runs and does not query the database. Tablets use this request to find out whether the server
  // responds; other calls report an unavailable database.
  registerRoute(app, context, routes.health, async () => ({
    service: 'ventanilla' as const,
    status: 'ok' as const,
    now: context.clock().toISOString(),
    self_service_reset: context.mail !== null || context.localMode,
    awaits_first_administrator: context.awaitsAdministrator(),
  }));

  const isReady = createReadinessCheck(context.db, migrations.length);
  registerRoute(app, context, routes.ready, async () => {
    if (context.isDraining() || !(await isReady()))
      throw new AppError('unavailable', 'Este servidor no recibe solicitudes en este momento.', {
        retryAfter: READY_RETRY_AFTER_SECONDS,
      });
    return { service: 'ventanilla' as const, status: 'ready' as const };
  });
}
