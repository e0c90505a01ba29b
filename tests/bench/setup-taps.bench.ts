import { expect, test, type Page } from '@playwright/test';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { AccountPages } from '#tests/support/reception/accounts.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { InputCounter } from './support/input-count.ts';
import { formatTable, writeSection } from './support/report.ts';

const KEY_INTERVAL_MS = 90;
const SETUP_BUDGET = { taps: 25, keys: 120 };

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer({ env: { DEMO: '0' } });
});
test.afterAll(() => server.destroy());
const LOADED = { timeout: 60_000 };

const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Clicks each field and types its text at a person's speed, because the app takes faster keys for a card reader's. */
async function typeTexts(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByRole('textbox', { name: label, exact: true }).click();
    await page.keyboard.type(text, { delay: KEY_INTERVAL_MS });
  }
}

async function setUpClinic(page: Page): Promise<void> {
  await typeTexts(page, {
    'Nombre de la clínica': 'IPS Muestra',
    NIT: '999000044-8',
    Ciudad: 'Palmira',
    'Nombre de recepcionista': 'Leo Muestra',
    'Correo de recepcionista': 'leo@muestra.demo',
    'Nombre y apellidos': 'Ana Muestra',
    Licencia: 'LIC-4471',
    'Correo del médico': 'ana@muestra.demo',
  });
  await strokeByMouse(page, page.getByRole('img', { name: /^Firma de/ }));
  await clickButton(page, 'Crear todo');
  const copyButtons = page.getByRole('button', { name: 'Copiar enlace', exact: true });
  await expect(copyButtons).toHaveCount(2, LOADED);
  for (const button of await copyButtons.all()) await button.click();
  await expect(page.getByText('5 de 7 pasos')).toBeVisible(LOADED);
}

test('the benchmark measures the taps and keys with which an administrator sets a clinic up', async ({
  page,
  context,
}) => {
  await InputCounter.listenIn(context);
  const desk = new ReceptionScreen(page, server.origin);
  await desk.open(/\/first-admin\?token=\S+/.exec(server.output())?.[0] ?? '');
  await new AccountPages(page, server.origin).createAdministrator(
    'ada@muestra.demo',
    'Ada Demo',
    'una-clave-larga-7',
  );
  await expect(page.getByText('Nombre de la clínica')).toBeVisible(LOADED);
  const counter = new InputCounter(page);
  await counter.begin();
  await setUpClinic(page);
  const { taps, keys, told } = await counter.end();
  if (process.env['DEBUG'] !== undefined) console.log(`\n${told.join('\n')}`);
  writeSection(
    22,
    'Taps and keys of a set-up',
    [
      'Trusted pointerdown and keydown events in Chromium from the open set-up of an empty clinic to the copied links of its doctor and receptionist. Each field is clicked; a signature is one tap.',
      '',
      ...formatTable(['taps', 'keys'], [[taps, keys]]),
    ],
    [['taps, keys of a set-up', `${taps}, ${keys}`, `${SETUP_BUDGET.taps}, ${SETUP_BUDGET.keys}`]],
  );
  expect(taps).toBeLessThanOrEqual(SETUP_BUDGET.taps);
  expect(keys).toBeLessThanOrEqual(SETUP_BUDGET.keys);
});
