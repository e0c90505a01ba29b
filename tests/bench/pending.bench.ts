import { expect, test, type Page } from '@playwright/test';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startBenchServer, type BenchServer } from './support/bench-server.ts';
import { median, formatMs, formatTable, writeSection } from './support/report.ts';

const ENTRY_COUNT = 10_000;
const ROUNDS = 5;

let apiServer: ServerProcess;
let server: BenchServer;

test.beforeAll(async () => {
  apiServer = await startServer();
  server = await startBenchServer(apiServer.origin);
});
test.afterAll(async () => {
  await server.stop();
  await apiServer.destroy();
});

/**
 * Runs in the page. Returns the time in ms from a tap on the first element that matches `tapped` to the frame that shows
 * `shown`.
 */
const measureTapToFrameMs = (page: Page, tapped: string, shown: string): Promise<number> =>
  page.evaluate(
    ([what, then]) =>
      new Promise<number>((resolve) => {
        let at = 0;
        const watch = new MutationObserver(() => {
          if (!document.querySelector(then)) return;
          watch.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - at)));
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        const target = document.querySelector<HTMLElement>(what);
        target?.addEventListener('click', ({ timeStamp }) => (at = timeStamp), { capture: true, once: true });
        target?.click();
      }),
    [tapped, shown] as const,
  );

/**
 * Opens the reception with a signed-in user, ENTRY_COUNT entries in the outbox and no API responses. The browser context has no
 * service worker, because a worker would return the app instead of the benchmark's page.
 */
async function openReceptionWithEntries(page: Page): Promise<void> {
  await page.goto(`${server.origin}/bench/`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate(() => window.bench.prepare());
  await page.evaluate((count) => window.bench.layDownSmall(count), ENTRY_COUNT);
  server.cutCalls();
  await page.goto(`${server.origin}/reception`);
  await expect(page.locator('a[href="/pending"]').first()).toBeVisible();
}

test('the benchmark measures opening and using /pending with ten thousand entries', async ({ browser }) => {
  const page = await (
    await browser.newContext({ ...TABLET_BROWSER_OPTIONS, serviceWorkers: 'block' })
  ).newPage();
  await openReceptionWithEntries(page);
  const [views, taps]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    views.push(await measureTapToFrameMs(page, 'a[href="/pending"]', '.pending-row'));
    taps.push(await measureTapToFrameMs(page, '.pending-discard:not(:disabled)', '[role="dialog"]'));
    await page.getByRole('button', { name: 'Conservar' }).click();
    await measureTapToFrameMs(page, 'a[href="/reception"]', 'main form, main h1');
  }
  writeSection(
    15,
    `/pending with ${ENTRY_COUNT} entries, without network`,
    [
      ...formatTable(
        ['from a tap', `median of ${ROUNDS}`, 'the first'],
        [
          [
            "on the queue's state to its first rows",
            formatMs(median(views)),
            formatMs(views[0] ?? Number.NaN),
          ],
          ["on 'Descartar' to its question", formatMs(median(taps)), formatMs(taps[0] ?? Number.NaN)],
        ],
      ),
      '',
      'Budget: the first view within 300 ms, a tap within 50 ms.',
    ],
    [
      [
        `/pending with ${ENTRY_COUNT} entries; 'Descartar'`,
        `${formatMs(median(views))}; ${formatMs(median(taps))}`,
        '300 ms; 50 ms',
      ],
    ],
  );
});
