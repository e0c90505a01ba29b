import { test, type Page } from '@playwright/test';
import { SlowLinkProxy, type SlowLinkSettings } from '#tests/support/faults/thin-link.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startBenchServer, type BenchServer, type HttpVersion } from './support/bench-server.ts';
import { median, formatMs, formatRatio, formatTable, writeSection } from './support/report.ts';

const ENTRY_COUNT = 25;
const ROUNDS = 3;
const LINK_CASES: readonly (SlowLinkSettings & { readonly name: string; readonly budget: string })[] = [
  { name: '150 ms, 2 Mbit/s up', roundTrip: 150, up: 250_000, budget: '0.95' },
  { name: '600 ms, 1 Mbit/s up', roundTrip: 600, up: 125_000, budget: '0.93' },
];

/** HTTP versions to compare: 1.1 directly to the server, 2 through a proxy. */
const HTTP_VERSIONS: readonly { readonly version: HttpVersion; readonly name: string }[] = [
  { version: 1, name: 'HTTP/1.1' },
  { version: 2, name: 'HTTP/2' },
];

test.use({ ignoreHTTPSErrors: true });

let apiServer: ServerProcess;

test.beforeAll(async () => {
  apiServer = await startServer();
});
test.afterAll(() => apiServer.destroy());

type SendMethod = 'bareRequests' | 'drainNow';

async function measureSending(
  page: Page,
  proxy: SlowLinkProxy,
  way: SendMethod,
): Promise<{ time: number; bytes: number }> {
  if (way === 'drainNow') await page.evaluate((count) => window.bench.layDown(count), ENTRY_COUNT);
  const before = proxy.carried;
  const time = await page.evaluate(([key, count]) => window.bench[key](count), [way, ENTRY_COUNT] as const);
  return { time, bytes: proxy.carried - before };
}

async function measureLinkRows(
  page: Page,
  server: BenchServer,
  link: (typeof LINK_CASES)[number],
): Promise<Record<SendMethod, string[]>> {
  const proxy = await SlowLinkProxy.start(server.origin, link);
  await page.goto(`${proxy.origin}/bench/`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate(() => window.bench.prepare());
  await page.evaluate(() => window.bench.drainEntries(1)); // Opens the connection before the measurement, because a reception's connection is already open.
  const seen: Record<SendMethod, { times: number[]; shares: number[] }> = {
    bareRequests: { times: [], shares: [] },
    drainNow: { times: [], shares: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ['bareRequests', 'drainNow'] as const) {
      const { time, bytes } = await measureSending(page, proxy, way);
      seen[way].times.push(time);
      seen[way].shares.push(bytes / ((link.up / 1_000) * time));
    }
  await proxy.stop();
  const base = median(seen.bareRequests.times);
  const row = ({ times, shares }: (typeof seen)[SendMethod]) => [
    formatMs(median(times)),
    formatRatio(median(times), base),
    median(shares).toFixed(2),
  ];
  return { bareRequests: row(seen.bareRequests), drainNow: row(seen.drainNow) };
}

test('the benchmark measures the drain of 25 evaluations over connections with a long round trip and low bandwidth', async ({
  page,
}) => {
  const rows: string[][] = [];
  for (const { version, name } of HTTP_VERSIONS) {
    const server = await startBenchServer(apiServer.origin, version);
    for (const link of LINK_CASES) {
      const { bareRequests, drainNow } = await measureLinkRows(page, server, link);
      rows.push([link.name, name, 'requests alone, 4 at once', ...bareRequests, '']);
      rows.push([link.name, name, 'the outbox', ...drainNow, link.budget]);
    }
    await server.stop();
  }
  writeSection(
    10,
    `Draining ${ENTRY_COUNT} evaluations with photo and signature over a long, thin link`,
    [
      'A TCP proxy delays both directions and limits the upload rate; a new connection costs a round trip. HTTP/1.1 uses six connections; HTTP/2 runs over TLS, as with the proxy of deploy/Caddyfile. The share is the number of uploaded bytes, including headers, divided by the capacity of the link during that time.',
      '',
      ...formatTable(
        ['link', '', 'what', `median of ${ROUNDS}`, 'drain / requests alone', 'share of the link', 'budget'],
        rows,
      ),
    ],
    LINK_CASES.map(({ name, budget }) => [
      `drain, share of ${name}: HTTP/1.1; HTTP/2`,
      rows
        .filter(([link, , what]) => link === name && what === 'the outbox')
        .map((row) => row.at(-2))
        .join('; '),
      `≥${budget}`,
    ]),
  );
});
