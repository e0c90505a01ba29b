import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/** Matches a host name or address with an optional port (RFC 3986, `authority`), in the form that browsers send. */
const HOST_PATTERN = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])?(?::\d{1,5})?$/;

const hostHeadersOf = ({ raw }: FastifyRequest): string[] =>
  raw.rawHeaders.filter((_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1);

/** Returns true if the request has exactly one well-formed Host header, which RFC 9112 3.2 requires from HTTP/1.1 on. */
function hasValidHost(request: FastifyRequest): boolean {
  const hosts = hostHeadersOf(request);
  if (hosts.length === 0) return request.raw.httpVersion === '1.0';
  return hosts.length === 1 && HOST_PATTERN.test(hosts[0] ?? '');
}

/**
 * Rejects requests without a valid Host. Runs before all other checks, because the Host determines the origin.
 * @remarks requires the server option `requireHostHeader: false`; otherwise Node itself responds to such requests, without a
 * body
 */
export function rejectInvalidHosts(app: FastifyInstance): void {
  // Treats a request with an unknown `Expect` header like any other request, as RFC 9110 10.1.1 allows.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request) => {
    if (!hasValidHost(request)) throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
  });
}
