import type { Locator } from '@playwright/test';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { rejectionFault } from '#tests/support/faults/fault.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';
import { signInAndRegister } from '../register-patient.ts';

const REASON = 'La empresa no era esa.';
const OTHER_COMPANY = 'Transportes Ruta';
const CORRECTED_NAME = 'Corregida';

interface StoredEvaluationRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly first_name: string;
  readonly company: string;
  readonly corrections: number;
}

const readStoredEvaluations = (clinic: ServerProcess, { id }: ClinicUser): Promise<StoredEvaluationRow[]> =>
  clinic.query<StoredEvaluationRow>(
    `select e.id, p.first_name, c.name as company,
            (select count(*)::int from corrections k where k.evaluation_id = e.id) as corrections
     from evaluations e join patients p on p.id = e.patient_id join companies c on c.id = e.employer_company_id
     where e.created_by = $1`,
    [id],
  );

async function expectStoredRow(
  clinic: ServerProcess,
  member: ClinicUser,
  expected: Partial<StoredEvaluationRow>,
): Promise<void> {
  await expect
    .poll(() => readStoredEvaluations(clinic, member), { intervals: [100, 250] })
    .toMatchObject([expected]);
}

const reasonField = ({ page }: ReceptionScreen): Locator => page.getByLabel('Motivo de la corrección');

async function correctUntilSummary(
  desk: ReceptionScreen,
  name: string,
  company: string | null = null,
): Promise<void> {
  await expect(desk.page.getByRole('heading', { name: 'Corregir y enviar', level: 1 })).toBeVisible();
  await desk.field('Primer nombre').fill(name);
  await desk.next();
  if (company !== null) await desk.choose('Empresa empleadora', company);
  await desk.next();
  await expect(desk.page.getByRole('heading', { name: 'Lo que corriges' })).toBeVisible();
}

async function submitCorrection(desk: ReceptionScreen, reason: string | null): Promise<void> {
  if (reason !== null) await reasonField(desk).fill(reason);
  await desk.button('Corregir y enviar').click();
}

/** Confirms the correction, and waits until the device has stored it: only then does the wizard close. */
async function confirmAndWaitUntilStored(desk: ReceptionScreen, reason: string | null): Promise<void> {
  await submitCorrection(desk, reason);
  await expect(desk.page.getByRole('heading', { name: 'Lo que corriges' })).toBeHidden();
}

const correctionLink = (desk: ReceptionScreen, { first_name, last_name }: Visitor): Locator =>
  desk.page.getByRole('link', { name: `Corregir: ${first_name} ${last_name}`, exact: true });

test('P10.281 P10.287 a receptionist corrects an unsent registration without giving a reason; the device sends only the corrected registration, once', async ({
  desk,
  rocio,
  line,
  clinic,
  page,
}) => {
  const person = await signInAndRegister(desk, rocio, () => Promise.resolve(line.disconnect()));
  await correctionLink(desk, person).click();
  await correctUntilSummary(desk, CORRECTED_NAME, OTHER_COMPANY);
  await expect(page.getByRole('list', { name: 'Lo que cambia' })).toContainText(CORRECTED_NAME);
  await expect(reasonField(desk), 'nothing was sent that a reason would be kept with').toHaveCount(0);
  await expectAccessible(page, 'the last step of a correction');
  await confirmAndWaitUntilStored(desk, null);
  await expect(page.getByText(`${CORRECTED_NAME} ${person.last_name}`).first()).toBeVisible();
  line.restoreConnection();
  await desk.returnToPage();
  await expectDeliveredOnce(clinic, rocio, [person]);
  await expectStoredRow(clinic, rocio, { first_name: CORRECTED_NAME, corrections: 0 });
  expect(line.sent('correction')).toEqual([]);
});

test(
  'S30 P10.282 the device sends a correction after its registration even when the registration’s request has stalled',
  { tag: '@landing' },
  async ({ desk, rocio, line, clinic }) => {
    const held = line.hold({ kind: 'evaluation' }, 'after');
    const person = await signInAndRegister(desk, rocio);
    await held.reached;
    await correctionLink(desk, person).click();
    await correctUntilSummary(desk, CORRECTED_NAME, OTHER_COMPANY);
    await submitCorrection(desk, null);
    await expect(desk.page.getByText('Escribe al menos 10 caracteres.')).toBeVisible();
    await confirmAndWaitUntilStored(desk, REASON);
    await desk.openPending();
    await expect(desk.pendingRow(person).filter({ hasText: 'Corrección: espera al registro' })).toBeVisible();
    held.release();
    await expectStoredRow(clinic, rocio, { first_name: CORRECTED_NAME, corrections: 1 });
    expect(line.sent('evaluation')).toHaveLength(1);
    expect(line.sent('correction')).toHaveLength(1);
    await expect(desk.page.getByText(/^Corrección enviada a las/)).toBeVisible();
  },
);

