import type { Locator } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// Transitions are off, because axe would report low contrast in a dialog that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Encodes text as Excel exports it in Spanish: Windows-1252, which has the letters of Latin-1 at the same bytes. */
const toWindows1252 = (text: string): Buffer => Buffer.from(text, 'latin1');

const LIST_DAY = '2031-03-14';

const correct = async (cell: Locator, text: string) => {
  await cell.fill(text);
  await cell.press('Enter');
};

test(
  "P11.17 P11.24 P11.25 P11.27 P11.29 a receptionist imports Excel's CSV with errors, corrects them, repeats the import after a lost response, adds and finds a person, and cancels",
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ desk, clinic, line, page }) => {
    const [first, second, third, fourth, fifth] = [
      createVisitor(),
      createVisitor(),
      createVisitor(),
      createVisitor(),
      createVisitor(),
    ];
    const lines = [
      'LISTADO DE PERSONAL;;;;',
      '',
      'Cédula;Nombres y apellidos;Fecha de nacimiento;Género;Cargo',
      `${first.document};Íñigo Muñoz Peña;14/06/1988;M;Soldador`,
      `1,23E+09;Luz Ávila Ríos;32308;F;Oficios varios`,
      `${third.document};Saúl Ordóñez;31/02/1990;M;Conductor`,
      `${first.document};Íñigo Muñoz Peña;14/06/1988;M;Soldador`,
      `${fourth.document};Zoé Núñez Gil;01/12/1979;F;Pintora`,
      ';;;;',
    ];
    const receptionist = await createClinicUser(clinic, 'Bogotá', ['register_patients']);
    await desk.signIn(receptionist, '/expected');
    await expect(page.getByText('Todavía no hay citaciones.').or(page.getByRole('table'))).toBeVisible();
    await page.getByRole('link', { name: 'Nueva lista' }).click();

    await desk.choose('Empresa', 'Flores');
    await page.getByLabel('Día').fill(LIST_DAY);
    await page.getByLabel('Elegir archivo').setInputFiles({
      name: 'lista.csv',
      mimeType: 'text/csv',
      buffer: toWindows1252(lines.join('\r\n')),
    });
    const problems = page.getByRole('list', { name: 'Filas por corregir' });
    await expect(problems.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('list', { name: 'Filas repetidas' })).toContainText('ya está en la fila 4');
    await expectAccessible(page, 'the report of a new list');
    await correct(problems.getByLabel('Cédula (A5)'), second.document);
    await correct(problems.getByLabel('Fecha de nacimiento (C6)'), '28/02/1990');
    await expect(page.getByText('4 personas listas')).toBeVisible();

    await desk.button('Revisar antes de importar').click();
    await expect(page.getByText(/Ninguna persona choca/)).toBeVisible();
    line.inject({ method: 'POST', path: /\/expected-lists$/ }, { type: 'cut_after' });
    await page.getByRole('button', { name: 'Importar solo las 4 filas válidas' }).click();
    await expect(page.getByText(/No se pudo importar la lista/)).toBeVisible();
    await page.getByRole('button', { name: 'Importar solo las 4 filas válidas' }).click();
    await expect(page).toHaveURL(/\/expected\/[0-9a-f-]{36}$/);
    const stored = await clinic.query(
      `select identification_number as number, person->>'first_name' as first_name, person->>'birth_date' as birth_date
       from expected_people where identification_number = any($1)`,
      [[first, second, third, fourth].map(({ document }) => document)],
    );
    expect(stored, 'each person is stored once').toHaveLength(4);
    expect(stored).toContainEqual({ number: first.document, first_name: 'Íñigo', birth_date: '1988-06-14' });
    expect(stored).toContainEqual({ number: second.document, first_name: 'Luz', birth_date: '1988-06-14' });

    const rows = page.getByRole('list', { name: 'Personas de la lista' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await page.getByRole('button', { name: 'Agregar persona' }).click();
    const form = page.getByRole('dialog', { name: 'Agregar persona' });
    await form.getByLabel('Número de documento').fill(fifth.document);
    await form.getByLabel('Primer nombre').fill('Nora');
    await form.getByLabel('Primer apellido').fill('Ávila');
    await form.getByLabel('Fecha de nacimiento').fill('2/3/1991');
    await expectAccessible(page, 'the form for one person');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await expect(rows).toHaveCount(5);
    await page.getByLabel('Buscar').fill('ordonez');
    await expect(rows).toHaveCount(1);
    await expectAccessible(page, 'a list');
    await rows.getByRole('button', { name: /^Más sobre Saúl/ }).click();
    await expectAccessible(page, 'the actions of a person');
    await rows.getByRole('button', { name: /^Cancelar la cita de Saúl/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la cita' }).click();
    await expect(rows).toContainText('Cancelada');

    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await page.getByRole('button', { name: 'Cancelar la lista' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Cancelar toda la lista?' });
    await expect(dialog).toContainText('4 personas por llegar');
    await expectAccessible(page, 'the cancellation of a list');
    await dialog.getByRole('button', { name: 'Cancelar la lista' }).click();
    await expect(page.getByText(/^La canceló/)).toBeVisible();
    await page.getByRole('link', { name: 'Volver a Citaciones' }).click();
    await expect(page.getByRole('row', { name: /14\/03\/2031.*5 canceladas.*Cancelada/ })).toBeVisible();
    await expectAccessible(page, 'the lists');

    line.disconnect();
    // The page notices the missing network only by a request, and the page of a new list sends none.
    await page.getByLabel('Desde').fill(LIST_DAY);
    await expect(page.getByText('No se pudieron cargar las citaciones.')).toBeVisible();
    await page.getByRole('link', { name: 'Nueva lista' }).click();
    await expect(page.getByText(/Puedes preparar la lista/)).toBeVisible();
    line.restoreConnection();
  },
);

test(
  'P11.78 P11.81 the next list of a company starts with the columns of the last one, and doubtful names are shown as read',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ desk, clinic, page }) => {
    const [first, second] = [createVisitor(), createVisitor()];
    const bringList = (name: string, document: string) =>
      page.getByLabel('Elegir archivo').setInputFiles({
        name: 'lista.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Cédula;Carné T1;Nombres y apellidos\n98765432;${document};${name}`),
      });
    const receptionist = await createClinicUser(clinic, 'Bogotá', ['register_patients']);
    await desk.signIn(receptionist, '/expected/new');
    await desk.choose('Empresa', 'Flores');
    await page.getByLabel('Día').fill(LIST_DAY);
    await bringList('Yurleidy Moya Chaverra', first.document);
    await page.getByLabel('Qué trae Carné T1').selectOption('identification_number');
    await expect(page.getByRole('list', { name: 'Nombres por revisar' })).toContainText(
      'Se lee «Moya Chaverra, Yurleidy»',
    );
    await expectAccessible(page, 'a doubtful name');
    await desk.button('Revisar antes de importar').click();
    await page.getByRole('button', { name: 'Importar 1 persona' }).click();
    await expect(page).toHaveURL(/\/expected\/[0-9a-f-]{36}$/);

    await page.getByRole('link', { name: 'Volver a Citaciones' }).click();
    await page.getByRole('link', { name: 'Nueva lista' }).click();
    await bringList('Luz Ávila Ríos', second.document);
    await expect(page.getByLabel('Qué trae Cédula')).toHaveValue('identification_number');
    await desk.choose('Empresa', 'Flores');
    await expect(page.getByText('Columnas como en la última lista de esta empresa.')).toBeVisible();
    await expect(page.getByLabel('Qué trae Carné T1')).toHaveValue('identification_number');
    await expectAccessible(page, 'the columns of the last list');
    await page.getByRole('button', { name: 'Usar las sugeridas' }).click();
    await expect(page.getByLabel('Qué trae Cédula')).toHaveValue('identification_number');
    await page.getByRole('button', { name: 'Usar las de la última lista' }).press('Enter');
    await page.getByLabel('Día').fill(LIST_DAY);
    await desk.button('Revisar antes de importar').click();
    await page.getByRole('button', { name: 'Importar 1 persona' }).click();
    await expect(page.getByRole('list', { name: 'Personas de la lista' })).toContainText(second.document);
  },
);
