import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { Administration } from '#tests/support/reception/administration.ts';
import { endSessions, hire } from '#tests/support/server/clinic.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { expect, see, test } from './fixtures.ts';
import { call, enter, failing, says, toOperatorError, wordless } from './screens.ts';

const BOGOTA = 'Bogotá – Chapinero Ficticio';
const FOUR = ['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización'];

/** Returns the labels of the main navigation in their order. */
async function navigation({ page }: Administration): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.allInnerTexts();
}

test(
  "the navigation shows the links that the user's permissions allow",
  { tag: '@short' },
  async ({ clinic, line, elsewhere }) => {
    const shown = async (actions: readonly Permission[]) => {
      const admin = new Administration(await elsewhere(), line.origin);
      await enter(admin.desk, await hire(clinic, 'Bogotá', actions), '/home');
      return { admin, labels: await navigation(admin) };
    };
    const nobody = await shown([]);
    await see('shell-4', () =>
      expect(nobody.labels.filter((label) => FOUR.includes(label.trim()))).toEqual(FOUR),
    );
    await see('shell-7', async () => {
      for (const label of FOUR) {
        await nobody.admin.page.getByRole('link', { name: label, exact: true }).first().click();
        await expect(nobody.admin.page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      await nobody.admin.desk.open('/reception');
      await says(nobody.admin.page, 'No tienes permiso para registrar pacientes.');
      await nobody.admin.desk.open('/evaluations');
      await says(nobody.admin.page, 'No tienes permiso para ver las evaluaciones.');
    });
    await see('routes-13', async () => {
      await nobody.admin.desk.open('/home');
      await says(nobody.admin.page, 'No hay accesos rápidos disponibles para tu rol.');
    });
    await see('routes-22', async () => {
      await nobody.admin.desk.open('/admin/catalogs');
      await expect(nobody.admin.page).toHaveURL(`${line.origin}/home`);
    });
    const manager = await shown(['user_management']);
    await see('shell-5', () => {
      expect(manager.labels).toContain('Usuarios');
      expect(nobody.labels).not.toContain('Usuarios');
    });
    const curator = await shown(['manage_catalogs']);
    await see('shell-6', () => {
      expect(curator.labels).toContain('Catálogos');
      expect([...manager.labels, ...nobody.labels]).not.toContain('Catálogos');
    });
    await see('shell-13', () => expect(curator.labels.length).toBe(nobody.labels.length + 1));
    await see('routes-17', async () => {
      for (const path of ['/admin/users', '/admin/users/new']) {
        await curator.admin.desk.open(path);
        await expect(curator.admin.page).toHaveURL(`${line.origin}/home`);
      }
    });
    await see('routes-21', async () => {
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
  const admin = new Administration(page, line.origin);
  const member = await hire(clinic, null, PERMISSIONS);
  await enter(admin.desk, member, '/organization');
  await see('shell-10', () => expect(admin.dialog).toContainText('Seleccionar sede'));
  await page.keyboard.press('Escape');
  await see('routes-16', () =>
    says(page, 'No tienes una sede asociada. Contacta al administrador del sistema.'),
  );
  const change = call('PUT', '/me/branch/active');
  const attempt = async (fault: ReturnType<typeof toOperatorError>, text: string) => {
    await failing(line, change, fault, async () => {
      await admin.button('Seleccionar sede').click();
      await admin.branchChoice(BOGOTA).click();
      await says(page, text);
    });
    await page.keyboard.press('Escape');
  };
  await see('people-36', () =>
    attempt(wordless(403), 'No tienes permisos para activar la sede seleccionada.'),
  );
  await see('people-37', () => attempt(wordless(404), 'La sede seleccionada ya no está disponible.'));
  await see('people-38', async () => {
    await attempt(wordless(), 'No fue posible actualizar la sede activa.');
    await attempt(toOperatorError(422, { message: 'La sede está en mudanza.' }), 'La sede está en mudanza.');
  });
  await see('shell-11', async () => {
    await admin.button('Seleccionar sede').click();
    await admin.chooseBranch(BOGOTA);
  });
  await see('shell-1', () => expect(admin.banner).toContainText(BOGOTA));
  await see('shell-3', async () => {
    await expect(admin.banner).toContainText(member.name);
    await expect(admin.banner.getByRole('button', { name: /contraseña/ })).toBeVisible();
    await expect(admin.button('Cerrar sesión')).toBeVisible();
  });
  await see('routes-15', () => expect(admin.text('Nombre de la sede')).toHaveValue(BOGOTA));
  await see('shell-12', async () => {
    await admin.button('Cambiar sede').click();
    await admin.dialog.getByRole('button', { name: 'Modo global' }).click();
    await expect(admin.banner).toContainText('Modo global');
  });
  await see('shell-8', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Administración' });
    await admin.desk.open('/admin/users');
    await expect(sidebar).toBeVisible();
    await admin.desk.open('/admin/catalogs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sidebar).toHaveCount(0);
  });
  const other = new Administration(await elsewhere(), line.origin);
  await enter(other.desk, await hire(clinic), '/home');
  await see('shell-2', async () => {
    await expect(other.banner).toContainText(BOGOTA);
    await expect(other.banner.getByRole('button', { name: 'Cambiar sede' })).toHaveCount(0);
  });
});

test('the app reports an ended session and keeps the typed data', async ({ clinic, desk, rocio, page }) => {
  const person = visitor();
  await desk.signIn(rocio);
  await desk.fillPerson(person);
  await endSessions(clinic, rocio);
  await see('shell-14', async () => {
    await desk.button('Buscar paciente').click();
    await says(page, 'Tu sesión venció.');
    await expect(desk.field('Primer apellido')).toHaveValue(person.lastName);
  });
});