test(
  'P10.283 P10.284 the device keeps a just opened correction across a reload, sends it with a photo, and merges two offline corrections into one',
  { tag: '@landing' },
  async ({ desk, rocio, line, clinic, page }) => {
    const person = await signInAndRegister(desk, rocio);
    await expectDeliveredOnce(clinic, rocio, [person]);
    await page.goto('/pending');
    await page.getByRole('link', { name: `Corregir: ${person.first_name} ${person.last_name}` }).click();
    await desk.field('Cargo').waitFor();
    // The test waits until the app's start jobs have run, 1.5 s after the navigation, because they delete corrections that were
    // opened and never used.
    await page.waitForFunction(() => performance.now() > 3_000);
    await desk.field('Cargo').fill('Tornera');
    await expect(page.getByText('Borrador guardado hace un momento')).toBeVisible();
    await page.reload();
    await expect(desk.field('Cargo')).toHaveValue('Tornera');
    await correctUntilSummary(desk, CORRECTED_NAME);
    await desk.choosePhoto(await randomPhoto());
    await expect(page.getByText('Listo para subir')).toBeVisible();
    await confirmAndWaitUntilStored(desk, REASON);
    await expectStoredRow(clinic, rocio, { first_name: CORRECTED_NAME, corrections: 1 });
    await expect.poll(() => line.sent('photo').length).toBe(2);

    line.disconnect();
    for (const [before, after] of [
      [CORRECTED_NAME, 'Segunda'],
      ['Segunda', 'Otra'],
    ] as const) {
      await desk.openPending();
      await page
        .getByRole('link', { name: `Corregir: ${before} ${person.last_name}` })
        .first()
        .click();
      await expect(desk.field('Primer nombre')).toHaveValue(before);
      await correctUntilSummary(desk, after);
      await confirmAndWaitUntilStored(desk, 'El nombre tampoco era ese.');
    }
    line.restoreConnection();
    await desk.returnToPage();
    await expectStoredRow(clinic, rocio, { first_name: 'Otra', corrections: 2 });
    // The server stores the second correction before the response reaches the device, so the test waits for both responses.
    await expect.poll(() => line.sent('correction').filter(({ status }) => status === 200).length).toBe(2);
    const photos = await clinic.query<{ count: number }>(
      `select count(*)::int as count from media m join evaluations e on e.id = m.evaluation_id
     where e.created_by = $1 and m.type = 'photo' and m.replaced_at is null`,
      [rocio.id],
    );
    expect(photos).toEqual([{ count: 1 }]);
  },
);

test(
  'P10.285 a correction moves a registration to another patient; the error of a later correction states that the evaluation is signed',
  { tag: '@landing' },
  async ({ desk, rocio, line, clinic, page }) => {
    const person = await signInAndRegister(desk, rocio);
    await expectDeliveredOnce(clinic, rocio, [person]);
    await desk.openPending();
    await page.getByRole('link', { name: `Corregir: ${person.first_name} ${person.last_name}` }).click();
    const { document } = createVisitor();
    await desk.field('Número de identificación').fill(document);
    await desk.next();
    await expect(page.getByText('Responde primero si es otra persona.')).toBeVisible();
    await expectAccessible(page, 'the question whose document it is');
    await desk.button('Es otra persona').click();
    await desk.field('Primer apellido').fill(person.last_name);
    await correctUntilSummary(desk, 'Ajena');
    await expect(page.getByText('Cambiaste el documento: este registro es de otra persona')).toBeVisible();
    await reasonField(desk).fill(REASON);
    await desk.button('Corregir y enviar').click();
    await expect(page.getByText(/^Toma otra vez la foto y la firma/)).toBeVisible();
    await page.getByRole('checkbox', { name: /^La foto y la firma que ya se enviaron son de Ajena/ }).check();
    await desk.button('Corregir y enviar').click();
    await expectStoredRow(clinic, rocio, { first_name: 'Ajena', corrections: 1 });

    line.disconnect();
    await desk.openPending();
    await page
      .getByRole('link', { name: `Corregir: Ajena ${person.last_name}` })
      .first()
      .click();
    await correctUntilSummary(desk, CORRECTED_NAME);
    await confirmAndWaitUntilStored(desk, REASON);
    line.inject(
      { kind: 'correction' },
      rejectionFault(409, { code: 'evaluation_closed', message: 'Cerrada', details: [] }),
    );
    line.restoreConnection();
    await desk.returnToPage();
    await desk.openPending();
    await expect(
      page.getByText('La evaluación ya está firmada. Pide a un médico que la reabra.'),
    ).toBeVisible();
  },
);
