import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { ENTRY_TYPE_SEARCH } from '#tests/support/reception/reception.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

// Transitions are off, because axe would report low contrast in a dialog that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const OTHER_COMPANY = 'Transportes Ruta';

test(
  'P10.425 P10.428 reception proposes a company offline and registers the patient; after the merge the list shows the other company',
  { tag: ['@landing', '@extension'] },
  async ({ desk, rocio, line, clinic, page, elsewhere }) => {
    const person = createVisitor();
    const proposedName = `Viveros Nuevos ${person.document}`;
    await desk.signIn(rocio);
    line.disconnect();
    await desk.fillPerson(person);
    await desk.next();
    await desk.choose('Tipo de evaluación', ENTRY_TYPE_SEARCH);
    await page.getByRole('combobox', { name: 'Empresa empleadora' }).fill(proposedName);
    await desk.button('Proponer empresa').click();
    const dialog = page.getByRole('dialog', { name: 'Proponer empresa' });
    await expect(dialog.getByLabel('Nombre')).toHaveValue(proposedName);
    await dialog.getByLabel('NIT').fill('900373913-1');
    await expect(dialog.getByText(/sería 4\./)).toBeVisible();
    await expectAccessible(page, 'the dialog that proposes a company');
    await dialog.getByRole('button', { name: 'Proponer y elegir' }).click();
    await expect(page.getByText('900373913-1 · Propuesta')).toBeVisible();
    await desk.next();
    await expect(page.getByText(proposedName).first()).toBeVisible();
    await desk.capture(await randomPhoto());
    await desk.confirm();
    await expect(desk.button('Registrar otra evaluación')).toBeVisible();

    line.restoreConnection();
    await desk.returnToPage();
    const employerOf = async () => {
      const rows = await clinic.query<{ name: string }>(
        `select c.name from evaluations e join companies c on c.id = e.employer_company_id where e.created_by = $1`,
        [rocio.id],
      );
      return rows.map(({ name }) => name);
    };
    await expect.poll(employerOf).toEqual([proposedName]);

    const admin = new AdministrationScreens(await elsewhere(), line.origin);
    const member = await createClinicUser(clinic, 'Bogotá', ['manage_catalogs', 'manage_evaluations']);
    await admin.signIn(member, '/admin/catalogs/companies');
    await admin.button(`Unir ${proposedName} con otra empresa`).click();
    await admin.desk.choose('Empresa del catálogo', OTHER_COMPANY);
    await expectAccessible(admin.page, 'the dialog that merges companies');
    await admin.button('Unir empresas').click();
    await admin.expectText(`Empresa unida con ${OTHER_COMPANY}`);
    await expect(admin.page.getByText(proposedName)).toHaveCount(0);
    await expectAccessible(admin.page, 'the companies');
    await admin.desk.open('/evaluations');
    // Tests of other files register patients too, so the list has several pages.
    await admin.page.getByRole('textbox', { name: 'Buscar paciente' }).fill(person.document);
    const row = admin.page.getByRole('row').filter({ hasText: person.document });
    await expect(row).toContainText(OTHER_COMPANY);
  },
);
