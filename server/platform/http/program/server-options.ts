import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { respondToClientError, respondWithError } from '../responses/error-handler.ts';
import { newRequestId } from '../responses/request-id.ts';
import { PRE_ROUTING_HEADERS } from '../responses/security-headers.ts';

interface ServingOptions {
  readonly publicUrl: URL | null;
  readonly logger: boolean | object;
}

/**
 * Maximum size of a JSON body. The fields of P5 take a few kB, and no other JSON request comes near the limit. Uploads have
 * separate limits.
 */
const JSON_MAX_BYTES = 64 * 1024;
/** Maximum duration of a request; long enough for a photo over a connection of 4 kB/s. */
export const REQUEST_TIMEOUT_MS = 300_000;

export const createFastifyOptions = ({ logger, publicUrl }: ServingOptions): FastifyHttpOptions<Server> => ({
  logger,
  // Disables Fastify's own log entries, because they contain URLs with queries; request-log.ts writes ours.
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
  genReqId: newRequestId,
  // Lets rejectInvalidHosts reject requests without a Host, so that the response has our error body.
  http: { requireHostHeader: false },
  bodyLimit: JSON_MAX_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // While the process stops, requests on open connections still get their response. The response also closes the connection.
  return503OnClosing: false,
  // The client address and scheme in proxy headers are trusted only from a proxy on this machine or in its private network.
  trustProxy: publicUrl === null ? false : ['loopback', 'uniquelocal'],
  frameworkErrors: (error, request, reply) =>
    respondWithError(
      error,
      request,
      reply.headers({ ...PRE_ROUTING_HEADERS, [HEADER.requestId]: request.id }),
    ),
  clientErrorHandler: respondToClientError,
});
