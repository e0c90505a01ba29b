import { STRANGERS_AN_HOUR } from '#server/commands/patients/look-up-patient.ts';
import { hire, type Member } from '#tests/support/provider/clinic.ts';
import { Office } from '#tests/support/desk/office.ts';
import { visitor, type Visitor } from '#tests/support/base/people.ts';
import type { ProviderProcess } from '#tests/support/provider/provider-process.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';

/** The lines of a user who has looked up as many strangers as an hour has room for. */
const useUpLookups = (clinic: ProviderProcess, { id, name }: Member) =>
  clinic.query(
    `insert into activity (sequence, at, user_id, user_name, action, status, detail, prev_hash, hash)
     select 0, now(), $1, $2, 'patient_looked_up', 'done', '{"found":false,"here":0,"elsewhere":0}', sha256(''), sha256('')
     from generate_series(1, $3)`,
    [id, name, STRANGERS_AN_HOUR],
  );

test(
  'M1 whoever has looked up too many strangers reads why, and goes on registering',
  { tag: '@landing' },
  async ({ desk, rocio, clinic }) => {
    await useUpLookups(clinic, rocio);
    await desk.signIn(rocio);
    const person = visitor();
    await desk.field('Número de identificación').fill(person.document);
    await desk.button('Buscar paciente').click();
    await expect(desk.page.getByText(/Sigue registrando sin buscar/)).toBeVisible();
    await expect(desk.page.getByText(/Podrás buscar otra vez en (59|60) minutos\./)).toBeVisible();
    await expect(desk.page.getByText(/sin conexión/i)).toHaveCount(0);
    await desk.register(person, await samplePhoto());
    await deliveredOnce(clinic, rocio, [person]);
  },
);

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
