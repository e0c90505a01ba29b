import type { Page, Request } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import type { StatementId } from '../statements/index.ts';
import { openAs } from '../screens.ts';

const TYPED_TEXT = 'zzqx';

/** User with every permission, and a list of the page's requests that contain the typed text. */
const test = base.extend<{ desk: ReceptionScreen; asked: string[] }>({
  desk: async ({ page, line, clinic }, provide) => {
    const desk = new ReceptionScreen(page, line.origin);
    await openAs(desk, await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/home');
    await desk.waitUntilReady();
    await provide(desk);
  },
  asked: async ({ page }, provide) => {
    const asked: string[] = [];
    page.on('request', (request: Request) => {
      if (request.url().includes(TYPED_TEXT)) asked.push(request.url());
    });
    await provide(asked);
  },
});

const waitForRequests = (page: Page): Promise<unknown> =>
  page.evaluate((path) => fetch(path).then((answer) => answer.text()), `${API_BASE}/health`);

interface SearchCheck {
  readonly page: Page;
  readonly asked: string[];
  readonly pause: number;
  readonly path: RegExp;
  readonly type: () => Promise<unknown>;
}

/**
 * Asserts that the page sends the request when exactly the time `pause` has passed since the typing. Only this function
 * advances the page's clock.
 */
async function checkSearchDelay({ page, asked, pause, path, type }: SearchCheck): Promise<URL> {
  const urls = () => asked.map((url) => new URL(url)).filter(({ pathname }) => path.test(pathname));
  asked.length = 0;
  await page.clock.install();
  // The clock jumps by less than the shortest timeout of a request, because a page whose request in flight timed out is offline.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000));
  try {
    await type();
    await page.clock.runFor(pause - 1);
    await waitForRequests(page);
    expect(urls(), `before ${pause} ms`).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(async () => (await page.clock.runFor(1), urls().length)).toBeGreaterThan(0);
    return urls()[0]!;
  } finally {
    await page.clock.resume();
  }
}

const SEARCH_DELAY_CASES: readonly (readonly [StatementId, pause: number, path: string])[] = [
  ['pauses-1', 400, '/evaluations'],
  ['pauses-2', 400, '/admin/catalogs/companies'],
  ['pauses-2', 400, '/admin/catalogs/branches'],
  ['pauses-3', 300, '/admin/catalogs/evaluation-types'],
  ['pauses-3', 300, '/admin/catalogs/exams'],
  ['pauses-3', 300, '/admin/catalogs/doctors'],
  ['pauses-4', 300, '/admin/users'],
];

for (const [id, pause, path] of SEARCH_DELAY_CASES)
  test(`the search at ${path} waits for a pause in typing before it sends a request`, async ({
    desk,
    page,
    asked,
  }) => {
    await desk.open(path);
    const field = page.getByRole('textbox', { name: /^Buscar/ });
    await expect(page.getByRole('table')).toBeVisible();
    await verify(id, async () => {
      await checkSearchDelay({
        page,
        asked,
        pause,
        path: /./,
        type: () => field.pressSequentially(TYPED_TEXT),
      });
    });
  });

test('the search of a combobox waits for a pause in typing before it sends a request', async ({
  desk,
  page,
  asked,
}) => {
  const combobox = (name: string) => page.getByRole('combobox', { name });
  await desk.open('/evaluations');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await verify('pauses-5', async () => {
    await checkSearchDelay({
      page,
      asked,
      pause: 300,
      path: /\/companies$/,
      type: () => combobox('Empresa empleadora').pressSequentially(TYPED_TEXT),
    });
  });
  await desk.open('/reception');
  await expect(desk.field('Cargo')).toBeVisible();
  await verify('pauses-7', async () => {
    const url = await checkSearchDelay({
      page,
      asked,
      pause: 200,
      path: /\/occupations$/,
      type: () => desk.field('Cargo').pressSequentially(TYPED_TEXT),
    });
    expect(url.searchParams.get('limit')).toBe('25');
  });
  await desk.open('/reception');
  await desk.fillPerson(createVisitor());
  await desk.next();
  await verify('pauses-6', async () => {
    const url = await checkSearchDelay({
      page,
      asked,
      pause: 200,
      path: /\/catalogs\/companies\/options$/,
      type: () => combobox('Empresa empleadora').pressSequentially(TYPED_TEXT),
    });
    expect(url.searchParams.get('limit')).toBe('20');
  });
});

test('the signature pad has the required size, also in full screen', async ({ desk, page }) => {
  await desk.open('/reception');
  await desk.reachConfirmation(createVisitor());
  const height = () => desk.pad.evaluate((pad) => pad.clientHeight);
  await verify('pauses-8', async () => expect(await height()).toBe(220));
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
    { width: 1366, height: 1200 },
  ]) {
    await page.setViewportSize(viewport);
    await desk.button('Pantalla completa').click();
    await verify('pauses-9', async () => {
      expect(await height()).toBeGreaterThanOrEqual(320);
      expect(await height()).toBeLessThanOrEqual(720);
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await desk.button('Pantalla completa').click();
  await verify('pauses-10', async () => {
    expect(await height()).toBeGreaterThan(220);
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }),
    ).toBeInViewport();
  });
});
