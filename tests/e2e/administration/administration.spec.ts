import { randomUUID } from 'node:crypto';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ admin: AdministrationScreens }>({
  admin: async ({ page, line }, provide) => provide(new AdministrationScreens(page, line.origin)),
});

const ADDRESS_SUFFIX = '?desde=prueba#lista';

const CATALOG_PATH_NAMES = ['evaluation-types', 'companies', 'exams', 'doctors', 'branches'] as const;
const toCatalogPath = (name: string) => `/admin/catalogs/${name}`;

/** Redirects of a user who has only this permission. A redirect from one catalogue to another keeps query and hash. */
const REDIRECTS_BY_PERMISSION: readonly (readonly [
  Permission,
  readonly (readonly [from: string, to: string])[],
])[] = [
  [
    'register_patients',
    ['/admin/users', '/admin/users/new', '/admin/catalogs', ...CATALOG_PATH_NAMES.map(toCatalogPath)].map(
      (from) => [from, '/home'] as const,
    ),
  ],
  [
    'manage_catalogs',
    [
      ['/admin/users', '/home'],
      [toCatalogPath('branches') + ADDRESS_SUFFIX, toCatalogPath('evaluation-types') + ADDRESS_SUFFIX],
      [
        `${toCatalogPath('branches')}/new${ADDRESS_SUFFIX}`,
        toCatalogPath('evaluation-types') + ADDRESS_SUFFIX,
      ],
    ],
  ],
  [
    'user_management',
    CATALOG_PATH_NAMES.filter((name) => name !== 'branches').map(
      (name) => [toCatalogPath(name) + ADDRESS_SUFFIX, toCatalogPath('branches') + ADDRESS_SUFFIX] as const,
    ),
  ],
];

test.describe('P2 redirects of users without permission', () => {
  for (const [permission, ways] of REDIRECTS_BY_PERMISSION)
    test(
      `P2.17 the app redirects a user who has only ${permission} from other screens to a permitted screen`,
      { tag: '@thorough' },
      async ({ admin, clinic, page, line }) => {
        await admin.signIn(await createClinicUser(clinic, 'Bogotá', [permission]), '/home');
        for (const [from, to] of ways) {
          await admin.desk.open(from);
          await expect(page, `from ${from}`).toHaveURL(line.origin + to);
        }
      },
    );
});

test.describe('P2 P5 administration of catalogues', () => {
  test(
    'P5.18 the form shows a duplicate code under the code field; with another code, the administrator creates, renames and deactivates the row',
    { tag: '@thorough' },
    async ({ admin, clinic }) => {
      await admin.signIn(
        await createClinicUser(clinic, 'Bogotá', ['manage_catalogs']),
        toCatalogPath('companies'),
      );
      await admin.begin('Nueva empresa', { Código: '999000021-1', Nombre: 'Zapatería de Ensayo' });
      await admin.button('Crear').click();
      await admin.expectText('Corrige los campos marcados antes de continuar.');
      const code = admin.text('Código');
      await expect(code).toHaveAccessibleDescription(/código/i);
      await expect(code).toBeFocused();
      await expect(admin.text('Nombre')).toHaveValue('Zapatería de Ensayo');
      await code.fill('ZAP-1');
      await admin.button('Crear').click();

      const panel = admin.panel('Zapatería de Ensayo');
      await panel.getByRole('button', { name: 'Cambiar nombre' }).click();
      await admin.text('Nombre nuevo').fill(' ');
      await admin.button('Guardar').click();
      await admin.expectText('El nombre no puede estar vacío.');
      await admin.text('Nombre nuevo').fill('Zapatos de Ensayo');
      await admin.button('Guardar').click();
      const renamed = admin.panel('Zapatos de Ensayo');
      await renamed.getByRole('button', { name: 'Desactivar' }).click();
      await expect(renamed).toContainText('Inactiva');
      expect(await clinic.query("select name, is_active from companies where code = 'ZAP-1'")).toEqual([
        { name: 'Zapatos de Ensayo', is_active: false },
      ]);
    },
  );

  test(
    'when another administrator has changed the same catalogue row, the form keeps the typed values and the user chooses which version to save',
    { tag: ['@thorough', '@extension'] },
    async ({ admin, clinic, elsewhere, line }) => {
      const id = randomUUID();
      await clinic.query("insert into companies (id, code, name) values ($1, 'YES-1', 'Yesos de Ensayo')", [
        id,
      ]);
      const path = `${toCatalogPath('companies')}/${id}`;
      const other = new AdministrationScreens(await elsewhere(), line.origin);
      for (const one of [admin, other]) {
        await one.signIn(await createClinicUser(clinic, 'Bogotá', ['manage_catalogs']), path);
        await expect(one.text('Nombre')).toHaveValue('Yesos de Ensayo');
      }
      await other.enter({ Nombre: 'Yesos del Primero', Ciudad: 'Tunja' });
      await other.button('Guardar cambios').click();
      await other.isTitled('Empresas');
      await admin.enter({ Nombre: 'Yesos del Segundo' });
      await admin.button('Guardar cambios').click();
      await admin.expectText('Otra persona cambió esta empresa mientras lo editabas.');
      await expect(admin.text('Nombre')).toHaveValue('Yesos del Segundo');
      await expect(admin.page.getByRole('definition').filter({ hasText: 'Yesos del Primero' })).toBeVisible();
      expect(await clinic.query('select name from companies where id = $1', [id])).toEqual([
        { name: 'Yesos del Primero' },
      ]);
      await admin.button('Guardar lo mío').click();
      await admin.isTitled('Empresas');
      expect(await clinic.query('select name from companies where id = $1', [id])).toEqual([
        { name: 'Yesos del Segundo' },
      ]);
    },
  );
});

