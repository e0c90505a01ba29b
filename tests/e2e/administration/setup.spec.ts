import type { Locator, Page } from '@playwright/test';
import * as zxing from '@zxing/library';
import sharp from 'sharp';
import { drawLogo } from '#server/demo/pictures.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { readSetupDrafts } from '#tests/support/device/encrypted-draft.ts';
import { AccountPages } from '#tests/support/reception/accounts.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectAccessible } from '../accessible.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { expect, test } from '../fixtures.ts';

test.use({ clinicOptions: { env: { DEMO: '0' } } });

const PASSWORD = 'una-clave-larga-7';
const NEW_CLINIC_NAME = 'IPS Los Arrayanes S.A.S.';
const NEW_BRANCH_NAME = 'Sede Tunja Centro';
const NEW_DOCTOR_NAME = 'Dra. Leonor Ensayo Vargas';

class SetupScreens {
  readonly page: Page;
  readonly admin: AdministrationScreens;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.admin = new AdministrationScreens(page, origin);
  }

  step(title: string): Locator {
    return this.page.getByRole('listitem', { name: title });
  }

  async expectDone(title: string): Promise<void> {
    await expect(this.step(title)).toHaveAttribute('data-state', 'done');
  }

  async expectCompletedSteps(count: number): Promise<void> {
    await expect(this.page.getByText(`${count} de 7 pasos`)).toBeVisible();
  }
}

/** The classes come from the default export, because Node does not expose named exports of this CommonJS library. */
const { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } = (
  zxing as unknown as { readonly default: typeof zxing }
).default;

async function decodeQrCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bitmap = new BinaryBitmap(
    new HybridBinarizer(new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height)),
  );
  return new QRCodeReader().decode(bitmap).getText();
}

/**
 * Waits until the last change is stored on the device, then reloads. An earlier reload may lose the change, as a crash may
 * (S3).
 */
async function reloadAfterSave(page: Page, last: string): Promise<void> {
  await expect.poll(() => readSetupDrafts(page)).toContain(last);
  await page.reload();
}

