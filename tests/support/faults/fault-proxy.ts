import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { HEADER } from '#contract/headers.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import {
  changeByte,
  doesExchangeMatch,
  truncateBody,
  type Reply,
  type Exchange,
  type Fault,
  type RequestMatcher,
} from './fault.ts';
import { appendText, respond, sendTruncatedResponse, type ProxiedRequest } from './respond.ts';
import { RequestBodyReader, readFormFileName, readItemKindOfRequest } from '../base/request-body.ts';

interface InjectedFault {
  readonly match: RequestMatcher;
  readonly fault: Fault;
  left: number;
  readonly onHit: (exchange: Exchange) => void;
}

function readHeader({ headers }: http.IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

export interface HeldRequest {
  /** Resolves when the first matching request has arrived at the proxy; with `after`, when the server has also responded. */
  readonly reached: Promise<Exchange>;
  release(): void;
}

/**
 * Proxy between browser and server. Its address does not change, so that the app keeps its origin while a test stops, kills or
 * replaces the server. Without faults it forwards everything; if the server does not listen, the browser gets no response.
 */
export class FaultProxy {
  readonly log: Exchange[] = [];
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();
  #injected: InjectedFault[] = [];
  readonly #own = new Map<string, string>();
  #choose: ((exchange: Exchange) => Fault | null) | null = null;
  #target: string;
  #down = false;
  #disturbed = false;
  #port = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = http.createServer((request, response) => {
      // The browser sees any error of the proxy as a broken connection.
      this.#handle(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', (socket) => {
      if (this.#down) socket.destroy();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** True after any fault or cut connection, because the browser may then report network errors. */
  get disturbed(): boolean {
    return this.#disturbed;
  }

  /** Returns the outbox requests that arrived, in order. */
  sent(kind?: ItemKind): Exchange[] {
    return this.log.filter((exchange) => exchange.kind !== null && (!kind || exchange.kind === kind));
  }

  /**
   * Applies the fault to the next `times` matching requests. If several faults match, the one that was injected first applies.
   */
  inject(
    match: RequestMatcher,
    fault: Fault,
    times = 1,
    onHit: (exchange: Exchange) => void = () => undefined,
  ): void {
    this.#disturbed = true;
    this.#injected.push({ match, fault, left: times, onHit });
  }

  /** Holds the next matching request, or the server's response to it, until the test releases it. */
  hold(match: RequestMatcher, at: 'before' | 'after'): HeldRequest {
    let release = () => undefined as void;
    let resolveReached = (_exchange: Exchange) => undefined as void;
    const until = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<Exchange>((resolve) => (resolveReached = resolve));
    this.inject(match, { type: 'hold', at, until }, 1, resolveReached);
    return { reached, release };
  }

  chooseFaults(choose: (exchange: Exchange) => Fault | null): void {
    this.#disturbed = true;
    this.#choose = choose;
  }

  /** Removes all unused faults; held requests remain held. */
  heal(): void {
    this.#injected = [];
    this.#choose = null;
  }

  /** Serves a script of the test in addition to the server's files. */
  serveScript(path: string, source: string): void {
    this.#own.set(path, source);
  }

  disconnect(): void {
    this.#disturbed = true;
    this.#down = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restoreConnection(): void {
    this.#down = false;
  }

  /** Stops listening, so that connections are rejected as at an address without a server. */
  async rejectConnections(): Promise<void> {
    this.disconnect();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async acceptConnections(): Promise<void> {
    this.#down = false;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.disconnect();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.origin).pathname;
    const own = this.#own.get(path);
    if (own !== undefined) {
      response.writeHead(200, SCRIPT_HEADERS).end(own);
      return;
    }
    const body = new RequestBodyReader(request);
    const kind = await readItemKindOfRequest(request, path, body);
    const exchange: Exchange = {
      method: request.method ?? '',
      path,
      kind,
      fileName: await readFormFileName(kind, body),
      key: readHeader(request, HEADER.idempotencyKey),
      captureId: readHeader(request, HEADER.captureId),
      fault: null,
      providerStatus: null,
      status: null,
    };
    this.log.push(exchange);
    const injected = this.#injected.find(({ match, left }) => left > 0 && doesExchangeMatch(match, exchange));
    if (injected) {
      injected.left -= 1;
    }
    const fault = injected?.fault ?? this.#choose?.(exchange) ?? null;
    exchange.fault = fault?.type ?? null;
    await this.#meet({ request, response, body, exchange }, fault, () => injected?.onHit(exchange));
  }

  async #meet(visit: ProxiedRequest, fault: Fault | null, hit: () => void): Promise<void> {
    switch (fault?.type) {
      case undefined:
        return respond(visit, await this.#ask(visit));
      case 'truncate':
        respond(visit, truncateBody(await this.#ask(visit, UNCOMPRESSED_HEADERS), fault.share));
        return hit();
      case 'cut_answer':
        await sendTruncatedResponse(visit, await this.#ask(visit), fault.share);
        return hit();
      case 'damage_answer': {
        const reply = await this.#ask(visit);
        respond(visit, { ...reply, body: changeByte(reply.body, fault.at) });
        return hit();
      }
      case 'damage':
        respond(visit, await this.#ask(visit, visit.request.headers, (sent) => changeByte(sent, fault.at)));
        return hit();
      case 'cut_before':
        hit();
        visit.response.destroy();
        return;
      case 'cut_upload':
        await this.#breakUpload(visit, fault.afterBytes);
        return hit();
      case 'cut_after':
        await this.#ask(visit);
        hit();
        visit.response.destroy();
        return;
      case 'answer':
        await visit.body.waitForBytes(Infinity);
        respond(visit, { ...fault, headers: fault.headers ?? {}, body: Buffer.from(fault.body) });
        return hit();
      case 'hold':
        return this.#holdBack(visit, fault, hit);
      case 'append':
        respond(visit, appendText(await this.#ask(visit, UNCOMPRESSED_HEADERS), fault.text));
        return hit();
    }
  }

  async #holdBack(
    visit: ProxiedRequest,
    fault: Extract<Fault, { type: 'hold' }>,
    hit: () => void,
  ): Promise<void> {
    if (fault.at === 'after') {
      const reply = await this.#ask(visit);
      hit();
      await fault.until;
      return respond(visit, reply);
    }
    await visit.body.waitForBytes(Infinity);
    hit();
    await fault.until;
    // The browser may have closed the connection in the meantime; the server must then not receive the request.
    if (visit.response.destroyed) return;
    respond(visit, await this.#ask(visit));
  }

  #connect({ request }: ProxiedRequest, headers: http.OutgoingHttpHeaders): http.ClientRequest {
    const { hostname, port } = new URL(this.#target);
    // Each request gets a new connection to the server. A pooled connection that broke with the server would look like a fault.
    const { method, url: path } = request;
    return http.request({ agent: false, hostname, port, method, path, headers });
  }

  async #ask(
    visit: ProxiedRequest,
    headers: http.OutgoingHttpHeaders = visit.request.headers,
    change = (sent: Buffer) => sent,
  ): Promise<Reply> {
    const sent = change(await visit.body.waitForBytes(Infinity));
    // No `await` may separate these lines: until the error handler is set, a connection to a server that has just ended would
    // raise an unhandled error.
    const onward = this.#connect(visit, headers);
    onward.on('error', () => undefined); // The `once` handler takes errors before the response; after a complete response, errors do not matter.
    onward.end(sent);
    const [incoming] = (await once(onward, 'response')) as [http.IncomingMessage];
    const body = await buffer(incoming);
    const status = incoming.statusCode ?? 0;
    visit.exchange.providerStatus = status;
    return { status, headers: incoming.headers, body };
  }

  async #breakUpload(visit: ProxiedRequest, afterBytes: number): Promise<void> {
    const part = (await visit.body.waitForBytes(afterBytes)).subarray(0, afterBytes);
    const onward = this.#connect(visit, visit.request.headers);
    onward.on('error', () => undefined); // The proxy breaks the connection itself, so its error is expected.
    await new Promise<void>((resolve) => onward.write(part, () => resolve()));
    onward.destroy();
    visit.response.destroy();
  }
}

/** Headers that make the browser cache the script, for pages that start without a connection. */
const SCRIPT_HEADERS = {
  'content-type': 'text/javascript',
  'cache-control': 'max-age=86400, immutable',
};

/** Request headers for an uncompressed response. */
const UNCOMPRESSED_HEADERS: http.OutgoingHttpHeaders = { 'accept-encoding': 'identity' };
