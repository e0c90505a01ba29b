import type { Page } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { Administration } from '#tests/support/reception/administration.ts';
import { createMember } from '#tests/support/server/clinic.ts';
import { outOfService } from '#tests/support/faults/fault.ts';
import { RecordedRequests, isOfScreen } from './app-requests.ts';
import { expect, verify, test as base } from './fixtures.ts';

/** User with every permission, on a page whose clock the test controls. */
const test = base.extend<{ admin: Administration; asked: RecordedRequests }>({
  admin: async ({ page, line, clinic }, provide) => {
    await page.clock.install();
    const admin = new Administration(page, line.origin);
    await admin.signIn(await createMember(clinic, 'Bogotá', PERMISSIONS), '/home');
    await provide(admin);
  },
  asked: async ({ context }, provide) => provide(new RecordedRequests(context)),
});

/** Opens a page by the app's own menu, because a reload would clear the app's memory. */
const goTo = (page: Page, menu: 'Principal' | 'Catálogos', name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name }).first().click();

/** Waits until all earlier requests of the page have been sent. */
const settled = (page: Page) => page.evaluate(() => fetch('/api/v1/health').then((answer) => answer.text()));

test('the app reuses a list for a minute without a request, and sends no request when the window gets the focus', async ({
  admin,
  asked,
  page,
}) => {
  const count = () => asked.to('/companies').filter(({ query }) => isOfScreen({ query })).length;
  await goTo(page, 'Principal', 'Catálogos');
  const visit = async () => {
    await goTo(page, 'Catálogos', 'Empresas');
    await admin.isTitled('Empresas');
    await expect(page.getByRole('table')).toBeVisible();
    await settled(page);
  };
  const leave = async () => {
    await goTo(page, 'Catálogos', 'Exámenes');
    await admin.isTitled('Exámenes');
  };
  await visit();
  await expect.poll(count).toBe(1);
  await verify('limits-5', async () => {
    await leave();
    // A larger step would make the proof of the device key too old, and the app would check the connection with another
    // request.
    await page.clock.fastForward(20_000);
    await visit();
    expect(count()).toBe(1);
  });
  await verify('limits-6', async () => {
    await leave();
    await page.clock.fastForward(61_000);
    await visit();
    // The page sends a second request if the proof of the first one was too old.
    await expect.poll(count).toBeGreaterThan(1);
  });
  await verify('limits-11', async () => {
    await page.clock.fastForward(61_000);
    await settled(page);
    const before = count();
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
    });
    await settled(page);
    expect(count()).toBe(before);
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
  const count = () => asked.to(path).filter(({ isPrefetch }) => !isPrefetch).length;
  await expect.poll(count).toBeGreaterThan(0);
  await settled(page);
  const first = count();
  const again = async () => {
    await page.getByRole('link', { name: 'Volver al listado' }).first().click();
    await expect(page).toHaveURL(/\/evaluations$/);
  };
  const back = async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Notas médicas' })).toBeVisible();
    await settled(page);
  };
  await verify('limits-7', async () => {
    await again();
    await page.clock.fastForward(20_000);
    await back();
    expect(count()).toBe(first);
  });
  await verify('limits-8', async () => {
    await again();
    await page.clock.fastForward(61_000);
    await back();
    await expect.poll(count).toBeGreaterThan(first);
  });
});

test('the app reuses all other data for five minutes before it requests them again', async ({
  admin,
  asked,
  page,
}) => {
  await goTo(page, 'Principal', 'Mi organización');
  await admin.isTitled('Mi organización');
  const own = () => asked.to('/me/branch').length;
  await expect.poll(own).toBe(1);
  const comeBack = async (milliseconds: number) => {
    await goTo(page, 'Principal', 'Usuarios');
    await admin.isTitled('Usuarios');
    await page.clock.fastForward(milliseconds);
    await goTo(page, 'Principal', 'Mi organización');
    await admin.isTitled('Mi organización');
    await settled(page);
  };
  await verify('limits-10', async () => {
    await comeBack(240_000);
    expect(own()).toBe(1);
    await comeBack(61_000);
    await expect.poll(own).toBeGreaterThan(1);
  });
  const companies = () => asked.to('/companies').filter(({ query }) => query['pageSize'] === '100').length;
  const form = async () => {
    await admin.link('Nueva sede').click();
    await page.getByRole('combobox', { name: 'Empresa' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await settled(page);
  };
  await goTo(page, 'Principal', 'Catálogos');
  await goTo(page, 'Catálogos', 'Sedes');
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
  await goTo(page, 'Principal', 'Usuarios');
  await admin.isTitled('Usuarios');
  await expect(page.getByRole('table')).toBeVisible();
  asked.forget();
  line.inject({ path: '/api/v1/admin/users' }, outOfService, Number.POSITIVE_INFINITY);
  const answered = () =>
    line.log.filter((one) => one.path === '/api/v1/admin/users' && one.status === 503).length;
  const count = () => asked.to('/admin/users').length;
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000));
  await page.getByRole('textbox', { name: 'Buscar usuario' }).fill('zzqx');
  await page.clock.runFor(400);
  const pauses = async (asks: number, pause: number) => {
    await expect.poll(answered).toBe(asks);
    await settled(page);
    await settled(page);
    await page.clock.runFor(pause - 1);
    await settled(page);
    expect(count(), `before ${pause} ms`).toBe(asks);
    await page.clock.runFor(1);
    // The clock stays paused while the proof is signed and the request is sent. Time that passed now would shorten the next
    // pause.
    const isAsked = () => expect.poll(count, { timeout: 2_000 }).toBeGreaterThan(asks);
    await isAsked().catch(() => page.clock.runFor(50));
    await isAsked();
  };
  await verify('limits-13', async () => {
    await pauses(1, 1_000);
    await pauses(2, 2_000);
    await pauses(3, 4_000);
  });
  await verify('limits-12', async () => {
    await expect.poll(answered).toBe(4);
    await page.clock.runFor(40_000);
    await settled(page);
    expect(count()).toBe(4);
  });
  line.heal();
});

test('the pause between retries of a request has an upper limit', { tag: '@short' }, async () => {
  const { retryPause } = await import('#app/kit/query-client.ts');
  await verify('limits-14', () => {
    expect([0, 1, 2, 3, 4].map(retryPause)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    for (const failures of [5, 6, 20, 1_000]) expect(retryPause(failures)).toBe(30_000);
  });
});
