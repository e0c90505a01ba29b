import type { Page } from '@playwright/test';
import { ANA_CARDHOLDER, cardCodeText, inHex } from '#tests/support/cards/invented-card.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectAccessible } from '../accessible.ts';
import { typeByHand } from '#tests/support/base/keyboard.ts';
import { expect, test } from '../fixtures.ts';

const PIN = '704926';
const lockHeading = (page: Page) => page.getByRole('heading', { name: 'Pantalla bloqueada' });
const pinField = (page: Page) => page.getByLabel('PIN de 6 números');
const lockScreenNow = (page: Page) => page.getByRole('button', { name: 'Bloquear ahora' }).click();

async function pressPinKeys(page: Page, pin: string): Promise<void> {
  const keys = page.getByRole('group', { name: 'Teclado del PIN' });
  for (const digit of pin) await keys.getByRole('button', { name: digit, exact: true }).click();
}

test(
  'P10.1 P10.92 D6 the PIN dialog and the lock screen are accessible; a card read at the lock screen fills no field, counts as no attempt and is not stored',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await page.getByRole('button', { name: /contraseña y dispositivo/ }).click();
    await page.getByRole('button', { name: 'PIN para desbloquear' }).click();
    await expect(page.getByLabel('Tu contraseña')).toBeVisible();
    await expectAccessible(page, 'the PIN’s dialog');
    await page.keyboard.press('Escape');
    await setPin(page, rocio.password);
    await lockScreenNow(page);
    await expect(pinField(page)).toBeFocused();
    await expectAccessible(page, 'the lock with a PIN');

    await typeLikeCardReader(page, `${cardCodeText(ANA_CARDHOLDER)}\r`);
    await expect(page.getByText(/^Leíste una cédula con la pantalla bloqueada/)).toBeVisible();
    await expect(pinField(page)).toHaveValue('');
    await pressPinKeys(page, '839517');
    await expect(page.getByRole('alert')).toContainText('Te quedan 4 intentos.');
    await page.getByRole('button', { name: 'Usar contraseña' }).click();
    const password = page.getByLabel('Contraseña', { exact: true });
    await typeLikeCardReader(page, inHex(cardCodeText(ANA_CARDHOLDER)));
    await expect(password).toHaveValue('');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await password.fill(rocio.password);
    // The test taps the button, because a key so soon after the card would still count as the card reader's.
    await page.getByRole('button', { name: 'Desbloquear' }).click();
    await expect(lockHeading(page)).toBeHidden();
    await expect(desk.field('Número de identificación')).toHaveValue('');
  },
);

async function setPin(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: /contraseña y dispositivo/ }).click();
  await page.getByRole('button', { name: 'PIN para desbloquear' }).click();
  await page.getByLabel('Tu contraseña').fill(password);
  await page.getByLabel('PIN nuevo').fill(PIN);
  await page.getByLabel('Repite el PIN').fill(PIN);
  await page.getByRole('button', { name: 'Guardar PIN' }).click();
  await expect(page.getByText('PIN guardado: abre el bloqueo de este dispositivo.')).toBeVisible();
}

/** Types a wrong PIN with the keyboard and expects the message `left` about the remaining attempts. */
async function typeWrongPin(page: Page, left: string): Promise<void> {
  await expect(pinField(page)).toBeFocused();
  await typeByHand(page, '839517');
  await expect(page.getByRole('alert')).toContainText(left);
}

test.describe('P10.36 PIN of a user on a device', () => {
  test(
    'the PIN unlocks the screen by touch and by keyboard, offline and after a browser restart',
    { tag: '@thorough' },
    async ({ tablet, rocio, line }) => {
      const { desk } = await tablet.startShift(rocio);
      await setPin(desk.page, rocio.password);
      await lockScreenNow(desk.page);
      await pressPinKeys(desk.page, PIN);
      await expect(lockHeading(desk.page)).toBeHidden();
      await lockScreenNow(desk.page);
      line.disconnect();
      await expect(pinField(desk.page)).toBeFocused();
      await typeByHand(desk.page, PIN);
      await expect(lockHeading(desk.page)).toBeHidden();
      await lockScreenNow(desk.page);
      await tablet.profile.close();

      const again = (await tablet.switchOn()).desk;
      await again.open('/reception');
      await expect(lockHeading(again.page)).toBeVisible();
      await expect(again.page.getByRole('banner')).toHaveCount(0);
      await pressPinKeys(again.page, PIN);
      await expect(again.page.getByRole('banner')).toBeVisible();
    },
  );

  test(
    'the device counts five wrong PINs over two windows and reloads; the password resets the counter',
    { tag: '@landing' },
    async ({ desk, page, context, rocio, line }) => {
      await desk.signIn(rocio);
      await setPin(page, rocio.password);
      const other = new ReceptionScreen(await context.newPage(), line.origin);
      await other.open('/device');
      await expect(other.page.getByRole('heading', { name: 'Este dispositivo' })).toBeVisible();
      await lockScreenNow(page);
      await typeWrongPin(page, 'Te quedan 4 intentos.');
      await expect(lockHeading(other.page)).toBeVisible();
      await other.page.bringToFront();
      await typeWrongPin(other.page, 'Te quedan 3 intentos.');
      await other.page.reload();
      await typeWrongPin(other.page, 'Te quedan 2 intentos.');
      await page.bringToFront();
      // The page is reloaded while the device checks the PIN; the attempt must count nevertheless.
      await pinField(page).focus();
      await typeByHand(page, '839518');
      await expect(other.page.getByRole('alert'), 'counted before it is judged').toContainText(
        'Te queda 1 intento.',
      );
      await page.reload();
      await typeWrongPin(page, 'Se acabaron los intentos con el PIN.');
      await expect(other.page.getByText(/^Se acabaron los intentos con el PIN/)).toBeVisible();
      await expect(pinField(page)).toHaveCount(0);

      await page.getByLabel('Contraseña', { exact: true }).fill(rocio.password);
      await page.getByRole('button', { name: 'Desbloquear' }).click();
      await expect(lockHeading(page)).toBeHidden();
      line.disconnect();
      await lockScreenNow(page);
      await pressPinKeys(page, PIN);
      await expect(lockHeading(page)).toBeHidden();
    },
  );
});
