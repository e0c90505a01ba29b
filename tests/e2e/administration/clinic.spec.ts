import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drawLogo, drawSignature } from '#server/demo/pictures.ts';
import { repeatableRandom } from '#server/demo/random.ts';
import { AccountPages } from '#tests/support/reception/accounts.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { expect, test } from '../fixtures.ts';

test.use({ clinicOptions: { env: { DEMO: '0' } } });

const PASSWORD = 'una-clave-larga-7';
const NEW_CLINIC_NAME = 'IPS Los Arrayanes S.A.S.';
const NEW_BRANCH_NAME = 'Sede Tunja Centro';
const NEW_DOCTOR_NAME = 'Dra. Leonor Ensayo Vargas';
const LICENCE = 'LIC-4471';
const NEW_EXAM_NAME = 'Visiometría de control';
/** Name of the evaluation type. It must contain the shortest text that the test searches for. */
const NEW_EVALUATION_TYPE_NAME = 'Ingreso a planta';
const NEW_EMPLOYER_NAME = 'Flores del Páramo Alto S.A.S.';

const createPngUpload = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

/**
 * Returns the path of the first administrator's link, which the server printed at its start. The origin is not used, because
 * the browser reaches the server through another port.
 */
function readFirstAdminPath(clinic: ServerProcess): string {
  const path = /\/first-admin\?token=\S+/.exec(clinic.output())?.[0];
  if (path === undefined) throw new Error(`no link for the first administrator:\n${clinic.output()}`);
  return path;
}

const appPathOfLink = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

async function setUpCatalogues(admin: AdministrationScreens): Promise<void> {
  await admin.openCatalog('Empresas');
  await admin.begin('Nueva empresa', { Código: '999000011', Nombre: NEW_CLINIC_NAME });
  await admin.expectText('Parece un NIT. Su dígito de verificación es 6.');
  await admin.enter({ Código: '999000011-5' });
  await admin.expectText('el dígito de verificación no coincide: sería 6');
  await admin.enter({ Código: '999000011-6' });
  await expect(admin.page.getByText('Parece un NIT')).toBeHidden();
  await admin.button('Crear').click();
  await admin.isTitled('Empresas');
  await admin.create('Nueva empresa', { Código: 'FLO-1', Nombre: NEW_EMPLOYER_NAME }, 'Empresa creada.');
  await expect(admin.row(NEW_EMPLOYER_NAME)).toBeVisible();
  await admin.openCatalog('Tipos de evaluación');
  await admin.create(
    'Nuevo tipo',
    { Código: 'ING', Nombre: NEW_EVALUATION_TYPE_NAME },
    'Tipo de evaluación creado.',
  );
  await admin.openCatalog('Exámenes');
  await admin.create('Nuevo examen', { Código: 'VIS', Nombre: NEW_EXAM_NAME }, 'Examen creado.');
}

async function setUpBranch(admin: AdministrationScreens): Promise<void> {
  await admin.openCatalog('Sedes');
  await admin.begin('Nueva sede', { 'Nombre de la sede': NEW_BRANCH_NAME, Dirección: 'Calle 19 # 9-50' });
  await admin.desk.choose('Empresa', NEW_CLINIC_NAME);
  await admin.expectText('Guarda la sede antes de cargar un logo.');
  await admin.button('Crear').click();
  await admin.isTitled('Editar sede');
  await admin.page
    .getByLabel(`Subir logo de ${NEW_BRANCH_NAME}`)
    .setInputFiles(createPngUpload('logo.png', await drawLogo()));
  await admin.expectText('Logo actualizado correctamente.');
  await expect(admin.page.getByRole('img', { name: `Logo de ${NEW_BRANCH_NAME}` })).toBeVisible();
}

async function setUpDoctor(admin: AdministrationScreens): Promise<void> {
  await admin.openCatalog('Médicos');
  await admin.create('Nuevo médico', { Nombre: NEW_DOCTOR_NAME, Licencia: LICENCE }, 'Médico creado.');
  await admin.isTitled('Editar médico');
  await admin.page
    .getByLabel('Subir firma')
    .setInputFiles(createPngUpload('firma.png', await drawSignature(repeatableRandom(7))));
  await admin.expectText('Firma actualizada.');
  await expect(
    admin.page.getByRole('img', { name: `Firma ${addDoctorPreposition(NEW_DOCTOR_NAME)}` }),
  ).toBeVisible();
}

