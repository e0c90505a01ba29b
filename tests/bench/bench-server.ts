import { once } from 'node:events';
import http from 'node:http';
import { build } from 'vite';

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>bench</title><script type="module" src="/bench/page.js"></script>';

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'bundle' } },
    // Workbox asks for it at every turn; a library build leaves it in.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error(`nothing was built of ${entry}`);
  return chunk.code;
}

/** The provider's origin with the benchmarks' own page beside it: same origin, same cookies, no screens. */
export async function startBenchServer(provider: string): Promise<{ origin: string; stop(): Promise<void> }> {
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
  return { origin: `http://127.0.0.1:${address.port}`, stop };
}
