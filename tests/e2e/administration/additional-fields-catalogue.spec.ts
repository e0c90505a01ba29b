import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

// Transitions are off, because axe would report low contrast in a dialog that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// All tests of the worker share the clinic, so this file's fields are deactivated after each test.
test.afterEach(async ({ clinic }) => {
  await clinic.query('update additional_fields set is_active = false');
});

const ADDITIONAL_FIELDS_PATH = '/admin/catalogs/additional-fields';

test.describe('P10.357 additional fields of the clinic', () => {
  test(
    'P10.359 P10.360 P10.363 the administrator adds ready fields, and creates and moves a field with choices, on accessible screens',
    { tag: ['@thorough', '@extension'] },
    async ({ page, line, clinic }) => {
      await clinic.query('update additional_fields set is_active = true');
      const admin = new AdministrationScreens(page, line.origin);
      await admin.signIn(
        await createClinicUser(clinic, 'Bogotá', ['manage_catalogs']),
        ADDITIONAL_FIELDS_PATH,
      );
      await admin.button('Agregar campos listos').click();
      const checkbox = (name: RegExp) => admin.dialog.getByRole('checkbox', { name });
      await expect(checkbox(/^EPS Ya está/), 'the demo clinic has the field').toBeDisabled();
      for (const name of [/^AFP/, /^Municipio/]) await checkbox(name).check();
      await expectAccessible(page, 'the dialog of ready fields');
      await admin.button('Agregar 2').click();
      await expect(admin.dialog).toBeHidden();
      await expect(page.getByRole('row', { name: /Municipio.*1\.122 opciones/ })).toBeVisible();

      await admin.link('Nuevo campo').click();
      await admin.enter({ Nombre: 'Turno de trabajo' });
      await page.getByLabel('De quién es el dato').selectOption('visit');
      await page.getByLabel('Tipo de dato').selectOption('choice');
      await admin.text('Opciones').fill('Mañana\nTarde\nmanana\n');
      await admin.button('Crear').click();
      await admin.expectText('La línea 3 repite la línea 1.');
      await expect(admin.text('Opciones')).toBeFocused();
      await expectAccessible(page, 'the form of an additional field');
      await admin.text('Opciones').fill('Mañana\nTarde\nNoche\n');
      await admin.button('Crear').click();

      const panel = admin.panel('Turno de trabajo');
      await panel.getByRole('button', { name: 'Subir' }).click();
      await expect(panel).toContainText('Lugar 6 de 7');
      await expectAccessible(page, 'the list of additional fields');
      const order = ['Teléfono', 'AFP', 'EPS', 'ARL', 'Grupo sanguíneo', 'Turno de trabajo', 'Municipio'];
      await expect(page.getByRole('row').getByRole('button')).toHaveText(order);
      const stored = await clinic.query<{ name: string }>(
        'select name from additional_fields order by position',
      );
      expect(stored.map(({ name }) => name)).toEqual(order);
    },
  );
});