test.describe('P4 P6 administration of users', () => {
  test(
    'P7.39 a suspension ends the user’s session; the sign-in dialog rejects the user as inactive until an administrator reactivates the account',
    { tag: '@thorough' },
    async ({ admin, clinic, rocio, elsewhere, line, ofBaseContractAlone }) => {
      const other = new AdministrationScreens(await elsewhere(), line.origin);
      await other.signIn(rocio, '/home');
      await admin.signIn(
        await createClinicUser(clinic, 'Bogotá', ['user_management']),
        `/admin/users/${rocio.id}`,
      );
      await admin.button('Suspender').click();
      await admin.dialog.getByRole('textbox', { name: 'Motivo' }).fill('Terminó su contrato');
      await admin.dialog.getByRole('button', { name: 'Suspender' }).click();
      // Only our server sends the reason, because it is beyond the base contract.
      if (!ofBaseContractAlone) await admin.expectText('Motivo: Terminó su contrato');
      else await expect(admin.button('Reactivar')).toBeVisible();

      await other.page.reload();
      await other.expectText('Tu sesión venció.');
      await other.button('Iniciar sesión').click();
      await other.dialog.getByLabel('Contraseña', { exact: true }).fill(rocio.password);
      await other.dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
      await expect(other.dialog.getByRole('alert')).toContainText(/inactiva|suspendida/);

      await admin.button('Reactivar').click();
      await admin.expectText('Usuario reactivado.');
      await other.dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
      await expect(other.dialog).toBeHidden();
      await expect(other.page.getByText('Tu sesión venció.')).toBeHidden();
    },
  );

  test(
    'P6.9 when an administrator removes the permission for the open screen, the app redirects the user to home and explains why',
    { tag: '@thorough' },
    async ({ admin, clinic, elsewhere, line }) => {
      const user = await createClinicUser(clinic, 'Bogotá', ['manage_catalogs', 'view_dashboard']);
      const other = new AdministrationScreens(await elsewhere(), line.origin);
      await other.signIn(user, `${toCatalogPath('exams')}/new`);
      await other.enter({ Código: 'QUI-1', Nombre: 'Examen que no llega' });
      await admin.signIn(
        await createClinicUser(clinic, 'Bogotá', ['user_management']),
        `/admin/users/${user.id}`,
      );
      await admin.page.getByRole('checkbox', { name: 'Catálogos', exact: true }).uncheck();
      await admin.button('Guardar permisos').click();
      await admin.expectText('Permisos actualizados correctamente.');
      await other.button('Crear').click();
      await expect(other.page).toHaveURL(`${line.origin}/home`);
      await expect(other.page.getByRole('alert')).toContainText(/permiso/i);
      expect(await clinic.query("select 1 from exams where code = 'QUI-1'")).toEqual([]);
    },
  );
});

test(
  'P5.26 P2 the organization page is read-only without permission; with permission, a change appears immediately in the top bar',
  { tag: '@thorough' },
  async ({ admin, clinic, elsewhere, line }) => {
    const reader = new AdministrationScreens(await elsewhere(), line.origin);
    await reader.signIn(await createClinicUser(clinic, 'Medellín'), '/organization');
    await reader.expectText(
      'Solo quien tiene el permiso «Gestión de usuarios» o «Catálogos» puede cambiar estos datos',
    );
    await expect(reader.page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(reader.page.locator('input[type=file]')).toHaveCount(0);

    await admin.signIn(await createClinicUser(clinic, 'Medellín', ['manage_catalogs']), '/organization');
    await admin.enter({ 'Nombre de la sede': 'Medellín – Otro Nombre', 'Página web': 'alisos.demo' });
    await admin.button('Guardar cambios').click();
    await expect(admin.text('Página web')).toHaveAccessibleDescription(/https?:/);
    await admin.enter({ 'Página web': 'https://alisos.demo' });
    await admin.button('Guardar cambios').click();
    await admin.expectText('Información actualizada correctamente.');
    await expect(admin.banner).toContainText('Medellín – Otro Nombre');
  },
);
