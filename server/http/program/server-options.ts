import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { respondToClientError, respondWithError } from '../responses/error-handler.ts';
import { newRequestId } from '../responses/request-id.ts';
import { PRE_ROUTING_HEADERS } from '../responses/security-headers.ts';

interface Serving {
  readonly publicUrl: URL | null;
  readonly logger: boolean | object;
}

/**
 * Maximum size of a JSON body. The fields of P5 fill a few kB, and no other request comes near the limit. Uploads have separate
 * limits.
 */
const JSON_MAX_BYTES = 64 * 1024;
/** Maximum duration of a request; long enough for a photo over a connection of 4 kB/s. */
export const REQUEST_TIMEOUT_MS = 300_000;

export const serverOptions = ({ logger, publicUrl }: Serving): FastifyHttpOptions<Server> => ({
  logger,
  // Fastify's own log entries contain URLs with their queries, so they are disabled; request-log.ts writes ours.
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
  genReqId: newRequestId,
  // Requests without a Host are rejected by validateHost, with our error body.
  http: { requireHostHeader: false },
  bodyLimit: JSON_MAX_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // While the process stops, requests on open connections still get their response, which also closes the connection.
  return503OnClosing: false,
  // The client address and scheme are accepted only from a proxy on this machine or in its private network.
  trustProxy: publicUrl === null ? false : ['loopback', 'uniquelocal'],
  frameworkErrors: (error, request, reply) =>
    respondWithError(
      error,
      request,
      reply.headers({ ...PRE_ROUTING_HEADERS, [HEADER.requestId]: request.id }),
    ),
  clientErrorHandler: respondToClientError,
});
