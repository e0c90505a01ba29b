import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import http2 from 'node:http2';
import { generate } from 'selfsigned';
import { bundlePageScript } from '#tests/support/server/page-program.ts';

const BENCH_PAGE_HTML =
  '<!doctype html><meta charset="utf-8"><title>bench</title><script type="module" src="/bench/page.js"></script>';

/**
 * HTTP version of the benchmark server. Version 2 uses TLS, as behind a clinic's proxy; the browser must ignore certificate
 * errors.
 */
export type HttpVersion = 1 | 2;

export interface BenchServer {
  readonly origin: string;
  /** Stops responding to API calls; pages and scripts are still served. */
  cutCalls(): void;
  stop(): Promise<void>;
}

type BenchRequest = http.IncomingMessage | http2.Http2ServerRequest;
type BenchResponse = http.ServerResponse | http2.Http2ServerResponse;

interface ClosableHttpServer {
  readonly server: http.Server | http2.Http2SecureServer;
  readonly hangUp: () => void;
}

/**
 * HTTP/2 flow-control window in bytes, for each stream and for the connection, as in Caddy. Node's default of 64 kB would slow
 * down a connection with a long round trip.
 */
const FLOW_CONTROL_WINDOW_BYTES = 1_048_576;

async function createHttpServer(
  version: HttpVersion,
  handler: (request: BenchRequest, response: BenchResponse) => void,
) {
  if (version === 1) {
    const server = http.createServer(handler);
    return { server, hangUp: () => server.closeAllConnections() } satisfies ClosableHttpServer;
  }
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'bench' }], { keyType: 'ec' });
  const server = http2.createSecureServer(
    { key, cert, settings: { initialWindowSize: FLOW_CONTROL_WINDOW_BYTES } },
    handler,
  );
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    session.setLocalWindowSize(FLOW_CONTROL_WINDOW_BYTES);
    sessions.add(session);
  });
  return {
    server,
    hangUp: () => sessions.forEach((session) => session.destroy()),
  } satisfies ClosableHttpServer;
}

/** Headers that a proxy must not forward, because they apply to one connection only or exist only in HTTP/2. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const forwardedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !HOP_HEADERS.has(name)),
  );

/**
 * Returns the headers as if the browser had sent the request to the API server directly, because that server compares `Origin`
 * with its own address.
 */
function toDirectRequestHeaders(headers: http2.IncomingHttpHeaders): IncomingHttpHeaders {
  const host = headers[':authority'] ?? headers.host;
  return { ...forwardedHeaders(headers), host, ...(headers.origin && { origin: `http://${host}` }) };
}

function forwardRequest(apiServer: string, request: BenchRequest, response: BenchResponse): void {
  const { method = 'GET', url = '/' } = request;
  const onward = http.request(new URL(url, apiServer), {
    method,
    headers: toDirectRequestHeaders(request.headers),
  });
  onward.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, forwardedHeaders(reply.headers));
    reply.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/**
 * Starts a proxy in front of the API server. The proxy serves the benchmarks' page on the server's origin, so that the server's
 * cookies apply; it does not serve the app's screens.
 */
export async function startBenchServer(apiServer: string, version: HttpVersion = 1): Promise<BenchServer> {
  let isCut = false;
  const files: Record<string, [type: string, body: string]> = {
    '/bench/': ['text/html', BENCH_PAGE_HTML],
    '/bench/page.js': ['text/javascript', await bundlePageScript('tests/bench/page/bench-page.ts')],
    '/bench/sending.js': ['text/javascript', await bundlePageScript('tests/bench/page/sending-worker.ts')],
    '/bench/worker.js': ['text/javascript', await bundlePageScript('tests/bench/page/workbox-worker.ts')],
  };
  const { server, hangUp } = await createHttpServer(version, (request, response) => {
    const file = files[request.url ?? ''];
    if (file) {
      response.writeHead(200, { 'content-type': file[0] });
      response.end(file[1]);
    } else if (isCut && request.url?.startsWith('/api/')) response.destroy();
    else forwardRequest(apiServer, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = async () => {
    hangUp();
    server.close();
    await once(server, 'close');
  };
  const scheme = version === 1 ? 'http' : 'https';
  return { origin: `${scheme}://127.0.0.1:${address.port}`, cutCalls: () => void (isCut = true), stop };
}