async function expectBranding(page: Page): Promise<void> {
  const banner = page.getByRole('banner');
  await expect(banner).toContainText(NEW_CLINIC_NAME);
  await expect(banner).toContainText(NEW_BRANCH_NAME);
  await expect(banner.locator('.brand-logo img')).toBeVisible();
}

/** Opens an invitation link on another device and chooses the password, which also signs the user in. */
async function acceptInvitation(page: Page, origin: string, link: string): Promise<void> {
  await page.goto(origin + appPathOfLink(link));
  await new AccountPages(page, origin).choosePassword(PASSWORD);
  await expect(page).toHaveURL(`${origin}/home`);
  await expectBranding(page);
}

// The test needs Chromium, because Firefox reports no download under WebDriver BiDi.
test(
  'P2.15 P4.20 an administrator sets up a clinic in an empty production database, up to the first printed concept',
  { tag: ['@thorough', '@chromium'] },
  async ({ clinic, elsewhere, line, page }) => {
    const { origin } = line;
    const link = readFirstAdminPath(clinic);
    const admin = new AdministrationScreens(page, origin);
    await admin.desk.open(link);
    await new AccountPages(page, origin).createAdministrator('ada@arrayanes.test', 'Ada Ensayo', PASSWORD);
    await expect(page).toHaveURL(`${origin}/setup`);
    await admin.desk.open('/home');
    await expect(admin.dialog, 'the choice of the branch opens by itself').toContainText(
      'No hay sedes activas.',
    );
    await page.keyboard.press('Escape');
    await expect(admin.banner).toContainText('Modo global');

    await setUpCatalogues(admin);
    await setUpBranch(admin);
    await setUpDoctor(admin);
    await admin.button('Seleccionar sede').click();
    await admin.chooseBranch(NEW_BRANCH_NAME);
    await expectBranding(page);
    const forRocio = await admin.invite({
      email: 'rocio@arrayanes.test',
      name: 'Rocío Ensayo',
      permissions: ['register_patients'],
    });
    const forLeonor = await admin.invite({
      email: 'leonor@arrayanes.test',
      name: 'Leonor Ensayo',
      permissions: ['manage_evaluations'],
    });

    const desk = new ReceptionScreen(await elsewhere(), origin);
    await desk.open(link);
    await new AccountPages(desk.page, origin).createAdministrator('otra@arrayanes.test', 'Otra', PASSWORD);
    await expect(desk.page.getByText('El token no es válido'), 'the link works once').toBeVisible();

    const person = createVisitor();
    await acceptInvitation(desk.page, origin, forRocio);
    await desk.open('/reception');
    await desk.waitUntilReady();
    await desk.register(person, await randomPhoto());
    await expect(desk.page.getByText('Subida completa')).toHaveCount(2);

    const office = new OfficePage(await elsewhere(), origin);
    await acceptInvitation(office.page, origin, forLeonor);
    await office.desk.open('/evaluations');
    await office.desk.waitUntilReady();
    await office.openFromList(person);
    await office.addExam(NEW_EXAM_NAME, 'Agudeza visual 20/20 en ambos ojos.');
    await office.saveResults();
    await office.text('Concepto de aptitud laboral').fill('Apta para el cargo sin restricciones');
    await office.saveNotes();
    await office.sign();
    const concept = await office.download('Descargar concepto PDF');
    const words = await pdfTextOf(await fs.readFile(await concept.path()));
    for (const printed of [
      NEW_CLINIC_NAME,
      NEW_BRANCH_NAME,
      NEW_EMPLOYER_NAME,
      NEW_EXAM_NAME,
      NEW_DOCTOR_NAME,
      LICENCE,
      person.document,
    ])
      expect(words, 'the printed concept').toContain(printed);
  },
);
