import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADER, REQUEST_ID_PATTERN } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { AppError } from '../../base/errors.ts';
import { rejectSlowBodies } from '../bodies/body-speed.ts';
import { toLoggableFaults } from '../responses/error-handler.ts';
import { adaptForeignCookie } from './foreign-cookie.ts';
import { rejectNonFetchRequest } from '../responses/navigation.ts';
import { REQUEST_TIMEOUT_MS } from './server-options.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Maximum time in ms between the end of the request and the first byte of the response. Long, because rendering a PDF takes
 * seconds.
 */
const RESPONSE_TIMEOUT_MS = 60_000;
const MAX_FORWARDING_CONNECTIONS = 128;

/** Request headers that are not forwarded, because they describe the browser's page or its connection to this server. */
const DROPPED_REQUEST_HEADERS = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  'via',
  'referer',
  // Node has already processed this header, and undici does not send it.
  'expect',
];
/**
 * Headers of the other server's response that are passed to the browser. All others are dropped: they could erase unsent data
 * (Clear-Site-Data), navigate the page elsewhere or control a part of this origin. Set-Cookie passes through `adaptForeignCookie`.
 */
const FORWARDED_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'allow',
  'cache-control',
  'content-digest',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  HEADER.idempotencyStatus,
  'last-modified',
  HEADER.providerTime,
  'retry-after',
  'vary',
]);

/**
 * Returns the headers to forward. The origin becomes the other server's own origin, because that server may accept changes only
 * from its own pages. `rejectCrossOriginChanges` has already verified that the request comes from our pages.
 */
function forwardedRequestHeadersOf(
  server: URL,
  request: Pick<FastifyRequest, 'ip' | 'protocol'>,
  headers: IncomingHttpHeaders,
) {
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !DROPPED_REQUEST_HEADERS.includes(name)),
  );
  return {
    ...passed,
    ...(headers.origin !== undefined && { origin: server.origin }),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
  };
}

function forwardedResponseHeadersOf(headers: IncomingHttpHeaders, https: boolean): IncomingHttpHeaders {
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => FORWARDED_RESPONSE_HEADERS.has(name.toLowerCase())),
  );
  // The request id of the other server takes precedence over that of this server.
  const requestId = headers[HEADER.requestId];
  if (typeof requestId === 'string' && REQUEST_ID_PATTERN.test(requestId))
    passed[HEADER.requestId] = requestId;
  // Despite its type, `set-cookie` is a string for one cookie and a list for several.
  const cookies = [headers['set-cookie'] ?? []].flat();
  return cookies.length === 0
    ? passed
    : { ...passed, 'set-cookie': cookies.map((cookie) => adaptForeignCookie(cookie, https)) };
}

const TIMEOUT_CODES = [
  'FST_REPLY_FROM_TIMEOUT',
  'FST_REPLY_FROM_GATEWAY_TIMEOUT',
  'FST_REPLY_FROM_HTTP_REQUEST_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
];

/** Responds to a request that could not be forwarded. The error response allows a retry, such as the outbox makes. */
function respondWithForwardingError(reply: FastifyReply, error: Error): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const failure = TIMEOUT_CODES.includes(code)
    ? new AppError('gateway_timeout', 'El servidor no respondió a tiempo. Intenta de nuevo.')
    : new AppError('bad_gateway', 'No pudimos comunicarnos con el servidor. Intenta de nuevo.');
  reply.log.warn({ faults: toLoggableFaults(error) }, failure.code);
  // Removes headers of a partially received response, so that the error response does not contain them.
  for (const name of Object.keys(reply.getHeaders()))
    if (FORWARDED_RESPONSE_HEADERS.has(name) || name === 'set-cookie') void reply.removeHeader(name);
  void reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .header(HEADER.requestId, reply.request.id)
    .type('application/json; charset=utf-8')
    .send(failure.body);
}

/**
 * Returns true for a redirect. The contract has no redirects, and a redirect would send users or their data to another address.
 */
const isRedirect = ({ statusCode }: FastifyReply): boolean =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304;

function sendForwardedResponse(reply: FastifyReply, stream: Readable): void {
  if (!isRedirect(reply)) return void reply.send(stream);
  stream.destroy();
  respondWithForwardingError(reply, new Error('a redirect'));
}

/**
 * Forwards every request below /api/v1 to another server, with the body unchanged. Sends each request only once, because only
 * the outbox knows whether a request may be repeated. Rejects upgrades. Also rejects requests that the app's own code did not
 * make, because a base-contract server does not check this and returns everything to which the cookie gives access.
 */
export async function forwardApi(app: FastifyInstance, server: URL, https: boolean): Promise<void> {
  await app.register(async (api) => {
    api.addHook('onRequest', async (request) => rejectNonFetchRequest(request));
    await registerForwarding(api, server, https);
  });
}

async function registerForwarding(app: FastifyInstance, server: URL, https: boolean): Promise<void> {
  rejectSlowBodies(app);
  await app.register(httpProxy, {
    upstream: server.origin,
    prefix: API_BASE,
    rewritePrefix: API_BASE,
    disableRequestLogging: true,
    undici: {
      connections: MAX_FORWARDING_CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: REQUEST_TIMEOUT_MS,
    },
    replyOptions: {
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => forwardedRequestHeadersOf(server, request, headers),
      rewriteHeaders: (headers) => forwardedResponseHeadersOf(headers, https),
      // The type declaration of the package does not match the value that the package passes.
      onResponse: (_request, reply, response) =>
        sendForwardedResponse(reply as FastifyReply, (response as unknown as { stream: Readable }).stream),
      onError: (reply, { error }) => respondWithForwardingError(reply as FastifyReply, error),
    },
  });
}
