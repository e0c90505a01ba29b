import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/** Host name or address with its port (RFC 3986, `authority`), in the form that browsers send. */
const HOST = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])?(?::\d{1,5})?$/;

const hostsOf = ({ raw }: FastifyRequest): string[] =>
  raw.rawHeaders.filter((_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1);

/** Returns true when the request has exactly one well-formed Host, as RFC 9112 3.2 requires from HTTP/1.1 on. */
function isAddressed(request: FastifyRequest): boolean {
  const hosts = hostsOf(request);
  if (hosts.length === 0) return request.raw.httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

/**
 * Rejects requests without a valid Host. Node would respond to such requests automatically, without a body. This check runs
 * first, because the Host determines the origin.
 * @remarks needs `requireHostHeader: false` of the server
 */
export function validateHost(app: FastifyInstance): void {
  // RFC 9110 10.1.1 allows a server to ignore an unknown expectation.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request) => {
    if (!isAddressed(request)) throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
  });
}
