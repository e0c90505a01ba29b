import type { Locator, Page, Request, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const OLD_BROWSER_PATTERN = /Este navegador es muy antiguo para Ventanilla\. Usa Chrome o Edge 111/;
/** Error messages: from the start page when the app does not run, and from the app when its first screen is missing. */
const BROKEN_START_PATTERN = /La aplicación no terminó de cargar\.|No se pudo cargar esta pantalla\./;
const RETRY_BUTTON_PATTERN = /^(Intentar de nuevo|Recargar)$/;

/** Returns the files of the first load in the order of the page: scripts, then styles. */
async function fetchFirstLoadFiles(page: Page, origin: string): Promise<string[]> {
  const html = await (await page.request.get(origin, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/(?:<script defer src|<link rel="stylesheet" href)="([^"]+)"/g)].map(
    ([, file = '']) => file,
  );
}

/** Clicks a button that the page removes when its own retry succeeds, which may happen before the click. */
const clickIfShown = (button: Locator) =>
  button.evaluateAll((shown) => shown.forEach((element) => (element as HTMLElement).click()));

type StartFailureCause = (page: Page, isFile: (url: URL) => boolean) => Promise<() => Promise<void>>;
const failWithResponse =
  (answer: { status?: number; contentType?: string; body: string }): StartFailureCause =>
  async (page, isFile) => {
    await page.route(isFile, (route) => route.fulfill(answer));
    return () => page.unroute(isFile);
  };
/**
 * Ways in which a file that the page needs at its start can fail. Each function starts the failure and returns a function that
 * ends it.
 */
const START_FAILURES: Readonly<Record<string, StartFailureCause>> = {
  missing: failWithResponse({ status: 404, body: '{}' }),
  'a page of a portal': failWithResponse({ contentType: 'text/html', body: '<html>Portal</html>' }),
  unparsable: failWithResponse({ contentType: 'application/javascript', body: 'function (' }),
  cut: async (page, isFile) => {
    await page.route(isFile, (route) => route.abort('connectionreset'));
    return () => page.unroute(isFile);
  },
};

