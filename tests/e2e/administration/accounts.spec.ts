import { AccountPages } from '#tests/support/reception/accounts.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { moveFocusToPageTop, tabTo, typeByHand } from '#tests/support/base/keyboard.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ accounts: AccountPages }>({
  accounts: async ({ page, line }, provide) => provide(new AccountPages(page, line.origin)),
});

const NEXT_PASSWORD = 'la-clave-siguiente-8';
const RESET_FAILED_TEXT = 'El token no es válido o la nueva contraseña no cumple los requisitos.';

const countSessions = async (clinic: ServerProcess, { id }: ClinicUser): Promise<number> =>
  (await clinic.query('select 1 from sessions where user_id = $1', [id])).length;

test(
  'P2.4 P2.6 P7.6 a user resets a forgotten password with the keyboard only; the token of the local mode works once',
  { tag: '@thorough' },
  async ({ accounts, desk, rocio, page, line }) => {
    const { keyboard } = page;
    await desk.open('/login');
    await tabTo(page, page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(`${line.origin}/forgot-password`);
    await tabTo(page, desk.field('Correo electrónico'));
    await typeByHand(page, rocio.email);
    await keyboard.press('Enter');
    await expect(page.getByText('Si el correo pertenece a una cuenta')).toBeVisible();
    const token = await page.locator('code').textContent();
    await tabTo(page, page.getByRole('link', { name: 'Restablecer contraseña' }));
    await keyboard.press('Enter');

    await expect(desk.field('Nueva contraseña')).toBeVisible();
    await expect(desk.field('Token'), 'the link brought it').toBeHidden();
    await expect(page, 'D5 the address keeps no token').toHaveURL(`${line.origin}/reset-password`);
    await tabTo(page, desk.field('Nueva contraseña'));
    await typeByHand(page, NEXT_PASSWORD);
    await tabTo(page, desk.field('Confirma la contraseña'));
    await typeByHand(page, `${NEXT_PASSWORD}!`);
    await keyboard.press('Enter');
    await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
    await expect(desk.field('Confirma la contraseña')).toBeFocused();
    await keyboard.press('End');
    await keyboard.press('Backspace');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(`${line.origin}/home`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(rocio.name);
    for (const path of ['/forgot-password', '/reset-password']) {
      await desk.open(path);
      await expect(page, 'whoever is signed in is led away').toHaveURL(`${line.origin}/home`);
    }

    await desk.leave();
    await desk.open(`/reset-password?token=${token ?? ''}`);
    await accounts.choosePassword('otra-clave-larga-9');
    await expect(page.getByText(RESET_FAILED_TEXT)).toBeVisible();
    await desk.open('/login');
    await desk.fillSignIn(rocio);
    await expect(page.getByText('Credenciales inválidas.')).toBeVisible();
    await desk.fillSignIn({ email: rocio.email, password: NEXT_PASSWORD });
    await expect(page).toHaveURL(`${line.origin}/home`);
  },
);

test(
  'S9 D2 P7.4 a password change ends only the user’s session on the other device; unsent entries stay on both devices and are delivered',
  { tag: '@thorough' },
  async ({ accounts, desk, rocio, clinic, page, line, elsewhere }) => {
    const other = new AccountPages(await elsewhere(), line.origin);
    const [here, there] = [createVisitor(), createVisitor()];
    await desk.signIn(rocio);
    await other.desk.signIn(rocio);
    line.inject({ kind: 'evaluation' }, { type: 'cut_before' }, Number.POSITIVE_INFINITY);
    await desk.register(here, await randomPhoto());
    await other.desk.register(there, await randomPhoto());

    await accounts.openChange();
    await accounts.change('no-es-la-clave-1', NEXT_PASSWORD);
    await expect(page.getByText('La contraseña actual no es válida.')).toBeVisible();
    expect(await countSessions(clinic, rocio), 'both sessions go on').toBe(2);
    await accounts.change(rocio.password, NEXT_PASSWORD);
    await expect(page.getByText('Contraseña actualizada correctamente.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await countSessions(clinic, rocio), 'the other session is over').toBe(1);
    await desk.openPending();
    await expect(desk.pendingRow(here), 'the queue is as it was').toBeVisible();
    await expect(page.getByText('Tu sesión venció.')).toBeHidden();

    line.heal();
    await expectDeliveredOnce(clinic, rocio, [here]);
    await other.desk.openPending();
    await expect(other.page.getByText('Tu sesión venció.')).toBeVisible();
    await expect(other.desk.pendingRow(there)).toBeVisible();
    await other.desk.button('Iniciar sesión').click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByLabel('Contraseña', { exact: true }).fill(NEXT_PASSWORD);
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(dialog).toBeHidden();
    await expectDeliveredOnce(clinic, rocio, [here, there]);
  },
);

test.describe('P10.1 WCAG 2.2 AA and targets of at least 44 px, on a tablet and a phone', () => {
  const SIZES = [TABLET_BROWSER_OPTIONS.viewport, { width: 390, height: 844 }];

  test(
    'the account pages are accessible on a tablet and a phone',
    { tag: '@thorough' },
    async ({ accounts, desk, rocio, page }) => {
      const isAccessibleAtBoth = async (where: string) => {
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expectAccessible(page, `${where} at ${size.width}`);
        }
      };
      await desk.open('/forgot-password');
      await desk.button('Enviar enlace').click();
      await isAccessibleAtBoth('forgot-password with an error');
      await desk.field('Correo electrónico').fill('nadie@alisos.demo');
      await desk.button('Enviar enlace').click();
      await expect(page.getByText('Solicitud recibida.')).toBeVisible();
      await isAccessibleAtBoth('forgot-password, answered');
      await desk.open('/reset-password?token=inventado');
      await accounts.choosePassword(NEXT_PASSWORD);
      await expect(page.getByText(RESET_FAILED_TEXT)).toBeVisible();
      await isAccessibleAtBoth('reset-password with an error');
      await desk.signIn(rocio, '/home');
      await accounts.openChange();
      await accounts.change('', NEXT_PASSWORD);
      await expect(desk.field('Contraseña actual')).toBeFocused();
      await isAccessibleAtBoth('change of the password with an error');
    },
  );

  const SCREENS: readonly (readonly [path: string, title: string])[] = [
    ['/home', 'Hola'],
    ['/organization', 'Mi organización'],
    ['/admin/users', 'Usuarios'],
    ['/admin/users/new', 'Invitar usuario'],
    ['/admin/catalogs', 'Catálogos'],
    ['/admin/catalogs/companies', 'Empresas'],
    ['/admin/catalogs/packages', 'Paquetes de exámenes'],
    ['/admin/catalogs/templates', 'Plantillas'],
    ['/admin/catalogs/branches/new', 'Nueva sede'],
  ];

  test(
    'home, organization, users and catalogues are accessible on a tablet and a phone',
    { tag: '@thorough' },
    async ({ clinic, page, line }) => {
      const admin = new AdministrationScreens(page, line.origin);
      await admin.signIn(await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/home');
      for (const [path, title] of SCREENS) {
        await admin.desk.open(path);
        await admin.isTitled(title);
        await expect(page.locator('.mantine-Skeleton-root, [aria-busy=true]')).toHaveCount(0);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expectAccessible(page, `${path} at ${size.width}`);
        }
      }
    },
  );
});

test.describe('P10.1 keyboard-only use of the administration', () => {
  test(
    'a user opens and closes a catalogue row, a user and the branch choice with the keyboard only; the focus then returns to its former place',
    { tag: '@thorough' },
    async ({ clinic, page, line }) => {
      const admin = new AdministrationScreens(page, line.origin);
      const { keyboard } = page;
      await admin.signIn(await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/admin/catalogs/doctors');
      const doctor = 'Dra. Ana Demo Rincón';
      await expect(admin.row(doctor)).toBeVisible();
      await tabTo(page, admin.row(doctor));
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 2, name: doctor })).toBeFocused();
      await keyboard.press('Escape');
      await expect(admin.panel(doctor)).toBeHidden();
      await expect(admin.row(doctor)).toBeFocused();

      await moveFocusToPageTop(page);
      await tabTo(page, admin.button('Cambiar sede'));
      await keyboard.press('Enter');
      await expect(admin.branchChoice('Bogotá – Chapinero')).toBeVisible();
      await keyboard.press('Escape');
      await expect(admin.dialog).toBeHidden();
      await expect(admin.button('Cambiar sede')).toBeFocused();

      const users = page
        .getByRole('navigation', { name: 'Principal' })
        .getByRole('link', { name: 'Usuarios' });
      await tabTo(page, users);
      await keyboard.press('Enter');
      await tabTo(page, page.getByRole('searchbox').or(admin.text('Buscar usuario')));
      await typeByHand(page, 'medico@alisos');
      const ana = page.getByRole('link', { name: 'Ana Demo Rincón', exact: true });
      await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
      await tabTo(page, ana);
      await keyboard.press('Enter');
      await admin.isTitled('Ana Demo Rincón');
      await tabTo(page, page.getByRole('checkbox', { name: 'Catálogos', exact: true }));
      await keyboard.press('Space');
      await tabTo(page, admin.button('Deshacer'));
      await keyboard.press('Enter');
      await expect(admin.button('Guardar permisos')).toBeDisabled();
    },
  );
});
