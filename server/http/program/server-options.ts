import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { answerClientError, answerError } from '../answers/error-handler.ts';
import { newRequestId } from '../answers/request-id.ts';
import { BARE_HEADERS } from '../answers/security-headers.ts';

interface Serving {
  readonly publicUrl: URL | null;
  readonly logger: boolean | object;
}

/** Fields of P5 fill a few kB; nothing we take as JSON comes near. Uploads have limits of their own. */
const JSON_MAX_BYTES = 64 * 1024;
/** A photo over a link of 4 kB/s still arrives. */
export const REQUEST_TIMEOUT_MS = 300_000;

export const serverOptions = ({ logger, publicUrl }: Serving): FastifyHttpOptions<Server> => ({
  logger,
  // Fastify's own lines name addresses with their queries; ours are in request-log.ts.
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
  genReqId: newRequestId,
  // validateHost refuses it in our words.
  http: { requireHostHeader: false },
  bodyLimit: JSON_MAX_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // What comes over an open connection while the program stops is answered, and the connection ends with it.
  return503OnClosing: false,
  // Only a proxy on this machine or its private network is believed about the caller's address and scheme.
  trustProxy: publicUrl === null ? false : ['loopback', 'uniquelocal'],
  frameworkErrors: (error, request, reply) =>
    answerError(error, request, reply.headers({ ...BARE_HEADERS, [HEADER.requestId]: request.id })),
  clientErrorHandler: answerClientError,
});
