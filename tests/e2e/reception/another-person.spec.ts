import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const otherPatientText = (known: Visitor) => `ya está registrado a nombre de ${fullName(known)}.`;
const fullName = ({ first_name, last_name }: Visitor) => `${first_name} ${last_name}`;

/** Adds a patient that the server has known for a year and this tablet does not know. */
const insertKnownPatient = ({ document, first_name, last_name }: Visitor, clinic: ServerProcess) =>
  clinic.query(
    `insert into patients (id, identification_type, identification_number, normalized_number, first_name, last_name, data_at)
     values (gen_random_uuid(), 'CC', $1, $1, $2, $3, now() - interval '1 year')`,
    [document, first_name, last_name],
  );

/** Registers a new patient offline with the number of another patient. When the entry is sent, the server rejects it. */
async function registerWithForeignNumber(
  desk: ReceptionScreen,
  rocio: ClinicUser,
  clinic: ServerProcess,
  line: FaultProxy,
) {
  const known = createVisitor();
  const typed = { ...createVisitor(), document: known.document };
  await insertKnownPatient(known, clinic);
  await desk.signIn(rocio);
  line.disconnect();
  await desk.register(typed, await randomPhoto());
  line.restoreConnection();
  await desk.openPending();
  await desk.tryNow();
  await expect(desk.pendingRow(typed)).toContainText(otherPatientText(known));
  await desk.rowLink('Corregir y enviar', typed).click();
  await expect(desk.page.getByText(otherPatientText(known))).toBeVisible();
  return { known, typed };
}

async function sendCorrectedEntry(desk: ReceptionScreen): Promise<void> {
  await desk.picturesAreReady();
  await desk.button('Corregir y enviar').click();
}

const readStoredNames = (clinic: ServerProcess, document: string) =>
  clinic.query('select first_name, last_name from patients where identification_number = $1', [document]);
const expectedNameRows = ({ first_name, last_name }: Visitor) => [{ first_name, last_name }];

test.describe('S15 offline registration with another patient’s number', () => {
  test(
    'the server accepts the rejected registration when the receptionist states that it is the same patient and corrects the name',
    { tag: '@thorough' },
    async ({ desk, rocio, line, clinic, page }) => {
      const { known, typed } = await registerWithForeignNumber(desk, rocio, clinic, line);
      await desk.button('Buscar paciente').click();
      await expect(page.getByText(`Este documento es de ${fullName(known)}.`)).toBeVisible();
      await expect(desk.field('Primer nombre')).toHaveValue(typed.first_name);
      await desk.button('Usar los datos encontrados').click();
      await expect(desk.field('Primer nombre')).toHaveValue(known.first_name);
      await desk.field('Primer nombre').fill(typed.first_name);
      await desk.field('Primer apellido').fill(typed.last_name);
      await desk.next();
      await desk.button('Es la misma persona').click();
      await desk.next();
      await sendCorrectedEntry(desk);
      await expectDeliveredOnce(clinic, rocio, [typed]);
      expect(await readStoredNames(clinic, known.document)).toEqual(expectedNameRows(typed));
    },
  );
});
