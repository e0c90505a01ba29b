import { randomUUID } from 'node:crypto';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import type { StatementId } from '../statements/index.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

const test = base.extend<{ admin: AdministrationScreens }>({
  admin: async ({ page, line, clinic }, provide) => {
    const admin = new AdministrationScreens(page, line.origin);
    await openAs(admin.desk, await createClinicUser(clinic, null, ['user_management']), '/admin/users');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await provide(admin);
  },
});

const PERMISSION_LABELS = [
  'Gestión de usuarios',
  'Catálogos',
  'Recepción de pacientes',
  'Evaluaciones',
  'Dashboard',
];

test(
  'an administrator creates a user, and the form shows the errors of missing fields and failed requests',
  { tag: '@short' },
  async ({ admin, line, page, clinic }) => {
    await expect(page.getByRole('table')).toBeVisible();
    await verify('people-34', async () => {
      const headers = await page.getByRole('table').getByRole('columnheader').allInnerTexts();
      expect(headers.map((text) => text.toLowerCase())).toEqual(
        expect.arrayContaining(['usuario', 'sede', 'permisos', 'último ingreso']),
      );
      await expect(page.getByRole('table')).toContainText('@alisos.demo');
      await expect(page.getByRole('table')).toContainText('Activo');
    });
    const asked = page.waitForRequest((request) => request.url().includes('/admin/users?'));
    await page.reload();
    const query = Object.fromEntries(new URL((await asked).url()).searchParams);
    await verify('people-40', () =>
      expect(query).toMatchObject({ page: '1', pageSize: '20', sort: 'display_name' }),
    );
    await admin.link('Invitar usuario').click();
    const state = page.getByRole('combobox', { name: 'Estado inicial' });
    await verify('people-18', async () => {
      await expect(state).toHaveValue('Invitado');
      await expect(page.getByRole('checkbox', { name: /Enviar la invitación/ })).toBeChecked();
    });
    await verify('people-15', async () => {
      await admin.button('Invitar usuario').click();
      await expectText(page, 'Completa los campos obligatorios.');
    });
    await verify('people-35', async () => {
      for (const name of PERMISSION_LABELS)
        await expect(page.getByRole('checkbox', { name, exact: true })).toBeVisible();
    });
    const create = createCallMatcher('POST', '/admin/users');
    await admin.enter({ 'Correo electrónico': `${randomUUID()}@alisos.demo`, Nombre: 'Nueva Persona' });
    await verify('people-22', () =>
      withFault(line, create, textlessError(), async () => {
        await admin.button('Invitar usuario').click();
        await expectText(page, 'No se pudo crear el usuario.');
      }),
    );
    await verify('people-39', () =>
      withFault(
        line,
        create,
        baseContractError(422, { message: 'Ese correo es de otra clínica.' }),
        async () => {
          await admin.button('Invitar usuario').click();
          await expectText(page, 'Ese correo es de otra clínica.');
        },
      ),
    );
    await verify('people-16', async () => {
      await admin.button('Invitar usuario').click();
      await expectText(page, 'Usuario invitado. Comparte el enlace de activación enviado por correo.');
      await expect(admin.text('Enlace de activación')).toHaveValue(/reset-password\?token=/);
    });
    await admin.button('Invitar otro').click();
    await verify('people-19', async () => {
      await state.click();
      await expect(page.getByRole('option')).toHaveText(['Invitado', 'Activo', 'Suspendido']);
      await page.getByRole('option', { name: 'Activo' }).click();
    });
    await verify('people-17', async () => {
      await admin.enter({ 'Correo electrónico': `${randomUUID()}@alisos.demo`, Nombre: 'Otra Persona' });
      await admin.button('Crear usuario').click();
      await expectText(page, 'Usuario creado correctamente.');
    });
    expect(await clinic.query("select 1 from users where display_name = 'Otra Persona'")).toHaveLength(1);
  },
);

