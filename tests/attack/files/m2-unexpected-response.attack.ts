import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_BASE } from '#contract/routes/routes.ts';
import { buildReverseProxyApp } from '#server/reverse-proxy.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import type { Attack } from '../attack.ts';

const HEADER_MARK = 'mark-of-the-other';
/**
 * Response headers by which another server could delete data, redirect, register a worker, grant a permission or reveal data at
 * our address. The last headers of the list are also sent by our own server.
 */
const REVEALING_HEADERS = [
  'Clear-Site-Data',
  'Refresh',
  'Service-Worker-Allowed',
  'Location',
  'Content-Location',
  'Link',
  'Set-Cookie2',
  'Alt-Svc',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Methods',
  'Access-Control-Expose-Headers',
  'SourceMap',
  'X-SourceMap',
  'Content-Security-Policy-Report-Only',
  'Cross-Origin-Embedder-Policy',
  'Speculation-Rules',
  'Supports-Loading-Mode',
  'Use-As-Dictionary',
  'No-Vary-Search',
  'Public-Key-Pins',
  'Expect-CT',
  'Accept-CH',
  'Critical-CH',
  'Observe-Browsing-Topics',
  'Attribution-Reporting-Register-Source',
  'Attribution-Reporting-Register-Trigger',
  'Set-Login',
  'Activate-Storage-Access',
  'Timing-Allow-Origin',
  'Document-Policy',
  'Feature-Policy',
  'WWW-Authenticate',
  'Proxy-Authenticate',
  'Authentication-Info',
  'Server',
  'X-Powered-By',
  'X-Accel-Redirect',
  'X-Of-Tomorrow',
  'Strict-Transport-Security',
  'Content-Security-Policy',
  'Permissions-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
] as const;
const HARMLESS_HEADERS = {
  'content-type': 'application/json',
  etag: '"1"',
  'idempotency-status': 'stored',
} as const;
const REDIRECT_STATUSES = [300, 301, 302, 303, 305, 306, 307, 308];

interface ProxiedForeignServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts a foreign server that responds with all `REVEALING_HEADERS` and with the status at the end of the requested address.
 * Starts our server as a reverse proxy in front of it.
 */
async function startProxiedForeignServer(): Promise<ProxiedForeignServer> {
  const other = http.createServer(({ url }, response) => {
    for (const name of REVEALING_HEADERS) response.setHeader(name, HEADER_MARK);
    response.writeHead(Number(url?.slice(-3)), {
      ...HARMLESS_HEADERS,
      location: `http://${HEADER_MARK}.example/`,
    });
    response.end('{}');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const staticDir = makeScratchFolder('attack-front');
  const serverUrl = new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  const front = await buildReverseProxyApp({
    providerUrl: serverUrl,
    staticDir,
    publicUrl: null,
    logger: false,
  });
  await front.listen({ port: 0, host: '127.0.0.1' });
  return {
    origin: `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`,
    close: async () => {
      await front.close();
      other.closeAllConnections();
      other.close();
      fs.rmSync(staticDir, { recursive: true, force: true });
    },
  };
}

async function attackProxy(origin: string): Promise<readonly string[]> {
  const fetchStatus = (status: number) =>
    fetch(`${origin}${API_BASE}/status/${status}`, { redirect: 'manual' });
  for (const status of [200, 201, 401, 404, 500]) {
    const reply = await fetchStatus(status);
    assert.equal(reply.status, status);
    const told = [...reply.headers].filter(([, value]) => value.includes(HEADER_MARK)).map(([name]) => name);
    assert.deepEqual(told, [], `The browser is told ${told.join(', ')} by another provider.`);
    for (const [name, value] of Object.entries(HARMLESS_HEADERS))
      assert.ok(reply.headers.get(name)?.startsWith(value), `${name} was lost.`);
  }
  for (const status of REDIRECT_STATUSES) {
    const reply = await fetchStatus(status);
    assert.equal(reply.status, 502, `A ${status} of another provider is a ${reply.status} here.`);
    assert.ok(!JSON.stringify([...reply.headers]).includes(HEADER_MARK), `A ${status} keeps its headers.`);
  }
  assert.equal((await fetchStatus(304)).status, 304);
  return [
    `${REVEALING_HEADERS.length} headers stay behind`,
    `${REDIRECT_STATUSES.length} redirects are a 502`,
  ];
}

export const attack: Attack = {
  finding: 'M2',
  title: 'a response of another server moves and deletes nothing in the browser',
  run: async () => {
    const servers = await startProxiedForeignServer();
    try {
      return await attackProxy(servers.origin);
    } finally {
      await servers.close();
    }
  },
};
