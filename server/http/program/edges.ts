import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/** A name or an address with its port (RFC 3986, `authority`): what a browser sends, and no more. */
const HOST = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])?(?::\d{1,5})?$/;

const hostsOf = ({ raw }: FastifyRequest): string[] =>
  raw.rawHeaders.filter((_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1);

/** RFC 9112 3.2: one Host, rightly written, from HTTP/1.1 on. */
function isAddressed(request: FastifyRequest): boolean {
  const hosts = hostsOf(request);
  if (hosts.length === 0) return request.raw.httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

/**
 * What Node would answer by itself, without a body. It runs first, for the origin is told by the Host.
 * @remarks needs `requireHostHeader: false` of the server
 */
export function validateHost(app: FastifyInstance): void {
  // RFC 9110 10.1.1: an expectation that is not known may be passed over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request) => {
    if (!isAddressed(request)) throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
  });
}