test.describe('P10.301 first load of the app', () => {
  // The service worker is blocked, because it would otherwise serve the files from its cache.
  test.use({ serviceWorkers: 'block' });

  for (const [way, breakIt] of Object.entries(START_FAILURES))
    test(
      `P10.301 the app starts automatically when a script of the first load is available again after it was ${way}`,
      { tag: ['@landing', '@chromium'] },
      async ({ browser, page, line, consoleErrors }) => {
        test.setTimeout(240_000);
        consoleErrors.networkWasCut = true;
        const scripts = (await fetchFirstLoadFiles(page, line.origin)).filter((file) => file.endsWith('.js'));
        expect(scripts.length).toBeGreaterThan(2);
        for (const file of scripts) {
          const context = await browser.newContext({ serviceWorkers: 'block' });
          const visit = await context.newPage();
          const heal = await breakIt(visit, ({ pathname }) => pathname === file);
          await visit.clock.install();
          await visit.goto(`${line.origin}/login`);
          await expect(visit.getByText(BROKEN_START_PATTERN)).toBeVisible();
          await expect(visit.getByRole('button', { name: RETRY_BUTTON_PATTERN })).toBeVisible();
          await heal();
          // Skips the pause before the next attempt. The skipped time is shorter than an attempt's time limit.
          await visit.clock.fastForward(20_000);
          await expect(visit.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
          await context.close();
        }
      },
    );

  test(
    'P10.301 the app starts automatically when the connection breaks during the load of the first screen’s code, after the app has replaced the start page',
    { tag: ['@landing', '@chromium'] },
    async ({ browser, line }) => {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const visit = await context.newPage();
      const isScreen = ({ pathname }: URL) => /\/login\.[^/]+\.js$/.test(pathname);
      const scripts: Route[] = [];
      // The page and the preload request the script once each; the third request comes from the screen itself and stays open.
      await visit.route(isScreen, async (route) => {
        const isScript = route.request().resourceType() === 'script';
        if (isScript) scripts.push(route);
        if (!isScript || scripts.length < 3) await route.abort('connectionreset');
      });
      await visit.clock.install();
      await visit.goto(`${line.origin}/login`, { waitUntil: 'commit' });
      await expect.poll(() => scripts.length).toBe(3);
      await expect(visit.locator('.opening')).toBeHidden();
      // Advances the clock until start-watch.js has checked that the app started without an error message.
      await visit.clock.runFor(3000);
      await scripts[2]?.abort('connectionreset');
      await expect(visit.getByText(BROKEN_START_PATTERN)).toBeVisible();
      await visit.unroute(isScreen);
      await visit.clock.fastForward(20_000);
      await expect(visit.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
      await context.close();
    },
  );

  test(
    'P10.301 the app starts when a script or the styles had stalled and the user retries',
    { tag: ['@landing', '@chromium'] },
    async ({ browser, page, line }) => {
      test.setTimeout(300_000);
      for (const file of await fetchFirstLoadFiles(page, line.origin)) {
        const context = await browser.newContext({ serviceWorkers: 'block' });
        const visit = await context.newPage();
        const stalled: Request[] = [];
        let isHealed = false;
        const isFile = ({ pathname }: URL) => pathname === file;
        await visit.route(isFile, async (route) => {
          if (isHealed) await route.continue();
          else stalled.push(route.request());
        });
        await visit.clock.install();
        await visit.goto(`${line.origin}/login`, { waitUntil: 'commit' });
        await expect.poll(() => stalled.length).toBe(1);
        await expect(visit.locator('.opening')).toBeVisible();
        await visit.clock.runFor(40_000);
        await expect(visit.getByText(BROKEN_START_PATTERN)).toBeVisible();
        isHealed = true;
        await clickIfShown(visit.getByRole('button', { name: RETRY_BUTTON_PATTERN }));
        await expect(visit.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
        await context.close();
      }
    },
  );

  test(
    'P10.301 the app starts in Firefox when a stylesheet stays stalled, although Firefox then sends no request of a script',
    { tag: '@firefox' },
    async ({ page, line }) => {
      // The proxy stalls the response, because Firefox sends requests of a script while Playwright stalls one.
      const styles = line.hold({ path: /\.css$/ }, 'before');
      await page.clock.install();
      await page.goto(`${line.origin}/login`, { waitUntil: 'commit' });
      await styles.reached;
      await expect(page.locator('.opening')).toBeVisible();
      await page.clock.runFor(80_000);
      await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toHaveCSS('min-height', '44px');
      await expect(page.getByText(BROKEN_START_PATTERN)).toBeHidden();
      styles.release();
    },
  );

  const isStyle = ({ pathname }: URL) => pathname.endsWith('.css');

  for (const [way, breakIt] of Object.entries(START_FAILURES))
    test(
      `P10.301 the page shows a message with a button and keeps the text that the user has typed until its styles load after they were ${way}`,
      { tag: ['@landing', '@chromium'] },
      async ({ page, line, consoleErrors }) => {
        consoleErrors.networkWasCut = true;
        const message = page.getByText(BROKEN_START_PATTERN);
        const email = page.getByLabel('Correo');
        const form = page.getByRole('button', { name: 'Iniciar sesión' });
        const retry = page.getByRole('button', { name: RETRY_BUTTON_PATTERN });
        await page.clock.install();
        await page.emulateMedia({ colorScheme: 'dark' });
        const heal = await breakIt(page, isStyle);
        await page.goto(`${line.origin}/login`);
        await email.fill('recepcion@');
        await expect(message).toHaveRole('alert');
        await expect(page.locator('body'), 'the text is readable on the dark page').toHaveCSS(
          'color',
          'rgb(230, 238, 240)',
        );
        const repeated = page.waitForRequest((request) => isStyle(new URL(request.url())));
        await retry.click();
        await repeated;
        await expect(message).toBeVisible();
        await heal();
        await clickIfShown(retry);
        await expect(form).toHaveCSS('min-height', '44px');
        await expect(message).toBeHidden();
        await expect(email).toHaveValue('recepcion@');
      },
    );

  test(
    'P10.301 the page loads its missing styles when the connection returns, and keeps the text that the user has typed',
    { tag: ['@landing', '@chromium'] },
    async ({ page, line, consoleErrors }) => {
      consoleErrors.networkWasCut = true;
      await page.route(isStyle, (route) => route.abort('connectionreset'));
      await page.goto(`${line.origin}/login`);
      await page.getByLabel('Correo').fill('recepcion@');
      await page.unroute(isStyle);
      await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toHaveCSS('min-height', '44px');
      await expect(page.getByText(BROKEN_START_PATTERN)).toBeHidden();
      await expect(page.getByLabel('Correo')).toHaveValue('recepcion@');
    },
  );
});

test(
  'P10.302 the page names the oldest supported browsers when the browser is not supported',
  { tag: ['@landing', '@chromium'] },
  async ({ browser, line }) => {
    for (const missing of [
      'delete Array.prototype.toSorted',
      'delete Crypto.prototype.randomUUID',
      'delete AbortSignal.timeout',
      'delete window.CompressionStream',
    ]) {
      const context = await browser.newContext();
      await context.addInitScript(missing);
      const visit = await context.newPage();
      await visit.goto(`${line.origin}/login`);
      await expect(visit.getByRole('alert')).toContainText(OLD_BROWSER_PATTERN);
      await expect(visit.getByRole('button')).toHaveCount(0);
      await context.close();
    }
  },
);
