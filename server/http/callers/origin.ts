import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

function isForeign(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  // Behind a public address the host is what a header says.
  const own = publicOrigin ?? `${request.protocol}://${request.host}`;
  return origin !== undefined && origin !== own;
}

/** Every change must come from our own pages; a caller that is no browser sends neither header. */
export function checkOrigin(app: FastifyInstance, publicUrl: URL | null): void {
  const publicOrigin = publicUrl?.origin ?? null;
  app.addHook('onRequest', async (request) => {
    if (!READS.includes(request.method) && isForeign(request, publicOrigin))
      throw new AppError('origin_forbidden', 'Esta solicitud viene de otro sitio.');
  });
}
