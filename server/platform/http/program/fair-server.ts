import { setImmediate } from 'node:timers/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { AppError } from '../../base/errors.ts';
import type { FairQueue } from '../../base/fair-queue.ts';
import { newRequestId } from '../responses/request-id.ts';
import { PRE_ROUTING_HEADERS } from '../responses/security-headers.ts';

/**
 * Time in ms after which a request no longer counts as running. A slow upload or an unread response costs other users nothing,
 * and must not block the other requests of its session.
 */
const MAX_COUNTED_REQUEST_MS = 250;
/** Maximum time in ms for which the next request of a session waits until the server has accepted the waiting connections. */
const MAX_CONNECTION_WAIT_MS = 500;

function respondWithRejection(response: ServerResponse, { status, body, retryAfter }: AppError): void {
  const text = JSON.stringify(body);
  const headers = {
    ...PRE_ROUTING_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'retry-after': String(retryAfter ?? 0),
    [HEADER.requestId]: newRequestId(),
  };
  response.writeHead(status, headers).end(text);
}

/** Counts the accepted connections. Node accepts one connection in each turn of its event loop. */
class AcceptedConnections {
  #count = 0;
  #waiting: Promise<void> | null = null;
  #turns = Promise.resolve();

  add = (): void => void (this.#count += 1);

  /** Resolves when no further connection waits to be accepted. All callers share one loop, because hundreds may wait. */
  waitUntilAll(): Promise<void> {
    this.#waiting ??= this.#wait().finally(() => (this.#waiting = null));
    return this.#waiting;
  }

  /** Resolves after `waitUntilAll`, in a separate turn of the event loop, so that many callers do not make one turn long. */
  async waitForTurn(): Promise<void> {
    await this.waitUntilAll();
    this.#turns = this.#turns.then(() => setImmediate());
    await this.#turns;
  }

  async #wait(): Promise<void> {
    const end = performance.now() + MAX_CONNECTION_WAIT_MS;
    for (let before = -1; before !== this.#count && performance.now() < end;) {
      before = this.#count;
      await setImmediate();
    }
  }
}

interface SessionQueueOptions {
  readonly queue: FairQueue;
  readonly cookieName: string;
  readonly maxCountedMs: number;
  readonly onRejected: (request: IncomingMessage, status: number, ms: number) => void;
  readonly connections: AcceptedConnections;
}

const runUntilClosedOrTimeout = (
  response: ServerResponse,
  maxMs: number,
  handle: () => void,
): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    handle();
  });

/**
 * Matches the addresses of the app's scripts and styles. A device requests many of these files at once, and each request costs
 * the server little.
 */
const APP_FILE_PATTERN = /^\/assets\/[^/?%]+$/;

/**
 * Returns a listener that passes the requests of each session to `handle` in the order of the queue, before any other work.
 * Node accepts only one new connection in each turn of its event loop, and one session may send hundreds of requests at once.
 * After each request, the queue therefore waits until the server has accepted the waiting connections of other users, because
 * long turns would delay them.
 */
function queueBySession(
  { queue, cookieName, maxCountedMs, onRejected, connections }: SessionQueueOptions,
  handle: RequestListener,
): RequestListener {
  const start = `${cookieName}=`;
  return (request, response) => {
    const arrivedAt = performance.now();
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    const session = cookies.find((cookie) => cookie.startsWith(start));
    if (session === undefined || APP_FILE_PATTERN.test(request.url ?? '')) return handle(request, response);
    const run = async () => {
      if (request.socket.destroyed) return;
      await runUntilClosedOrTimeout(response, maxCountedMs, () => handle(request, response));
      await connections.waitUntilAll();
    };
    queue.run(session, run).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      await connections.waitForTurn();
      respondWithRejection(response, error);
      onRejected(request, error.status, performance.now() - arrivedAt);
    });
  };
}

/**
 * Returns a factory of servers that queue requests by session; otherwise the servers are as Fastify creates them. `onRejected`
 * is called for each rejected request, which no hook of Fastify sees. Tests set `maxCountedMs`.
 */
export const sessionQueueServerFactory =
  ({
    maxCountedMs = MAX_COUNTED_REQUEST_MS,
    ...options
  }: Omit<SessionQueueOptions, 'connections' | 'maxCountedMs'> & {
    maxCountedMs?: number;
  }): FastifyServerFactory =>
  (handle, serverOptions) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } =
      serverOptions as FastifyHttpOptions<Server>;
    const connections = new AcceptedConnections();
    const listener = queueBySession({ ...options, maxCountedMs, connections }, handle);
    const server = createServer(http ?? {}, listener);
    server.on('connection', connections.add);
    Object.assign(server, { keepAliveTimeout, requestTimeout });
    return server.setTimeout(connectionTimeout);
  };
