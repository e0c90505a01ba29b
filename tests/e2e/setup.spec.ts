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
import { expectAccessible } from './accessible.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { expect, test } from './fixtures.ts';

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

  head(title: string): Locator {
    return this.page.getByRole('heading', { level: 2 }).getByRole('button', { name: title });
  }

  async expectOpenStep(title: string): Promise<void> {
    await expect(this.head(title)).toHaveAttribute('aria-expanded', 'true');
  }

  async saveStep(button: string, next: string): Promise<void> {
    await this.admin.button(button).click();
    await this.expectOpenStep(next);
    await expect(this.head(next), 'the keyboard goes on there').toBeFocused();
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
  'P10.97 P10.98 P10.99 P10.100 P10.277 the setup leads the administrator of an empty database step by step to the first registration',
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

    // Step of company and branch: errors appear at their fields; a reload and a network cut lose no input.
    await setup.expectOpenStep('Empresa y sede');
    await setup.expectCompletedSteps(0);
    await expectAccessible(page, 'company and branch');
    await admin.enter({ 'Nombre de la clínica': NEW_CLINIC_NAME, NIT: '999000011-5' });
    await admin.expectText('el dígito de verificación no coincide: sería 6');
    await admin.button('Guardar y seguir').click();
    await admin.expectText('Escribe el nombre de la sede.');
    await expect(admin.text('Nombre de la sede')).toBeFocused();
    await admin.enter({
      NIT: '999000011-6',
      'Nombre de la sede': NEW_BRANCH_NAME,
      Dirección: 'Calle 19 # 9-50',
    });
    await reloadAfterSave(page, 'Calle 19 # 9-50');
    await expect(admin.text('Nombre de la sede')).toHaveValue(NEW_BRANCH_NAME);
    // The network is cut while the save is running, because an offline page has no enabled save button.
    const save = line.hold({ method: 'POST', path: /\/companies$/ }, 'before');
    await admin.button('Guardar y seguir').click();
    await save.reached;
    line.disconnect();
    await admin.expectText('Lo que escribiste sigue aquí.');
    await reloadAfterSave(page, '999000011-6');
    await expect(admin.text('NIT')).toHaveValue('999000011-6');
    line.restoreConnection();
    await admin.desk.returnToPage();
    await expect(admin.button('Guardar y seguir')).toBeEnabled();
    await setup.saveStep('Guardar y seguir', 'Logo');
    await expect(admin.banner).toContainText(NEW_CLINIC_NAME);
    await expect(admin.banner).toContainText(NEW_BRANCH_NAME);
    expect(await clinic.query('select 1 from companies')).toHaveLength(1);

    // Steps of the logo, the evaluation types and the exams.
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() };
    await page.getByLabel(`Subir logo de ${NEW_BRANCH_NAME}`).setInputFiles(logo);
    await admin.expectText('Logo actualizado correctamente.');
    await setup.saveStep('Seguir', 'Tipos de evaluación');
    await expectAccessible(page, 'the usual types');
    await page.getByRole('checkbox', { name: /^Retorno laboral/ }).uncheck();
    await setup.saveStep('Guardar los 5 y seguir', 'Exámenes');
    await setup.saveStep('Guardar los 12 y seguir', 'Médico con su firma');

    // Step of the doctor: a signature drawn here survives a reload.
    await admin.enter({ 'Nombre y apellidos': NEW_DOCTOR_NAME, Licencia: 'LIC-4471' });
    await admin.button('Guardar y seguir').click();
    await admin.expectText('Falta la firma');
    const pad = page.getByRole('img', { name: `Firma ${addDoctorPreposition(NEW_DOCTOR_NAME)}` });
    await strokeByMouse(page, pad);
    await expectAccessible(page, 'the doctor and the signature');
    await reloadAfterSave(page, '"drawing":{');
    await expect(admin.text('Nombre y apellidos')).toHaveValue(NEW_DOCTOR_NAME);
    await setup.saveStep('Guardar y seguir', 'Invitar a tu equipo');

    // Set-up step 'Invitar a tu equipo': the administrator invites a receptionist, and the page shows the invitation link.
    await admin.enter({ Nombre: 'Rocío Ensayo', 'Correo electrónico': 'rocio@arrayanes.test' });
    await admin.button('Invitar').click();
    const invitation = await admin.text('Enlace de Rocío Ensayo').inputValue();
    const code = page.getByRole('img', { name: 'Enlace de Rocío Ensayo, como código QR' });
    expect(await decodeQrCode(code)).toBe(invitation);
    await expectAccessible(page, 'the invitation');

    // Step of the doctor's user: the user is linked to the doctor of the earlier step.
    await admin.enter({ Nombre: 'Leonor Ensayo', 'Correo electrónico': 'leonor@arrayanes.test' });
    await page.getByText('Médico', { exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Firma como' })).toHaveValue(
      `${NEW_DOCTOR_NAME} · LIC-4471`,
    );
    await expectAccessible(page, 'the invitation of the doctor');
    await admin.button('Invitar').click();
    await admin.expectText(`Médico · firma como ${NEW_DOCTOR_NAME}`);
    await setup.saveStep('Seguir', 'Primera persona registrada');
    await setup.expectCompletedSteps(6);

    // The user interrupts the setup; the start page lists the missing steps.
    await admin.desk.open('/home');
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
