import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { Administration } from '#tests/support/reception/administration.ts';
import { hire } from '#tests/support/server/clinic.ts';
import { expect, see, test as base } from './fixtures.ts';
import type { StatementId } from './statements/index.ts';
import { call, enter, failing, says, wordless } from './screens.ts';

const test = base.extend<{ admin: Administration }>({
  admin: async ({ page, line, clinic }, provide) => {
    const admin = new Administration(page, line.origin);
    await enter(admin.desk, await hire(clinic, 'Bogotá', PERMISSIONS), '/home');
    await provide(admin);
  },
});

const picture = async (): Promise<Buffer> =>
  sharp(randomBytes(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();
const file = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });
const padded = async (bytes: number) => {
  const drawn = await picture();
  return file(Buffer.concat([drawn, Buffer.alloc(bytes - drawn.length)]));
};

interface LogoPlace {
  readonly path: string;
  readonly calls: string;
  readonly tooLarge: readonly [StatementId, string];
  readonly done: StatementId;
}

/** Uploads, rejects, shows and deletes a logo. `place` is one of two screens, which must behave the same. */
async function logoAt(admin: Administration, line: Parameters<typeof failing>[0], place: LogoPlace) {
  const { page } = admin;
  const input = page.locator('.logo-field input[type=file]');
  await admin.desk.open(place.path);
  await see(place.tooLarge[0], async () => {
    await input.setInputFiles(await padded(250_001));
    await says(page, place.tooLarge[1]);
  });
  await see('catalogs-34', () =>
    failing(line, call('POST', place.calls), wordless(), async () => {
      await input.setInputFiles(file(await picture()));
      await says(page, 'No se pudo actualizar el logo.');
    }),
  );
  const shown = page.locator('.logo-preview img');
  await see(place.done, async () => {
    await input.setInputFiles(file(await picture()));
    await says(page, 'Logo actualizado correctamente.');
    await expect(shown).toBeVisible();
  });
  await see('catalogs-36', () =>
    failing(line, call('GET', place.calls), wordless(), async () => {
      await page.reload();
      await says(page, 'No se pudo cargar el logo actual.');
    }),
  );
  await page.reload();
  await expect(shown).toBeVisible();
  const remove = async () => {
    await page.getByRole('button', { name: /^Eliminar logo de/ }).click();
    await admin.dialog.getByRole('button', { name: 'Eliminar logo' }).click();
  };
  await see('catalogs-35', () =>
    failing(line, call('DELETE', place.calls), wordless(), async () => {
      await remove();
      await says(page, 'No se pudo eliminar el logo.');
    }),
  );
  await see(place.done, async () => {
    await expect(admin.dialog).toBeHidden();
    await remove();
    await says(page, 'Logo eliminado correctamente.');
    await expect(page.locator('.logo-preview')).toContainText('Sin logo');
  });
}

test("an administrator uploads and deletes a branch's logo, in the catalogue and on the organization page", async ({
  admin,
  clinic,
  line,
  page,
}) => {
  const [{ id } = { id: '' }] = await clinic.query<{ id: string }>(
    "select id from branches where name like 'Medellín%'",
  );
  await admin.desk.open('/admin/catalogs/branches/new');
  await see('catalogs-15', () => says(page, 'Guarda la sede antes de cargar un logo.'));
  await see('catalogs-16', async () => {
    await says(page, 'Guarda la sede antes de eliminar el logo.');
    await expect(page.getByRole('button', { name: /^Eliminar logo/ })).toBeDisabled();
  });
  await logoAt(admin, line, {
    path: `/admin/catalogs/branches/${id}`,
    calls: '/branches/:id/logo',
    tooLarge: ['catalogs-18', 'El archivo supera el tamaño máximo permitido de 250 KB.'],
    done: 'catalogs-17',
  });
  await see('catalogs-19', async () => {
    await page.locator('.logo-field input[type=file]').setInputFiles(await padded(250_000));
    await expect(page.getByText('El archivo supera el tamaño máximo permitido de 250 KB.')).toHaveCount(0);
  });
  await logoAt(admin, line, {
    path: '/organization',
    calls: '/me/branch/logo',
    tooLarge: ['organization-2', 'El archivo supera el límite de 250 KB.'],
    done: 'organization-8',
  });
  await see('catalogs-44', () => says(page, 'Logo eliminado correctamente.'));
});

test("an administrator uploads a doctor's signature, and the dialog shows the error of a failed upload", async ({
  admin,
  line,
  page,
}) => {
  await admin.desk.open('/admin/catalogs/doctors');
  await page.getByRole('table').getByRole('button').first().click();
  await admin.link('Editar').click();
  const input = page.locator('.catalog-signature input[type=file]');
  await see('catalogs-33', () =>
    failing(line, call('POST', '/doctors/:id/signature'), wordless(), async () => {
      await input.setInputFiles(file(await picture()));
      await says(page, 'No se pudo actualizar la firma del médico.');
    }),
  );
  await see('catalogs-20', async () => {
    await expect(input).toHaveAttribute('accept', 'image/png,image/jpeg');
    await input.setInputFiles(file(await picture()));
    await says(page, 'Firma actualizada.');
    await expect(page.getByRole('img', { name: /^Firma del? / })).toBeVisible();
  });
});

test('the organization page shows the own branch and changes it', async ({
  admin,
  clinic,
  line,
  page,
  elsewhere,
}) => {
  await see('organization-4', async () => {
    await failing(line, call('GET', '/me/branch'), wordless(), async () => {
      await admin.desk.open('/organization');
      await says(page, 'No se pudo cargar la información.');
    });
    await admin.button('Reintentar').click();
    await expect(admin.text('Nombre de la sede')).toBeVisible();
  });
  await see('organization-7', async () => {
    await admin.enter({ 'Página web': 'alisos.demo' });
    await admin.button('Guardar cambios').click();
    await expect(admin.text('Página web')).toHaveAccessibleDescription(/https?:/);
  });
  await admin.enter({ 'Página web': ' https://alisos.demo ' });
  await see('organization-5', () =>
    failing(line, call('PATCH', '/me/branch/branding'), wordless(), async () => {
      await admin.button('Guardar cambios').click();
      await says(page, 'No se pudo actualizar la información.');
    }),
  );
  await see('organization-6', async () => {
    await admin.button('Guardar cambios').click();
    await says(page, 'Información actualizada correctamente.');
  });
  await see('organization-1', async () => {
    await expect(admin.text('Página web')).toHaveValue('https://alisos.demo');
    await admin.enter({ 'Página web': '' });
    await admin.button('Guardar cambios').click();
    // The button is also disabled during the save; hence the database is read.
    await expect
      .poll(() => clinic.query("select contact_website from branches where name like 'Bogotá%'"))
      .toContainEqual({ contact_website: null });
  });
  const reader = new Administration(await elsewhere(), line.origin);
  await enter(reader.desk, await hire(clinic, 'Medellín'), '/organization');
  await see('organization-3', async () => {
    await says(reader.page, 'Solo quien tiene el permiso');
    await expect(reader.page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  });
});
