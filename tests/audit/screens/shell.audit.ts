import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { endSessions, createClinicUser } from '#tests/support/server/clinic.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, verify, test } from '../fixtures.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

const BRANCH_NAME = 'Bogotá – Chapinero Ficticio';
const COMMON_MENU_ENTRIES = ['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización'];
/** Entries of extensions, about which the base contract states nothing. */
const EXTENSION_MENU_ENTRIES = ['Citaciones', 'Entregas'];
const countBaseEntries = (labels: readonly string[]): number =>
  labels.filter((label) => !EXTENSION_MENU_ENTRIES.includes(label.trim())).length;

async function readMenuEntries({ page }: AdministrationScreens): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.allInnerTexts();
}

test(
  "the navigation shows the links that the user's permissions allow",
  { tag: '@short' },
  async ({ clinic, line, elsewhere }) => {
    const shownLinks = async (actions: readonly Permission[]) => {
      const admin = new AdministrationScreens(await elsewhere(), line.origin);
      await openAs(admin.desk, await createClinicUser(clinic, 'Bogotá', actions), '/home');
      return { admin, labels: await readMenuEntries(admin) };
    };
    const nobody = await shownLinks([]);
    await verify('shell-4', () =>
      expect(nobody.labels.filter((label) => COMMON_MENU_ENTRIES.includes(label.trim()))).toEqual(
        COMMON_MENU_ENTRIES,
      ),
    );
    await verify('shell-7', async () => {
      for (const label of COMMON_MENU_ENTRIES) {
        await nobody.admin.page.getByRole('link', { name: label, exact: true }).first().click();
        await expect(nobody.admin.page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      await nobody.admin.desk.open('/reception');
      await expectText(nobody.admin.page, 'No tienes permiso para registrar pacientes.');
      await nobody.admin.desk.open('/evaluations');
      await expectText(nobody.admin.page, 'No tienes permiso para ver las evaluaciones.');
    });
    await verify('routes-13', async () => {
      await nobody.admin.desk.open('/home');
      await expectText(nobody.admin.page, 'No hay accesos rápidos disponibles para tu rol.');
    });
    await verify('routes-22', async () => {
      await nobody.admin.desk.open('/admin/catalogs');
      await expect(nobody.admin.page).toHaveURL(`${line.origin}/home`);
    });
    const manager = await shownLinks(['user_management']);
    await verify('shell-5', () => {
      expect(manager.labels).toContain('Usuarios');
      expect(nobody.labels).not.toContain('Usuarios');
    });
    const curator = await shownLinks(['manage_catalogs']);
    await verify('shell-6', () => {
      expect(curator.labels).toContain('Catálogos');
      expect([...manager.labels, ...nobody.labels]).not.toContain('Catálogos');
    });
    await verify('shell-13', () =>
      expect(countBaseEntries(curator.labels)).toBe(countBaseEntries(nobody.labels) + 1),
    );
    await verify('routes-17', async () => {
      for (const path of ['/admin/users', '/admin/users/new']) {
        await curator.admin.desk.open(path);
        await expect(curator.admin.page).toHaveURL(`${line.origin}/home`);
      }
    });
    await verify('routes-21', async () => {
      await curator.admin.desk.open('/admin/catalogs/branches?de=prueba#lista');
      await expect(curator.admin.page).toHaveURL(
        `${line.origin}/admin/catalogs/evaluation-types?de=prueba#lista`,
      );
    });
  },
);

test('the app shows the top bar, the sidebar and the choice of the active branch', async ({
  clinic,
  line,
  page,
  elsewhere,
}) => {
  const admin = new AdministrationScreens(page, line.origin);
  const member = await createClinicUser(clinic, null, PERMISSIONS);
  await openAs(admin.desk, member, '/organization');
  await verify('shell-10', () => expect(admin.dialog).toContainText('Seleccionar sede'));
  await page.keyboard.press('Escape');
  await verify('routes-16', () =>
    expectText(page, 'No tienes una sede asociada. Contacta al administrador del sistema.'),
  );
  const change = createCallMatcher('PUT', '/me/branch/active');
  const attempt = async (fault: ReturnType<typeof baseContractError>, text: string) => {
    await withFault(line, change, fault, async () => {
      await admin.button('Seleccionar sede').click();
      await admin.branchChoice(BRANCH_NAME).click();
      await expectText(page, text);
    });
    await page.keyboard.press('Escape');
  };
  await verify('people-36', () =>
    attempt(textlessError(403), 'No tienes permisos para activar la sede seleccionada.'),
  );
  await verify('people-37', () => attempt(textlessError(404), 'La sede seleccionada ya no está disponible.'));
  await verify('people-38', async () => {
    await attempt(textlessError(), 'No fue posible actualizar la sede activa.');
    await attempt(
      baseContractError(422, { message: 'La sede está en mudanza.' }),
      'La sede está en mudanza.',
    );
  });
  await verify('shell-11', async () => {
    await admin.button('Seleccionar sede').click();
    await admin.chooseBranch(BRANCH_NAME);
  });
  await verify('shell-1', () => expect(admin.banner).toContainText(BRANCH_NAME));
  await verify('shell-3', async () => {
    await expect(admin.banner).toContainText(member.name);
    await expect(admin.banner.getByRole('button', { name: /contraseña/ })).toBeVisible();
    await expect(admin.button('Cerrar sesión')).toBeVisible();
  });
  await verify('routes-15', () => expect(admin.text('Nombre de la sede')).toHaveValue(BRANCH_NAME));
  await verify('shell-12', async () => {
    await admin.button('Cambiar sede').click();
    await admin.dialog.getByRole('button', { name: 'Modo global' }).click();
    await expect(admin.banner).toContainText('Modo global');
  });
  await verify('shell-8', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Administración' });
    await admin.desk.open('/admin/users');
    await expect(sidebar).toBeVisible();
    await admin.desk.open('/admin/catalogs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sidebar).toHaveCount(0);
  });
  const other = new AdministrationScreens(await elsewhere(), line.origin);
  await openAs(other.desk, await createClinicUser(clinic), '/home');
  await verify('shell-2', async () => {
    await expect(other.banner).toContainText(BRANCH_NAME);
    await expect(other.banner.getByRole('button', { name: 'Cambiar sede' })).toHaveCount(0);
  });
});

test('the app reports that the session has ended and keeps the typed data', async ({
  clinic,
  desk,
  rocio,
  page,
}) => {
  const person = createVisitor();
  await desk.signIn(rocio);
  await desk.fillPerson(person);
  await endSessions(clinic, rocio);
  await verify('shell-14', async () => {
    await desk.button('Buscar paciente').click();
    await expectText(page, 'Tu sesión venció.');
    await expect(desk.field('Primer apellido')).toHaveValue(person.last_name);
  });
});
