import type { Page } from '@playwright/test';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { serverDownFault } from '#tests/support/faults/fault.ts';
import { RecordedRequests, isScreenRequest } from '../app-requests.ts';
import { expect, verify, test as base } from '../fixtures.ts';

/** User with the permissions `actions`, all by default, on a page whose clock the test controls. */
const test = base.extend<{
  actions: readonly Permission[];
  admin: AdministrationScreens;
  asked: RecordedRequests;
}>({
  actions: [PERMISSIONS, { option: true }],
  admin: async ({ page, line, clinic, actions }, provide) => {
    await page.clock.install();
    const admin = new AdministrationScreens(page, line.origin);
    await admin.signIn(await createClinicUser(clinic, 'Bogotá', actions), '/home');
    await provide(admin);
  },
  asked: async ({ context }, provide) => provide(new RecordedRequests(context)),
});

/** Opens a page by the app's own menu, because a reload would clear the app's memory. */
const openByMenu = (page: Page, menu: 'Principal' | 'Catálogos', name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name }).first().click();

/** Waits until all earlier requests of the page have been sent. */
const waitForRequests = (page: Page) =>
  page.evaluate(() => fetch('/api/v1/health').then((answer) => answer.text()));

/**
 * Advances the page's clock while no request is in flight. Otherwise the request would time out, and after the apparent
 * reconnect the app would request its lists again.
 */
async function advanceIdleClock(page: Page, asked: RecordedRequests, milliseconds: number): Promise<void> {
  await expect.poll(() => asked.countInFlight()).toBe(0);
  await page.clock.fastForward(milliseconds);
}

/**
 * Advances the page's date and fires no timer. A request in flight therefore does not time out, and the app does not request its
 * screens again after an apparent reconnect.
 */
const advanceDate = async (page: Page, milliseconds: number) =>
  page.clock.setSystemTime((await page.evaluate(() => Date.now())) + milliseconds);

test.describe('without copies for offline use', () => {
  // The user lacks `manage_evaluations`, so the device starts no prefetch run. A prefetch run sends its requests one after
  // another, so a request would nearly always be in flight.
  test.use({ actions: PERMISSIONS.filter((permission) => permission !== 'manage_evaluations') });

  test('the app reuses a list for a minute without a request, and sends no request when the window gets the focus', async ({
    admin,
    asked,
    page,
  }) => {
    const count = () =>
      asked.requestsTo('/companies').filter(({ query }) => isScreenRequest({ query })).length;
    await openByMenu(page, 'Principal', 'Catálogos');
    const visitCatalog = async () => {
      await openByMenu(page, 'Catálogos', 'Empresas');
      await admin.isTitled('Empresas');
      await expect(page.getByRole('table')).toBeVisible();
      await waitForRequests(page);
    };
    const leave = async () => {
      await openByMenu(page, 'Catálogos', 'Exámenes');
      await admin.isTitled('Exámenes');
    };
    await visitCatalog();
    await expect.poll(count).toBe(1);
    await verify('limits-5', async () => {
      await leave();
      // A larger step would make the proof of the device key too old, and the app would check the connection with another
      // request.
      await advanceIdleClock(page, asked, 20_000);
      await visitCatalog();
      expect(count()).toBe(1);
    });
    await verify('limits-6', async () => {
      await leave();
      await advanceIdleClock(page, asked, 61_000);
      await visitCatalog();
      // The count may be higher than 2, because the page repeats a request whose proof was too old.
      await expect.poll(count).toBeGreaterThan(1);
    });
    await verify('limits-11', async () => {
      await advanceIdleClock(page, asked, 61_000);
      await waitForRequests(page);
      const before = count();
      await page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange'));
        window.dispatchEvent(new Event('focus'));
      });
      await waitForRequests(page);
      expect(count()).toBe(before);
    });
  });
});

test('the app reuses an evaluation for a minute before it requests it again', async ({
  admin,
  asked,
  page,
  records,
}) => {
  const id = await records.evaluation();
  const path = `/evaluations/${id}`;
  await admin.desk.open(path);
  await expect(page.getByRole('heading', { name: 'Notas médicas' })).toBeVisible();
  const count = () => asked.requestsTo(path).filter(({ isPrefetch }) => !isPrefetch).length;
  await expect.poll(count).toBeGreaterThan(0);
  await waitForRequests(page);
  const first = count();
  const returnToList = async () => {
    await page.getByRole('link', { name: 'Volver al listado' }).first().click();
    await expect(page).toHaveURL(/\/evaluations$/);
  };
  const goBack = async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Notas médicas' })).toBeVisible();
    await waitForRequests(page);
  };
  await verify('limits-7', async () => {
    await returnToList();
    await advanceDate(page, 20_000);
    await goBack();
    expect(count()).toBe(first);
  });
  await verify('limits-8', async () => {
    await returnToList();
    await advanceDate(page, 61_000);
    await goBack();
    await expect.poll(count).toBeGreaterThan(first);
  });
});

