import { once } from 'node:events';
import http, { STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { HEADER } from '#contract/headers.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import {
  damaged,
  matches,
  truncated,
  type Answered,
  type Exchange,
  type Fault,
  type Match,
} from './fault.ts';
import { Body, fileNameOf, kindOf } from '../base/request-body.ts';

interface Injected {
  readonly match: Match;
  readonly fault: Fault;
  left: number;
  readonly onHit: (exchange: Exchange) => void;
}

function header({ headers }: http.IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** A request that stands at the proxy. */
export interface Held {
  /** Resolves when the first such request has come (and, `after`, the provider has answered it). */
  readonly reached: Promise<Exchange>;
  release(): void;
}

/**
 * A proxy on an address of its own, so that the app's origin stays while the provider behind it is stopped, killed or
 * replaced. Without faults it passes everything; where the provider does not listen, the browser gets no answer.
 */
export class FaultProxy {
  readonly log: Exchange[] = [];
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();
  #injected: Injected[] = [];
  readonly #own = new Map<string, string>();
  #choose: ((exchange: Exchange) => Fault | null) | null = null;
  #target: string;
  #down = false;
  #disturbed = false;
  #port = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = http.createServer((request, response) => {
      // Whatever breaks on the way to the provider, the browser sees a connection that broke.
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

  /** True once anything was injected or the line was cut: the browser may complain of its network. */
  get disturbed(): boolean {
    return this.#disturbed;
  }

  /** What the outbox sent, in order of arrival. */
  sent(kind?: ItemKind): Exchange[] {
    return this.log.filter((exchange) => exchange.kind !== null && (!kind || exchange.kind === kind));
  }

  /** The next `times` requests that match meet the fault; of several that fit, the one injected first. */
  inject(match: Match, fault: Fault, times = 1, onHit: (exchange: Exchange) => void = () => undefined): void {
    this.#disturbed = true;
    this.#injected.push({ match, fault, left: times, onHit });
  }

  /** Stops the next request that matches until it is released. */
  hold(match: Match, at: 'before' | 'after'): Held {
    let release = () => undefined as void;
    let reach = (_exchange: Exchange) => undefined as void;
    const until = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<Exchange>((resolve) => (reach = resolve));
    this.inject(match, { type: 'hold', at, until }, 1, reach);
    return { reached, release };
  }

  /** Asked for each request for which nothing was injected. */
  chooseFaults(choose: (exchange: Exchange) => Fault | null): void {
    this.#disturbed = true;
    this.#choose = choose;
  }

  /** Ends every fault that is not used up; held requests stay held. */
  heal(): void {
    this.#injected = [];
    this.#choose = null;
  }

  /** A script of the test's own beside the app's, which the provider knows nothing of. */
  serveScript(path: string, source: string): void {
    this.#own.set(path, source);
  }

  /** Nobody answers any more, and what is under way breaks. */
  goDown(): void {
    this.#disturbed = true;
    this.#down = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  comeUp(): void {
    this.#down = false;
  }

  /** Nobody listens: connections are refused, as for an address that leads nowhere. */
  async refuseConnections(): Promise<void> {
    this.goDown();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async acceptConnections(): Promise<void> {
    this.#down = false;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.goDown();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.origin).pathname;
    const own = this.#own.get(path);
    if (own !== undefined) {
      response.writeHead(200, OWN_SCRIPT).end(own);
      return;
    }
    const body = new Body(request);
    const kind = await kindOf(request, path, body);
    const exchange: Exchange = {
      method: request.method ?? '',
      path,
      kind,
      fileName: await fileNameOf(kind, body),
      key: header(request, HEADER.idempotencyKey),
      captureId: header(request, HEADER.captureId),
      fault: null,
      providerStatus: null,
      status: null,
    };
    this.log.push(exchange);
    const injected = this.#injected.find(({ match, left }) => left > 0 && matches(match, exchange));
    if (injected) {
      injected.left -= 1;
    }
    const fault = injected?.fault ?? this.#choose?.(exchange) ?? null;
    exchange.fault = fault?.type ?? null;
    await this.#meet({ request, response, body, exchange }, fault, () => injected?.onHit(exchange));
  }

  async #meet(visit: Visit, fault: Fault | null, hit: () => void): Promise<void> {
    switch (fault?.type) {
      case undefined:
        return tell(visit, await this.#ask(visit));
      case 'truncate':
        tell(visit, truncated(await this.#ask(visit, PLAIN), fault.share));
        return hit();
      case 'cut_answer':
        await breakAnswer(visit, await this.#ask(visit), fault.share);
        return hit();
      case 'damage_answer': {
        const answer = await this.#ask(visit);
        tell(visit, { ...answer, body: damaged(answer.body, fault.at) });
        return hit();
      }
      case 'damage':
        tell(visit, await this.#ask(visit, visit.request.headers, (sent) => damaged(sent, fault.at)));
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
        await visit.body.atLeast(Infinity);
        tell(visit, { ...fault, headers: fault.headers ?? {}, body: Buffer.from(fault.body) });
        return hit();
      case 'hold':
        return this.#holdBack(visit, fault, hit);
      case 'append':
        tell(visit, appended(await this.#ask(visit, PLAIN), fault.text));
        return hit();
    }
  }

  async #holdBack(visit: Visit, fault: Extract<Fault, { type: 'hold' }>, hit: () => void): Promise<void> {
    if (fault.at === 'after') {
      const answer = await this.#ask(visit);
      hit();
      await fault.until;
      return tell(visit, answer);
    }
    await visit.body.atLeast(Infinity);
    hit();
    await fault.until;
    // Whoever sent it may be gone by now; then nobody is to hear of it.
    if (visit.response.destroyed) return;
    tell(visit, await this.#ask(visit));
  }

  #connect({ request }: Visit, headers: http.OutgoingHttpHeaders): http.ClientRequest {
    const { hostname, port } = new URL(this.#target);
    // A connection of its own for each request: a pooled one that died with the provider would be a fault of ours.
    const { method, url: path } = request;
    return http.request({ agent: false, hostname, port, method, path, headers });
  }

  async #ask(
    visit: Visit,
    headers: http.OutgoingHttpHeaders = visit.request.headers,
    change = (sent: Buffer) => sent,
  ): Promise<Answered> {
    const sent = change(await visit.body.atLeast(Infinity));
    // Nothing awaited between: a provider that ends meanwhile would be an error that nobody listens to.
    const onward = this.#connect(visit, headers);
    onward.on('error', () => undefined); // Before the answer `once` rejects; bytes behind a whole answer are nobody's.
    onward.end(sent);
    const [incoming] = (await once(onward, 'response')) as [http.IncomingMessage];
    const body = await buffer(incoming);
    const status = incoming.statusCode ?? 0;
    visit.exchange.providerStatus = status;
    return { status, headers: incoming.headers, body };
  }

  async #breakUpload(visit: Visit, afterBytes: number): Promise<void> {
    const part = (await visit.body.atLeast(afterBytes)).subarray(0, afterBytes);
    const onward = this.#connect(visit, visit.request.headers);
    onward.on('error', () => undefined); // It is we who break it.
    await new Promise<void>((resolve) => onward.write(part, () => resolve()));
    onward.destroy();
    visit.response.destroy();
  }
}

interface Visit {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly body: Body;
  readonly exchange: Exchange;
}

async function breakAnswer({ response }: Visit, answer: Answered, share: number): Promise<void> {
  response.writeHead(answer.status, answer.headers);
  const part = answer.body.subarray(0, Math.floor(answer.body.length * share));
  await new Promise<void>((resolve) => response.write(part, () => resolve()));
  response.destroy();
}

/** Kept by the browser, for pages that begin while the line is down. */
const OWN_SCRIPT = { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400, immutable' };

/** Headers that ask for the whole text, uncompressed. */
const PLAIN: http.OutgoingHttpHeaders = { 'accept-encoding': 'identity' };

function appended({ status, headers, body }: Answered, text: string): Answered {
  const { 'content-length': _length, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body: Buffer.concat([body, Buffer.from(text)]) };
}

function tell({ response, exchange }: Visit, { status, statusText, headers, body }: Answered): void {
  if (response.destroyed) return;
  const { 'transfer-encoding': _chunked, ...rest } = headers;
  // Chromium repeats by itself what broke on a connection that it used before: then a fault would meet two requests.
  response.writeHead(status, statusText ?? STATUS_CODES[status], { ...rest, connection: 'close' });
  response.end(body);
  exchange.status = status;
}
