import type { Page } from '@playwright/test';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const lockHeading = (page: Page) => page.getByRole('heading', { name: 'Pantalla bloqueada' });

async function unlock({ page }: ReceptionScreen, password: string): Promise<void> {
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Desbloquear' }).click();
}

/** Asserts that the page neither shows patient data nor offers it to screen readers. */
async function expectPatientDataHidden(page: Page, ...people: Visitor[]): Promise<void> {
  await expect(lockHeading(page)).toBeVisible();
  const seen = await page.locator('body').innerText();
  const heard = await page.locator('body').ariaSnapshot();
  for (const text of people.flatMap(({ document, first_name, last_name }) => [
    document,
    first_name,
    last_name,
  ])) {
    expect(seen).not.toContain(text);
    expect(heard).not.toContain(text);
  }
}

/** Runs in the page. Returns a row of the table that all windows of the device share. */
async function readStoredDeviceRow(id: string): Promise<unknown> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const db = await requestResult(indexedDB.open('ventanilla'));
  const row: unknown = await requestResult(db.transaction('device').objectStore('device').get(id));
  db.close();
  return row;
}

/** Returns the time of the last user input in any window, ms since the epoch. */
const lastActivityTime = async (page: Page): Promise<number> =>
  ((await page.evaluate(readStoredDeviceRow, 'activity')) as { at: number }).at;

/** Waits until the connection is up again: the clock jump made a running call time out, so a new probe must succeed. */
const waitForConnection = (page: Page) =>
  expect.poll(() => page.evaluate(readStoredDeviceRow, 'link')).toMatchObject({ link: { name: 'up' } });

test.describe('Lock', () => {
  test(
    'the screen lock hides all windows when no window has had input for some minutes; the password brings the typed data back',
    { tag: '@landing' },
    async ({ desk, page, context, rocio, line }) => {
      await context.clock.install();
      await desk.signIn(rocio);
      const person = createVisitor();
      await desk.fillPerson(person);
      const other = new ReceptionScreen(await context.newPage(), line.origin);
      await other.open('/device');
      await expect(other.page.getByRole('heading', { name: 'Este dispositivo' })).toBeVisible();

      await context.clock.fastForward('03:00');
      const before = await lastActivityTime(page);
      await other.page.mouse.move(200, 200);
      await expect.poll(() => lastActivityTime(page)).toBeGreaterThan(before);
      await context.clock.fastForward('03:00');
      await expect(desk.field('Primer nombre')).toBeVisible();
      await context.clock.fastForward('03:00');
      await expectPatientDataHidden(page, person);
      await expect(lockHeading(other.page)).toBeVisible();
      await expect(page.getByText(`Sesión de ${rocio.name}`)).toBeVisible();
      await expect(desk.field('Primer nombre')).toBeHidden();

      await waitForConnection(page);
      await unlock(desk, 'otra-clave-9');
      await expect(page.getByRole('alert')).toHaveText('La contraseña no es correcta.');
      await context.clock.fastForward('00:05');
      await unlock(desk, rocio.password);
      await expect(desk.field('Primer nombre')).toHaveValue(person.first_name);
      await expect(desk.field('Número de identificación')).toHaveValue(person.document);
      await expect(lockHeading(page)).toBeHidden();
      await expect(other.page.getByRole('heading', { name: 'Este dispositivo' })).toBeVisible();
    },
  );

  test(
    'the screen lock survives a reload and a browser restart, shows no patient data before the password, and opens offline',
    { tag: '@landing' },
    async ({ tablet, rocio, line }) => {
      const { desk } = await tablet.switchOn();
      await desk.signIn(rocio);
      const person = createVisitor();
      await desk.fillPerson(person);
      await desk.button('Bloquear ahora').click();
      await expectPatientDataHidden(desk.page, person);
      line.disconnect();
      await desk.page.reload();
      await expectPatientDataHidden(desk.page, person);
      await expect(desk.page.getByRole('banner')).toHaveCount(0);
      await tablet.profile.close();

      const again = (await tablet.switchOn()).desk;
      await again.open('/reception');
      await expectPatientDataHidden(again.page, person);
      await expect(again.page.getByRole('banner')).toHaveCount(0);
      await unlock(again, 'otra-clave-9');
      await expect(again.page.getByRole('alert')).toContainText('Si la cambiaste en otro equipo');
      await expect(async () => {
        // Each attempt checks for the lock screen, because on a busy machine the screen may unlock only after the previous
        // attempt has ended.
        if (await lockHeading(again.page).isVisible()) await unlock(again, rocio.password);
        await expect(again.page.getByRole('banner')).toBeVisible();
      }).toPass();
      await expect(again.field('Número de identificación')).toHaveValue(person.document);
    },
  );

  test(
    'the device keeps sending while the lock screen shows the status without any name',
    { tag: '@thorough' },
    async ({ desk, page, rocio, line, clinic }) => {
      await desk.signIn(rocio);
      line.disconnect();
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await desk.button('Bloquear ahora').click();
      await expect(lockHeading(page)).toBeVisible();
      await expect(page.getByRole('status')).toHaveText('Sin conexión · 1 por enviar');
      line.restoreConnection();
      await expect(page.getByRole('status')).toHaveText('Todo enviado');
      await expectPatientDataHidden(page, person);
      await expectDeliveredOnce(clinic, rocio, [person]);
      await unlock(desk, rocio.password);
      await expect(desk.button('Registrar otra evaluación')).toBeVisible();
    },
  );

  test(
    'S16 changing the user at the lock screen warns about unsent entries before it signs the first user out',
    { tag: '@thorough' },
    async ({ desk, page, rocio, line }) => {
      await desk.signIn(rocio);
      line.disconnect();
      await desk.register(createVisitor(), await randomPhoto());
      await desk.button('Bloquear ahora').click();
      await desk.button('Cambiar de usuario').click();
      await expect(page.getByText(/^Hay 1 evaluación que todavía no ha llegado completa/)).toBeVisible();
      await desk.button('Seguir aquí').click();
      await desk.button('Cambiar de usuario').click();
      await desk.button('Salir de todos modos').click();
      await expect(desk.button('Iniciar sesión')).toBeVisible();
      await expect(page.getByText(/^Hay 1 evaluación por enviar .*con llave/)).toBeVisible();
    },
  );
});