test('an administrator changes a user, and the form shows the errors of failed requests', async ({
  admin,
  line,
  page,
  clinic,
  elsewhere,
}) => {
  const member = await createClinicUser(clinic);
  await admin.desk.open(`/admin/users/${member.id}`);
  const status = createCallMatcher('PATCH', '/admin/users/:id/status');
  const suspend = async (reason: string) => {
    await admin.button('Suspender').click();
    await admin.dialog.getByRole('textbox', { name: 'Motivo' }).fill(reason);
    await admin.dialog.getByRole('button', { name: 'Suspender' }).click();
  };
  await verify('people-23', () =>
    withFault(line, status, textlessError(), async () => {
      await suspend('Terminó su contrato');
      await expectText(page, 'No se pudo actualizar el estado del usuario.');
    }),
  );
  await expect(admin.dialog).toBeHidden();
  await verify('people-20', async () => {
    await suspend('');
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Suspendido');
  });
  await verify('people-21', async () => {
    await admin.button('Reactivar').click();
    await expectText(page, 'Usuario reactivado.');
  });
  await verify('people-20', async () => {
    await suspend('Terminó su contrato');
    await expectText(page, 'Motivo: Terminó su contrato');
    await admin.button('Reactivar').click();
    await expectText(page, 'Puede entrar con su correo y su contraseña.');
  });
  const permissions = createCallMatcher('PUT', '/admin/users/:id/permissions');
  await page.getByRole('checkbox', { name: 'Evaluaciones', exact: true }).check();
  const save = async (id: StatementId, text: string) =>
    verify(id, async () => {
      await admin.button('Guardar permisos').click();
      await expectText(page, text);
    });
  await withFault(line, permissions, textlessError(), () =>
    save('people-24', 'No se pudieron actualizar los permisos.'),
  );
  await withFault(line, permissions, { type: 'cut_before' }, () =>
    save('people-28', 'No se pudieron guardar los permisos.'),
  );
  await save('people-29', 'Permisos actualizados correctamente.');
  const reset = createCallMatcher('POST', '/admin/users/:id/reset-password');
  const link = async (id: StatementId, text: string) =>
    verify(id, async () => {
      await page.getByRole('button', { name: /^Generar (otro )?enlace$/ }).click();
      await expectText(page, text);
    });
  await withFault(line, reset, textlessError(), () =>
    link('people-26', 'No se pudo generar el enlace de restablecimiento.'),
  );
  await withFault(line, reset, { type: 'cut_before' }, () =>
    link('people-27', 'No se pudo solicitar el restablecimiento.'),
  );
  await link('people-32', 'Se generó un enlace de restablecimiento de contraseña.');
  const branch = page.getByRole('combobox', { name: 'Sede asignada' });
  const assign = async (name: string, button: string) => {
    await branch.click();
    await page.getByRole('option', { name }).click();
    await admin.button(button).click();
  };
  await verify('people-25', () =>
    withFault(line, createCallMatcher('PUT', '/admin/users/:id/branch'), textlessError(), async () => {
      await assign('Medellín', 'Asignar sede');
      await expectText(page, 'No se pudo actualizar la sede.');
    }),
  );
  await verify('people-30', async () => {
    await admin.button('Asignar sede').click();
    await expectText(page, 'Sede asignada correctamente.');
  });
  await verify('people-31', async () => {
    await assign('Sin sede', 'Quitar sede');
    await expectText(page, 'Sede eliminada correctamente.');
  });
  const other = new AdministrationScreens(await elsewhere(), line.origin);
  await openAs(
    other.desk,
    await createClinicUser(clinic, 'Bogotá', ['user_management']),
    `/admin/users/${member.id}`,
  );
  await verify('people-33', async () => {
    await expectText(other.page, 'La sede de un usuario solo se cambia en modo global.');
    await expect(other.button('Asignar sede')).toBeDisabled();
  });
});
