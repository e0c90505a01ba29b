import type { Page } from '@playwright/test';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { serverDownFault } from '#tests/support/faults/fault.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraftFromPage } from '#tests/support/device/encrypted-draft.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const readWorkerStates = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { active: registration?.active?.state ?? null, waiting: registration?.waiting?.state ?? null };
  });

test.describe('P10.26 installation of the app on a tablet', () => {
  // The test needs Chromium, because only its protocol reports installability errors.
  test(
    'P10.50 P10.115 the app can be installed and has working shortcuts; the service worker claims a page loaded without it and does not replace the verification page',
    { tag: ['@chromium', '@landing'] },
    async ({ tablet, rocio }) => {
      const { desk, context } = await tablet.switchOn();
      const { page } = desk;
      await desk.signIn(rocio, '/home');
      const devtools = await context.newCDPSession(page);
      const { errors, data } = await devtools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const manifest = JSON.parse(data ?? '{}') as {
        shortcuts: { name: string; url: string; icons: { src: string }[] }[];
      };
      expect(manifest).toMatchObject({
        name: 'Ventanilla · Salud ocupacional',
        lang: 'es-CO',
        display: 'standalone',
        start_url: '/',
      });
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);

      // A reload without cache loads the page without its service worker, like Shift+F5 or a page that was loading when the
      // worker started.
      await devtools.send('Page.reload', { ignoreCache: true });
      await expect(page.getByRole('heading', { level: 1 })).toContainText(rocio.name);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

      expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
        'Registrar paciente',
        'Pendientes de envío',
      ]);
      for (const { name, url, icons } of manifest.shortcuts) {
        await desk.open(url);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        for (const { src } of icons)
          expect((await context.request.get(`${desk.origin}${src}`)).headers()['content-type']).toBe(
            'image/png',
          );
      }
      await desk.open('/v');
      await expect(page.getByLabel('Código de verificación')).toBeVisible();
      await expect(page.locator('#root')).toHaveCount(0);
    },
  );

  test(
    'the page shows its first screen before any script or other file has loaded',
    { tag: '@landing' },
    async ({ browser, line }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.route('**/assets/*', (route) => route.abort());
      await page.goto(`${line.origin}/login`, { waitUntil: 'commit' });
      await expect(page.getByText('Lo que registras queda guardado en este dispositivo')).toBeVisible();
      await expect(page.getByText('Salud ocupacional', { exact: true })).toHaveCSS(
        'color',
        'rgb(71, 96, 106)',
      );
      await context.close();
    },
  );

  test('P2.11 S18 the app opens offline at each known and unknown address, and the service worker leaves API addresses to the network', async ({
    desk,
    rocio,
    page,
    line,
  }) => {
    await desk.signIn(rocio, '/home');
    line.disconnect();
    for (const path of ['/home', '/reception', '/pacientes', '/pending', '/reception?x=1#y']) {
      await desk.open(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('banner')).toContainText(rocio.name);
    }
    await desk.open('/nada');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe');
    const reached = await page.evaluate(() =>
      fetch('/api/v1/health').then(
        () => true,
        () => false,
      ),
    );
    expect(reached, 'the worker leaves the API to the network').toBe(false);
  });

  test(
    'P10.226 when the device is offline, a screen that was never opened there explains which data is missing and what to do',
    { tag: '@landing' },
    async ({ desk, clinic, page, line }) => {
      const member = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']);
      // The fault prevents the prefetch run, so that the device has no cached evaluation.
      line.inject({ path: /^\/api\/v1\/evaluations/ }, serverDownFault, Infinity);
      await desk.signIn(member, '/home');
      line.heal();
      line.disconnect();
      await desk.open('/evaluations');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evaluaciones pendientes');
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'No se pudo cargar el listado de evaluaciones.' });
      await expect(notice).toContainText('Sin conexión');
      await expect(notice).toContainText('Se intenta de nuevo cuando vuelva.');
      await expect(notice.getByRole('button', { name: 'Reintentar' })).toBeVisible();
      await expect(page.locator('[aria-busy=true]'), 'no skeleton is left').toHaveCount(0);
      line.restoreConnection();
      await desk.returnToPage();
      await expect(notice).toBeHidden();
    },
  );

  test(
    'the service worker is installed even when the connection broke during its first download',
    { tag: '@thorough' },
    async ({ desk, rocio, page, line }) => {
      line.inject({ path: '/sw.js' }, { type: 'cut_before' });
      await desk.signIn(rocio, '/home');
      expect(line.log.filter(({ path }) => path === '/sw.js').map(({ fault }) => fault)).toContain(
        'cut_before',
      );
      expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    },
  );
});

