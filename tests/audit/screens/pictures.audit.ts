import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import type { StatementId } from '../statements/index.ts';
import { createCallMatcher, openAs, withFault, expectText, textlessError } from '../screens.ts';

const test = base.extend<{ admin: AdministrationScreens }>({
  admin: async ({ page, line, clinic }, provide) => {
    const admin = new AdministrationScreens(page, line.origin);
    await openAs(admin.desk, await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/home');
    await provide(admin);
  },
});

const createNoisePng = async (): Promise<Buffer> =>
  sharp(randomBytes(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();
const createLogoUpload = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });
const createLogoOfSize = async (bytes: number) => {
  const drawn = await createNoisePng();
  return createLogoUpload(Buffer.concat([drawn, Buffer.alloc(bytes - drawn.length)]));
};

interface LogoScreen {
  readonly path: string;
  readonly calls: string;
  readonly tooLarge: readonly [StatementId, string];
  readonly done: StatementId;
}

/**
 * Checks upload, rejection, display and deletion of a logo on the screen `place`. The two screens with a logo must behave the
 * same.
 */
async function checkLogoScreen(
  admin: AdministrationScreens,
  line: Parameters<typeof withFault>[0],
  place: LogoScreen,
) {
  const { page } = admin;
  const input = page.locator('.picture-field input[type=file]');
  await admin.desk.open(place.path);
  await verify(place.tooLarge[0], async () => {
    await input.setInputFiles(await createLogoOfSize(250_001));
    await expectText(page, place.tooLarge[1]);
  });
  await verify('catalogs-34', () =>
    withFault(line, createCallMatcher('POST', place.calls), textlessError(), async () => {
      await input.setInputFiles(createLogoUpload(await createNoisePng()));
      await expectText(page, 'No se pudo actualizar el logo.');
    }),
  );
  const shown = page.locator('.picture-preview img');
  await verify(place.done, async () => {
    await input.setInputFiles(createLogoUpload(await createNoisePng()));
    await expectText(page, 'Logo actualizado correctamente.');
    await expect(shown).toBeVisible();
  });
  await verify('catalogs-36', () =>
    withFault(line, createCallMatcher('GET', place.calls), textlessError(), async () => {
      await page.reload();
      await expectText(page, 'No se pudo cargar el logo actual.');
    }),
  );
  await page.reload();
  await expect(shown).toBeVisible();
  const remove = async () => {
    await page.getByRole('button', { name: /^Eliminar logo de/ }).click();
    await admin.dialog.getByRole('button', { name: 'Eliminar logo' }).click();
  };
  await verify('catalogs-35', () =>
    withFault(line, createCallMatcher('DELETE', place.calls), textlessError(), async () => {
      await remove();
      await expectText(page, 'No se pudo eliminar el logo.');
    }),
  );
  await verify(place.done, async () => {
    await expect(admin.dialog).toBeHidden();
    await remove();
    await expectText(page, 'Logo eliminado correctamente.');
    await expect(page.locator('.picture-preview')).toContainText('Sin logo');
  });
}

test('an administrator uploads and deletes the logo of a branch, in the catalogue and on the organization page', async ({
  admin,
  clinic,
  line,
  page,
}) => {
  const [{ id } = { id: '' }] = await clinic.query<{ id: string }>(
    "select id from branches where name like 'Medellín%'",
  );
  await admin.desk.open('/admin/catalogs/branches/new');
  await verify('catalogs-15', () => expectText(page, 'Guarda la sede antes de cargar un logo.'));
  await verify('catalogs-16', async () => {
    await expectText(page, 'Guarda la sede antes de eliminar el logo.');
    await expect(page.getByRole('button', { name: /^Eliminar logo/ })).toBeDisabled();
  });
  await checkLogoScreen(admin, line, {
    path: `/admin/catalogs/branches/${id}`,
    calls: '/branches/:id/logo',
    tooLarge: ['catalogs-18', 'El archivo supera el tamaño máximo permitido de 250 KB.'],
    done: 'catalogs-17',
  });
  await verify('catalogs-19', async () => {
    await page.locator('.picture-field input[type=file]').setInputFiles(await createLogoOfSize(250_000));
    await expect(page.getByText('El archivo supera el tamaño máximo permitido de 250 KB.')).toHaveCount(0);
  });
  await checkLogoScreen(admin, line, {
    path: '/organization',
    calls: '/me/branch/logo',
    tooLarge: ['organization-2', 'El archivo supera el límite de 250 KB.'],
    done: 'organization-8',
  });
  await verify('catalogs-44', () => expectText(page, 'Logo eliminado correctamente.'));
});

test("an administrator uploads a doctor's signature, and the dialog shows the error of a failed upload", async ({
  admin,
  line,
  page,
}) => {
  await admin.desk.open('/admin/catalogs/doctors');
  await page.getByRole('table').getByRole('button').first().click();
  await admin.link('Editar').click();
  const input = page.locator('.picture-field input[type=file]');
  await verify('catalogs-33', () =>
    withFault(line, createCallMatcher('POST', '/doctors/:id/signature'), textlessError(), async () => {
      await input.setInputFiles(createLogoUpload(await createNoisePng()));
      await expectText(page, 'No se pudo actualizar la firma del médico.');
    }),
  );
  await verify('catalogs-20', async () => {
    await expect(input).toHaveAttribute('accept', 'image/png,image/jpeg');
    await input.setInputFiles(createLogoUpload(await createNoisePng()));
    await expectText(page, 'Firma actualizada.');
    await expect(page.getByRole('img', { name: /^Firma del? / })).toBeVisible();
  });
});

test('the organization page shows the data of the user’s own branch and saves changes to them', async ({
  admin,
  clinic,
  line,
  page,
  elsewhere,
}) => {
  await verify('organization-4', async () => {
    await withFault(line, createCallMatcher('GET', '/me/branch'), textlessError(), async () => {
      await admin.desk.open('/organization');
      await expectText(page, 'No se pudo cargar la información.');
    });
    await admin.button('Reintentar').click();
    await expect(admin.text('Nombre de la sede')).toBeVisible();
  });
  await verify('organization-7', async () => {
    await admin.enter({ 'Página web': 'alisos.demo' });
    await admin.button('Guardar cambios').click();
    await expect(admin.text('Página web')).toHaveAccessibleDescription(/https?:/);
  });
  await admin.enter({ 'Página web': ' https://alisos.demo ' });
  await verify('organization-5', () =>
    withFault(line, createCallMatcher('PATCH', '/me/branch/branding'), textlessError(), async () => {
      await admin.button('Guardar cambios').click();
      await expectText(page, 'No se pudo actualizar la información.');
    }),
  );
  await verify('organization-6', async () => {
    await admin.button('Guardar cambios').click();
    await expectText(page, 'Información actualizada correctamente.');
  });
  await verify('organization-1', async () => {
    await expect(admin.text('Página web')).toHaveValue('https://alisos.demo');
    await admin.enter({ 'Página web': '' });
    await admin.button('Guardar cambios').click();
    // The test reads the database, because the button is also disabled while the form is being saved and so does not show that
    // the save has ended.
    await expect
      .poll(() => clinic.query("select contact_website from branches where name like 'Bogotá%'"))
      .toContainEqual({ contact_website: null });
  });
  const reader = new AdministrationScreens(await elsewhere(), line.origin);
  await openAs(reader.desk, await createClinicUser(clinic, 'Medellín'), '/organization');
  await verify('organization-3', async () => {
    await expectText(reader.page, 'Solo quien tiene el permiso');
    await expect(reader.page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  });
});