test(
  'P10.430 P10.431 P10.432 P10.97 P10.277 the set-up creates everything of an empty clinic with one press, and leads to the first registration',
  { tag: ['@chromium', '@landing'] },
  async ({ clinic, elsewhere, line, page }) => {
    const { origin } = line;
    const setup = new SetupScreens(page, origin);
    const { admin } = setup;
    await page.goto(`${origin}/login`);
    await expect(page.getByText(/enlace para crear la primera cuenta/)).toBeVisible();
    const link = /\/first-admin\?token=\S+/.exec(clinic.output())?.[0] ?? '';
    await admin.desk.open(link);
    await new AccountPages(page, origin).createAdministrator('ada@arrayanes.test', 'Ada Ensayo', PASSWORD);
    await expect(page).toHaveURL(`${origin}/setup`);
    await expect(admin.dialog, 'no choice of a branch that there is not').toBeHidden();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

    // Errors appear at their fields, and a reload loses no input.
    await setup.expectCompletedSteps(0);
    await expectAccessible(page, 'the empty set-up');
    await admin.enter({ 'Nombre de la clínica': NEW_CLINIC_NAME, NIT: '999000011-5' });
    await admin.expectText('el dígito de verificación no coincide: sería 6');
    await admin.button('Crear todo').click();
    await admin.expectText('Escribe el nombre de la sede.');
    await admin.expectText('Falta la firma');
    await admin.expectText('Corrígelo, o pulsa otra vez para crear así.');
    await expect(admin.text('NIT')).toBeFocused();
    await admin.enter({ NIT: '999000011-6', 'Nombre de la sede': NEW_BRANCH_NAME });
    await admin.enter({
      'Nombre de recepcionista': 'Rocío Ensayo',
      'Correo de recepcionista': 'rocio@arrayanes.test',
      'Nombre y apellidos': NEW_DOCTOR_NAME,
      Licencia: 'LIC-4471',
      'Correo del médico': 'leonor@arrayanes.test',
    });
    await setup.step('Tipos de evaluación').getByText('Cambiar').click();
    await page.getByRole('checkbox', { name: /^Retorno laboral/ }).uncheck();
    await strokeByMouse(
      page,
      page.getByRole('img', { name: `Firma ${addDoctorPreposition(NEW_DOCTOR_NAME)}` }),
    );
    await reloadAfterSave(page, '"drawing":{');
    await expect(admin.text('Nombre y apellidos')).toHaveValue(NEW_DOCTOR_NAME);
    await expect(admin.text('Nombre de la sede')).toHaveValue(NEW_BRANCH_NAME);
    await admin.expectText('5 tipos por crear');

    // The network is cut while a row is created; a second press continues there.
    const save = line.hold({ method: 'POST', path: /\/doctors$/ }, 'before');
    await admin.button('Crear todo').click();
    await save.reached;
    line.disconnect();
    await admin.expectText('Lo que escribiste sigue aquí.');
    line.restoreConnection();
    await admin.desk.returnToPage();
    await setup.expectDone('Recepción');
    await expect(admin.button('Crear todo')).toBeEnabled();
    await admin.button('Crear todo').click();
    await setup.expectDone('Médico con su firma');
    await expect(admin.banner).toContainText(NEW_CLINIC_NAME);
    await expect(admin.banner).toContainText(NEW_BRANCH_NAME);
    for (const [table, count] of Object.entries({
      companies: 1,
      branches: 1,
      evaluation_types: 5,
      exams: 12,
      doctors: 1,
    }))
      expect(await clinic.query(`select 1 from ${table}`), table).toHaveLength(count);

    // The links of both users are shown once, as text and code.
    await expect(page.getByRole('region', { name: 'Entrega estos enlaces ahora' })).toBeFocused();
    const invitation = await admin.text('Enlace de Rocío Ensayo').inputValue();
    const code = page.getByRole('img', { name: 'Enlace de Rocío Ensayo, como código QR' });
    // The browser may still draw the page during the first screenshot.
    await expect(async () => expect(await decodeQrCode(code)).toBe(invitation)).toPass();
    await expect(admin.text(`Enlace de ${NEW_DOCTOR_NAME}`)).toBeVisible();
    await expectAccessible(page, 'the links');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() };
    await page.getByLabel(`Subir logo de ${NEW_BRANCH_NAME}`).setInputFiles(logo);
    await admin.expectText('Logo actualizado correctamente.');
    await setup.expectCompletedSteps(6);

    // The user interrupts the setup; the start page lists the missing steps.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await expectAccessible(page, 'the prompt about the links');
    await admin.desk.button('Salir').click();
    await expect(page.getByRole('region', { name: 'Pon en marcha tu clínica' })).toContainText(
      '6 de 7 pasos. Falta: la primera persona.',
    );
    await admin.openCatalog('Empresas');
    await admin.create(
      'Nueva empresa',
      { Código: 'FLO-1', Nombre: 'Flores del Páramo Alto' },
      'Empresa creada.',
    );

    const desk = new ReceptionScreen(await elsewhere(), origin);
    await desk.open(new URL(invitation).pathname + new URL(invitation).search);
    await new AccountPages(desk.page, origin).choosePassword(PASSWORD);
    await expect(desk.page).toHaveURL(`${origin}/home`);
    await expect(desk.page.getByText('Pon en marcha tu clínica')).toBeHidden();
    await desk.open('/setup');
    await expect(desk.page, 'not for who registers').toHaveURL(`${origin}/home`);
    await desk.open('/reception');
    await desk.waitUntilReady();
    await desk.register(createVisitor(), await randomPhoto());
    await expect(desk.page.getByText('Subida completa')).toHaveCount(2);

    await admin.desk.open('/setup');
    await setup.expectCompletedSteps(7);
    await admin.expectText('Tu clínica está en marcha.');
    await expectAccessible(page, 'the clinic that works');
    await admin.desk.open('/home');
    await admin.expectText('Hola, Ada Ensayo');
    await expect(page.getByRole('region', { name: 'Pon en marcha tu clínica' })).toBeHidden();
    expect(
      await clinic.query('select 1 from doctors where name = $1 and signature_key is not null', [
        NEW_DOCTOR_NAME,
      ]),
    ).toHaveLength(1);
    expect(
      await clinic.query(
        `select email from users join doctors on doctors.user_id = users.id where doctors.name = $1`,
        [NEW_DOCTOR_NAME],
      ),
    ).toEqual([{ email: 'leonor@arrayanes.test' }]);
  },
);
