import { Administration } from '#tests/support/desk/administration.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { INGRESO } from '#tests/support/desk/desk.ts';
import { visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraft } from '#tests/support/device/sealed-draft.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';

test(
  'P7.28 R1 a company that was made elsewhere a moment ago is found without a reload, and stays chosen without network',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, elsewhere, line, page }) => {
    const person = visitor();
    const company = 'Ladrillos de Ensayo';
    await desk.signIn(rocio);
    await desk.fillPerson(person);
    await desk.next();
    const admin = new Administration(await elsewhere(), line.origin);
    await admin.signIn(await hire(clinic, 'Bogotá', ['manage_catalogs']), '/admin/catalogs/companies');
    await admin.begin('Nueva empresa', { Código: 'LAD-1', Nombre: company });
    await admin.button('Crear').click();
    await expect(admin.panel(company)).toBeVisible();
    await admin.page.context().close();

    await desk.choose('Tipo de evaluación', INGRESO);
    await desk.choose('Empresa empleadora', company);
    await expect(page.getByRole('combobox', { name: 'Empresa empleadora' })).toHaveValue(company);
    await expect
      .poll(async () => (await readDraft(page)).content)
      .toMatch(/"employerCompanyId":"[0-9a-f-]{36}"/);
    line.goDown();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Empresa empleadora' })).toHaveValue(company);
    await desk.next();
    await expect(page.getByRole('main')).toContainText(company);
    await desk.capture(await samplePhoto());
    await desk.confirm();
    await expect(desk.syncState).toHaveText('Sin conexión · 1 por enviar');
    line.comeUp();
    await desk.openPending();
    await desk.tryNow();
    await deliveredOnce(clinic, rocio, [person]);
    const rows = await clinic.query(
      'select c.name from evaluations e join companies c on c.id = e.employer_company_id where e.created_by = $1',
      [rocio.id],
    );
    expect(rows).toEqual([{ name: company }]);
  },
);
