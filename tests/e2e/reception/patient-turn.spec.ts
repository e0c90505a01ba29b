import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { strokeByTouch } from '#tests/support/base/strokes.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const LEGAL_TEXTS_FILE_PATH = fileURLToPath(
  new URL('../../../deploy/legal-texts.example.json', import.meta.url),
);
const PIN = '704926';

test.use({ clinicOptions: { env: { LEGAL_TEXTS_FILE: LEGAL_TEXTS_FILE_PATH } } });

/** Signs as the patient, with a photo already taken. */
async function signAsPatient(desk: ReceptionScreen, who: Visitor): Promise<void> {
  await desk.reachConfirmation(who);
  await desk.choosePhoto(await randomPhoto());
  await desk.button('Entregar al paciente').click();
  const dialog = desk.page.getByRole('dialog');
  await strokeByTouch(desk.page, dialog.getByLabel('Firma del paciente'));
  await dialog.getByRole('button', { name: 'Aceptar y firmar' }).click();
}

async function expectLockedPage(desk: ReceptionScreen, who: Visitor): Promise<void> {
  const { page } = desk;
  await expect(page.getByText('Devuelva la tableta a recepción.').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveText(['Continuar en recepción']);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText(who.document).filter({ visible: true })).toHaveCount(0);
  await expect(page).toHaveTitle('Devuelva la tableta · Ventanilla');
}

async function goBackInHistory(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.back();
  });
}

test(
  'P10.440 P10.441 the signature locks the tablet offline, through reload, killed browser and ‘Atrás’; one press continues with everything kept',
  { tag: ['@landing', '@chromium'] },
  async ({ tablet, rocio, line, clinic }) => {
    const who = createVisitor();
    const { desk } = await tablet.startShift(rocio, '/home');
    await desk.page.getByRole('link', { name: 'Registrar paciente' }).first().click();
    await desk.waitUntilReady();
    await expect(desk.syncState).toHaveText('Todo enviado');
    line.disconnect();
    await signAsPatient(desk, who);
    await expectLockedPage(desk, who);
    await expectAccessible(desk.page, 'the tablet is given back');

    const address = desk.page.url();
    for (let press = 0; press < 3; press += 1) await goBackInHistory(desk.page);
    await expect(desk.page).toHaveURL(address);
    await expectLockedPage(desk, who);
    await desk.page.reload();
    await expectLockedPage(desk, who);
    await goBackInHistory(desk.page);
    await expect(desk.page).toHaveURL(address);
    await tablet.profile.kill();

    const again = (await tablet.switchOn()).desk;
    await again.open('/home');
    await expectLockedPage(again, who);
    await again.page.keyboard.press('Enter');
    await expect(again.page).toHaveURL(/\/reception$/);
    await again.picturesAreReady();
    await expect(again.page.getByText(/^Aceptó la autorización/)).toBeVisible();
    line.restoreConnection();
    await again.confirm();
    await expectDeliveredOnce(clinic, rocio, [who]);
  },
);

test(
  'P10.441 a receptionist with a PIN takes the tablet back with it, and continues at ‘Confirmar’',
  { tag: '@landing' },
  async ({ desk, page, rocio, clinic }) => {
    const who = createVisitor();
    await desk.signIn(rocio);
    await page.getByRole('button', { name: /contraseña y dispositivo/ }).click();
    await page.getByRole('button', { name: 'PIN para desbloquear' }).click();
    await page.getByLabel('Tu contraseña').fill(rocio.password);
    await page.getByLabel('PIN nuevo').fill(PIN);
    await page.getByLabel('Repite el PIN').fill(PIN);
    await page.getByRole('button', { name: 'Guardar PIN' }).click();
    await expect(page.getByText('PIN guardado: abre el bloqueo de este dispositivo.')).toBeVisible();

    await signAsPatient(desk, who);
    await expectLockedPage(desk, who);
    await desk.button('Continuar en recepción').click();
    const keys = page.getByRole('group', { name: 'Teclado del PIN' });
    for (const digit of '839517') await keys.getByRole('button', { name: digit, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Te quedan 4 intentos.');
    await page.reload();
    await expectLockedPage(desk, who);
    await desk.button('Continuar en recepción').click();
    for (const digit of PIN) await keys.getByRole('button', { name: digit, exact: true }).click();
    await desk.picturesAreReady();
    await desk.confirmButton.press('Enter');
    await expectDeliveredOnce(clinic, rocio, [who]);
  },
);
