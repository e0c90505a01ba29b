import type { FastifyInstance } from 'fastify';

/**
 * Logs one entry per request without personal data (D5). The entry contains neither headers nor bodies, nor the URL, because
 * its query and ids are personal data.
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
