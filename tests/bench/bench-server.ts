import { once } from 'node:events';
import http from 'node:http';
import { bundle } from '#tests/support/provider/page-program.ts';

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>bench</title><script type="module" src="/bench/page.js"></script>';

export interface BenchServer {
  readonly origin: string;
  /** From now on no call is answered; pages and scripts are. */
  cutCalls(): void;
  stop(): Promise<void>;
}

/** The provider's origin with the benchmarks' own page beside it: same origin, same cookies, no screens. */
export async function startBenchServer(provider: string): Promise<BenchServer> {
  let isCut = false;
  const files: Record<string, [type: string, body: string]> = {
    '/bench/': ['text/html', PAGE],
    '/bench/page.js': ['text/javascript', await bundle('tests/bench/page/bench-page.ts')],
    '/bench/worker.js': ['text/javascript', await bundle('tests/bench/page/workbox-worker.ts')],
  };
  const server = http.createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file) {
      response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
      return;
    }
    if (isCut && request.url?.startsWith('/api/')) {
      response.destroy();
      return;
    }
    const onward = http.request(new URL(request.url ?? '/', provider), {
      method: request.method,
      headers: request.headers,
    });
    onward.on('response', (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${address.port}`, cutCalls: () => void (isCut = true), stop };
}
