// Takes the guide's screenshots of 'Pon en marcha tu clínica' on a server with an empty database.
import { loadModule } from '../typescript.mjs';

const ADMIN_PASSWORD = 'una-clave-larga-7';

async function createAdministratorForSetup({ admin, clinic }) {
  const { AccountPages } = await loadModule('tests/support/reception/accounts.ts');
  // The page uses the current time, because the server checks sessions by its own clock.
  await admin.page.clock.setFixedTime(Date.now());
  await admin.desk.open(/\/first-admin\?token=\S+/.exec(clinic.output())[0]);
  await new AccountPages(admin.page, admin.origin).createAdministrator(
    'ada@muestra.demo',
    'Ada Muestra',
    ADMIN_PASSWORD,
  );
  await admin.page.waitForURL(`${admin.origin}/setup`);
}

async function enterTexts(admin) {
  await admin.enter({
    'Nombre de la clínica': 'IPS Muestra del Valle (DEMO)',
    NIT: '999000044-9',
    Ciudad: 'Palmira',
    'Nombre de recepcionista': 'Rocío Muestra',
    'Correo de recepcionista': 'rocio@muestra.demo',
    'Nombre y apellidos': 'Ana Rincón (DEMO)',
    Licencia: 'DEMO-1001',
    'Correo del médico': 'ana@muestra.demo',
  });
}

/**
 * Takes the screenshots of the set-up. `shoot` saves a screenshot of the current page under a name.
 * @param sign draws a signature on the pad
 */
export async function takeSetupScreenshots({ admin, clinic, sign, shoot }) {
  const { page } = admin;
  await createAdministratorForSetup({ admin, clinic });
  await enterTexts(admin);
  await page.getByRole('heading', { name: 'Pon en marcha tu clínica' }).scrollIntoViewIfNeeded();
  await shoot(page, 'setup-types');
  await sign(page, page.getByRole('img', { name: /^Firma de/ }));
  await shoot(page, 'setup-doctor');
  await admin.button('Crear todo').click();
  const link = admin.text('Enlace de Rocío Muestra');
  // The links appear in sequence, and the page is shown again when its branch has become the active one.
  await page.getByRole('banner').getByText('Sede Palmira').waitFor();
  await admin.button('Crear lo marcado').waitFor();
  await link.waitFor();
  const heading = page.getByRole('heading', { name: 'Entrega estos enlaces ahora' });
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await shoot(page, 'setup-people');
}