test.describe('P10.26 update to a newer version of the app', () => {
  const newer = { type: 'append', text: '\n// A version that did not exist before.' } as const;

  test(
    'the app offers a newer version while a registration is in progress, and keeps the draft when the user accepts',
    { tag: '@landing' },
    async ({ desk, rocio, page, line }) => {
      const person = createVisitor();
      await desk.signIn(rocio);
      await desk.fillPerson(person);
      await desk.next();
      await expect.poll(async () => (await readDraftFromPage(page)).content).toContain('"step":1');
      line.inject({ path: '/sw.js' }, newer, Infinity);
      await page.reload();
      const notice = page.getByText('Hay una versión nueva');
      await expect(notice).toBeVisible();
      // The start page applies a newer version automatically, but not while a registration is in progress.
      await page.getByRole('link', { name: 'Inicio' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(rocio.name);
      await expect(notice).toBeVisible();
      await expect.poll(() => readWorkerStates(page)).toEqual({ active: 'activated', waiting: 'installed' });

      await Promise.all([page.waitForEvent('load'), desk.button('Actualizar').click()]);
      await expect(notice).toBeHidden();
      await expect.poll(() => readWorkerStates(page)).toEqual({ active: 'activated', waiting: null });
      await desk.open('/reception');
      await expect(page.getByText('Borrador recuperado')).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Tipo de evaluación' })).toBeVisible();
      await desk.button('Volver').click();
      await expect(desk.field('Número de identificación')).toHaveValue(person.document);
    },
  );

  test(
    'S17 the app applies a newer version immediately although the old service worker waits for an unavailable server, and delivers unsent entries',
    { tag: '@thorough' },
    async ({ desk, rocio, page, line, clinic }) => {
      const person = createVisitor();
      await desk.signIn(rocio);
      line.inject({ path: /^\/api\// }, serverDownFault, Infinity);
      await desk.register(person, await randomPhoto());
      await expect(desk.syncState).toHaveText('1 por enviar');
      line.inject({ path: '/sw.js' }, newer, Infinity);
      await desk.open('/pending');
      await expect(page.getByText('Hay una versión nueva')).toBeVisible();
      await Promise.all([page.waitForEvent('load'), desk.button('Actualizar').click()]);
      await expect.poll(() => readWorkerStates(page)).toEqual({ active: 'activated', waiting: null });
      line.heal();
      await expectDeliveredOnce(clinic, rocio, [person]);
    },
  );

  test(
    'the start page applies a newer version automatically when no registration is in progress',
    { tag: '@thorough' },
    async ({ desk, rocio, page, line }) => {
      await desk.signIn(rocio, '/reception');
      line.inject({ path: '/sw.js' }, newer, Infinity);
      await page.reload();
      await expect(page.getByText('Hay una versión nueva')).toBeVisible();
      await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Inicio' }).click()]);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(rocio.name);
      await expect.poll(() => readWorkerStates(page)).toEqual({ active: 'activated', waiting: null });
    },
  );
});

test.describe('P10.65 page and service worker of different versions', () => {
  test(
    'the installation of the service worker fails completely when its files and the page have different versions; the next attempt installs matching files',
    { tag: '@landing' },
    async ({ desk, page, line, consoleErrors }) => {
      // Simulates a replica that still has another version. Only a service worker requests this address.
      line.inject({ path: '/index.html' }, { type: 'append', text: '<!-- another version -->' }, 1);
      await desk.open('/login');
      const indexRequests = () =>
        line.log.filter(({ path }) => path === '/index.html').map(({ fault }) => fault);
      await expect.poll(indexRequests).toEqual(['append']);
      const isWorkerRegistered = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
      await expect.poll(isWorkerRegistered).toBe(false);
      expect(consoleErrors.texts.filter((text) => !text.includes('integrity'))).toEqual([]);
      consoleErrors.texts.splice(0);

      // The service worker retries automatically, so the test does not reload the page.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      expect(indexRequests()).toEqual(['append', null]);
      const kept = await page.evaluate(async () =>
        (await caches.match('/index.html', { ignoreSearch: true }))?.text(),
      );
      expect(kept).not.toContain('another version');
    },
  );
});
