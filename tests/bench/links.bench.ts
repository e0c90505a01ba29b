import { test, type Page } from '@playwright/test';
import { ThinLinkProxy, type ThinLink } from '#tests/support/faults/thin-link.ts';
import { startProvider, type ProviderProcess } from '#tests/support/provider/provider-process.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { median, ms, ratio, table, writeSection } from './report.ts';

const ENTRIES = 25;
const ROUNDS = 3;
const LINKS: readonly (ThinLink & { readonly name: string; readonly budget: string })[] = [
  { name: '150 ms, 2 Mbit/s up', roundTrip: 150, up: 250_000, budget: '0.95' },
  { name: '600 ms, 1 Mbit/s up', roundTrip: 600, up: 125_000, budget: '0.93' },
];

let provider: ProviderProcess;
let server: BenchServer;

test.beforeAll(async () => {
  provider = await startProvider();
  server = await startBenchServer(provider.origin);
});
test.afterAll(async () => {
  await server.stop();
  await provider.destroy();
});

type Way = 'bareRequests' | 'drainNow';

async function measure(page: Page, proxy: ThinLinkProxy, way: Way): Promise<{ time: number; bytes: number }> {
  if (way === 'drainNow') await page.evaluate((count) => window.bench.layDown(count), ENTRIES);
  const before = proxy.carried;
  const time = await page.evaluate(([key, count]) => window.bench[key](count), [way, ENTRIES] as const);
  return { time, bytes: proxy.carried - before };
}

async function rowsOf(page: Page, link: (typeof LINKS)[number]): Promise<string[][]> {
  const proxy = await ThinLinkProxy.start(server.origin, link);
  await page.goto(`${proxy.origin}/bench/`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate(() => window.bench.prepare());
  await page.evaluate(() => window.bench.drainEntries(1)); // The connection stands, as at a desk.
  const seen: Record<Way, { times: number[]; shares: number[] }> = {
    bareRequests: { times: [], shares: [] },
    drainNow: { times: [], shares: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ['bareRequests', 'drainNow'] as const) {
      const { time, bytes } = await measure(page, proxy, way);
      seen[way].times.push(time);
      seen[way].shares.push(bytes / ((link.up / 1_000) * time));
    }
  await proxy.stop();
  const base = median(seen.bareRequests.times);
  const row = (what: string, { times, shares }: (typeof seen)[Way], budget: string) => [
    link.name,
    what,
    ms(median(times)),
    ratio(median(times), base),
    median(shares).toFixed(2),
    budget,
  ];
  return [
    row('the bare requests, 4 at once', seen.bareRequests, ''),
    row('the outbox', seen.drainNow, link.budget),
  ];
}

test('draining 25 evaluations over long and thin links', async ({ page }) => {
  const rows: string[][] = [];
  for (const link of LINKS) rows.push(...(await rowsOf(page, link)));
  writeSection(10, `Draining ${ENTRIES} evaluations with photo and signature over a long, thin link`, [
    'A proxy below HTTP delays each way and lets so many bytes a second up; a new connection costs a round trip. HTTP/1.1, six connections. The share is bytes that went up, heads too, by what the link could have carried meanwhile.',
    '',
    ...table(
      ['link', 'what', `median of ${ROUNDS}`, 'against the bare requests', 'share of the link', 'budget'],
      rows,
    ),
  ]);
});
