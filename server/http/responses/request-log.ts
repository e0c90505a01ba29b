import type { FastifyInstance } from 'fastify';

/**
 * Logs one entry per request, without personal data (D5). The entry never contains the URL, because its query and ids are
 * personal, nor headers or bodies.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
