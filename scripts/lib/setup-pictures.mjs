// Takes the guide's screenshots of 'Pon en marcha tu clínica' on a server with an empty database.
import { loadModule } from './typescript.mjs';

const ADMIN_PASSWORD = 'una-clave-larga-7';
const SETUP_BRANCH_NAME = 'Sede Palmira';

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

async function enterClinicData(admin) {
  await admin.enter({
    'Nombre de la clínica': 'IPS Muestra del Valle (DEMO)',
    NIT: '999000044-8',
    'Nombre de la sede': SETUP_BRANCH_NAME,
    Ciudad: 'Palmira',
  });
  await admin.button('Guardar y seguir').click();
  await admin.button('Ahora no').click();
}

/**
 * Takes the screenshots of the set-up. `shoot` saves a screenshot of the current page under a name.
 * @param sign draws a signature on the pad
 */
export async function takeSetupScreenshots({ admin, clinic, sign, shoot }) {
  const { page } = admin;
  await createAdministratorForSetup({ admin, clinic });
  await enterClinicData(admin);
  await admin.button('Guardar los 6 y seguir').waitFor();
  await shoot(page, 'setup-types');
  await admin.button('Guardar los 6 y seguir').click();
  await admin.button('Guardar los 12 y seguir').click();
  await admin.enter({ 'Nombre y apellidos': 'Ana Rincón (DEMO)', Licencia: 'DEMO-1001' });
  await sign(page, page.getByRole('img', { name: /^Firma de/ }));
  await shoot(page, 'setup-doctor');
  await admin.button('Guardar y seguir').click();
  await admin.enter({ Nombre: 'Rocío Muestra', 'Correo electrónico': 'rocio@muestra.demo' });
  await admin.button('Invitar').click();
  const link = admin.text('Enlace de Rocío Muestra');
  await link.waitFor();
  await page.getByRole('button', { name: 'Invitar a tu equipo' }).scrollIntoViewIfNeeded();
  await shoot(page, 'setup-people');
}