test('the app reuses the data of the organization page for five minutes before it requests them again', async ({
  admin,
  asked,
  page,
}) => {
  await openByMenu(page, 'Principal', 'Mi organización');
  await admin.isTitled('Mi organización');
  const branchRequests = () => asked.requestsTo('/me/branch').length;
  await expect.poll(branchRequests).toBe(1);
  const returnAfter = async (milliseconds: number) => {
    await openByMenu(page, 'Principal', 'Usuarios');
    await admin.isTitled('Usuarios');
    await page.clock.fastForward(milliseconds);
    await openByMenu(page, 'Principal', 'Mi organización');
    await admin.isTitled('Mi organización');
    await waitForRequests(page);
  };
  await verify('limits-10', async () => {
    await returnAfter(240_000);
    expect(branchRequests()).toBe(1);
    await returnAfter(61_000);
    await expect.poll(branchRequests).toBeGreaterThan(1);
  });
  const companies = () =>
    asked.requestsTo('/companies').filter(({ query }) => query['pageSize'] === '100').length;
  const form = async () => {
    await admin.link('Nueva sede').click();
    await page.getByRole('combobox', { name: 'Empresa' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await waitForRequests(page);
  };
  await openByMenu(page, 'Principal', 'Catálogos');
  await openByMenu(page, 'Catálogos', 'Sedes');
  asked.forget();
  await form();
  await verify('limits-9', async () => {
    await expect.poll(companies).toBeGreaterThan(0);
    const before = companies();
    await page.goBack();
    await page.clock.fastForward(240_000);
    await form();
    expect(companies()).toBe(before);
    await page.goBack();
    await page.clock.fastForward(61_000);
    await form();
    await expect.poll(companies).toBeGreaterThan(before);
  });
});

test('the app retries a failed request after increasing pauses', async ({ admin, asked, line, page }) => {
  // The screen opens before the clock is paused, because it would not load afterwards.
  await openByMenu(page, 'Principal', 'Usuarios');
  await admin.isTitled('Usuarios');
  await expect(page.getByRole('table')).toBeVisible();
  asked.forget();
  line.inject({ path: '/api/v1/admin/users' }, serverDownFault, Number.POSITIVE_INFINITY);
  const countFailedRequests = () =>
    line.log.filter((one) => one.path === '/api/v1/admin/users' && one.status === 503).length;
  const count = () => asked.requestsTo('/admin/users').length;
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000));
  await page.getByRole('textbox', { name: 'Buscar usuario' }).fill('zzqx');
  await page.clock.runFor(400);
  const expectPause = async (asks: number, pause: number) => {
    await expect.poll(countFailedRequests).toBe(asks);
    await waitForRequests(page);
    await waitForRequests(page);
    await page.clock.runFor(pause - 1);
    await waitForRequests(page);
    expect(count(), `before ${pause} ms`).toBe(asks);
    await page.clock.runFor(1);
    // The clock stays paused while the proof is signed and the request is sent. Time that passed now would shorten the next
    // pause.
    const expectNewRequest = () => expect.poll(count, { timeout: 2_000 }).toBeGreaterThan(asks);
    await expectNewRequest().catch(() => page.clock.runFor(50));
    await expectNewRequest();
  };
  await verify('limits-13', async () => {
    await expectPause(1, 1_000);
    await expectPause(2, 2_000);
    await expectPause(3, 4_000);
  });
  await verify('limits-12', async () => {
    await expect.poll(countFailedRequests).toBe(4);
    await page.clock.runFor(40_000);
    await waitForRequests(page);
    expect(count()).toBe(4);
  });
  line.heal();
});

test('the pause between retries of a request has an upper limit', { tag: '@short' }, async () => {
  const { queryRetryDelayMs: retryPause } = await import('#app/kit/query-client.ts');
  await verify('limits-14', () => {
    expect([0, 1, 2, 3, 4].map(retryPause)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    for (const failures of [5, 6, 20, 1_000]) expect(retryPause(failures)).toBe(30_000);
  });
});
