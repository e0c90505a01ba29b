import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

function isOtherOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  // The Host header is used only without a public address, because any client can set it.
  const own = publicOrigin ?? `${request.protocol}://${request.host}`;
  return origin !== undefined && origin !== own;
}

/**
 * Rejects changes that come from pages of another origin. Clients other than browsers send neither `Origin` nor
 * `Sec-Fetch-Site` and are accepted.
 */
export function rejectCrossOriginChanges(app: FastifyInstance, publicUrl: URL | null): void {
  const publicOrigin = publicUrl?.origin ?? null;
  app.addHook('onRequest', async (request) => {
    if (!READ_METHODS.includes(request.method) && isOtherOrigin(request, publicOrigin))
      throw new AppError('origin_forbidden', 'Esta solicitud viene de otro sitio.');
  });
}
