import type { FastifyInstance } from 'fastify';

/**
 * One line a request, of what names nobody (D5): never the address as asked, for its query and ids are personal, nor
 * headers or bodies.
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
