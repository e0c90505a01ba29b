import { hire } from '#tests/support/provider/clinic.ts';
import { Office } from '#tests/support/desk/office.ts';
import { visitor, type Visitor } from '#tests/support/base/people.ts';
import type { ProviderProcess } from '#tests/support/provider/provider-process.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';

/** The desk of another branch registers them under another name, on purpose. */
const renameElsewhere = (clinic: ProviderProcess, { document }: Visitor, name: string) =>
  clinic.query('update patients set first_name = $2, data_at = now() where identification_number = $1', [
    document,
    name,
  ]);

test(
  'M4 a doctor reads that another registration changed the name, also of a copy without network',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, line, elsewhere }) => {
    const person = visitor();
    await desk.signIn(rocio);
    await desk.register(person, await samplePhoto());
    await deliveredOnce(clinic, rocio, [person]);
    await renameElsewhere(clinic, person, 'Wilfrida');
    const office = new Office(await elsewhere(), line.origin);
    await office.signIn(await hire(clinic, 'Bogotá', ['manage_evaluations']));
    await office.openFromList(person);
    const notice = office.page.getByText('El nombre del paciente cambió después de este registro.');
    await expect(notice).toBeVisible();
    const before = `Al registrarlo decía ${person.firstName} ${person.lastName}`;
    await expect(office.page.getByText(before)).toBeVisible();
    line.goDown();
    await office.page.reload();
    await expect(notice).toBeVisible();
  },
);
