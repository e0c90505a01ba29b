import { shortId } from '#domain/text/short-id.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { rejectionFault } from '#tests/support/faults/fault.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

/** Returns the number of unsent entries that the user's tablet last reported to the server; null before its first report. */
async function readReportedUnsentCount(clinic: ServerProcess, userId: string): Promise<number | null> {
  const [row] = await clinic.query<{ unsent: number }>('select unsent from devices where last_user_id = $1', [
    userId,
  ]);
  return row?.unsent ?? null;
}

// The test needs Chromium, because Firefox does not emulate the print view under WebDriver BiDi.
test(
  'S22 the printed day sheet contains online and offline registrations and no other part of the app',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page, line }) => {
    const [sent, unsent] = [createVisitor(), createVisitor()];
    const photo = await randomPhoto();
    await desk.signIn(rocio);
    await desk.register(sent, photo);
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.startNextRegistration();
    line.disconnect();
    await desk.register(unsent, photo);

    await desk.openPending();
    await page.getByRole('link', { name: 'Planilla del día' }).click();
    const rows = page.getByRole('row');
    await expect(rows.filter({ hasText: sent.document })).toContainText('Confirmada');
    await expect(rows.filter({ hasText: unsent.document })).toContainText('Por enviar');
    await expect(page.getByText('1 no está confirmada: 1 por enviar.').first()).toBeAttached();
    await expectAccessible(page, 'the ledger');

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Imprimir planilla' })).toBeHidden();
    await expect(page.getByText('Firma responsable')).toBeVisible();
    await expect(page.locator('.sheet-head')).toContainText(rocio.name);
    await expect(rows.filter({ hasText: unsent.document })).toBeVisible();
    await expect(page).toHaveTitle('Planilla del día · Ventanilla');
    await page.emulateMedia({ media: 'screen' });

    line.restoreConnection();
    await desk.returnToPage();
    await expect(rows.filter({ hasText: unsent.document })).toContainText('Confirmada');
    await expect(page.getByText('2 registradas, 2 confirmadas.').last()).toBeVisible();
  },
);

test(
  'S24 S16 the device reports unsent entries when a user signs out, and administrators see that the tablet has stopped reporting',
  { tag: '@thorough' },
  async ({ desk, rocio, page, line, clinic, elsewhere }) => {
    await desk.signIn(rocio);
    await expect.poll(() => readReportedUnsentCount(clinic, rocio.id)).toBe(0);
    const message = 'La empresa está inactiva.';
    const details = [{ field: 'employer_company_id', message }];
    line.inject({ kind: 'evaluation' }, rejectionFault(422, { code: 'validation_failed', message, details }));
    await desk.register(createVisitor(), await randomPhoto());
    await expect(desk.syncState).toContainText('requiere atención');
    await desk.signOut();
    await expect.poll(() => readReportedUnsentCount(clinic, rocio.id)).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Salir de todos modos' }).click();
    await expect(desk.button('Iniciar sesión')).toBeVisible();

    const office = new ReceptionScreen(await elsewhere(), line.origin);
    const { page: list } = office;
    await office.signIn(await createClinicUser(clinic, 'Bogotá', ['user_management']), '/admin/devices');
    // The tablet is selected by its user, because other tests leave their tablets in the same clinic.
    const [tablet] = await clinic.query<{ id: string }>('select id from devices where last_user_id = $1', [
      rocio.id,
    ]);
    const row = list.getByRole('row').filter({ hasText: shortId(tablet?.id ?? '') });
    await expect(row).toContainText('1 requiere atención');
    await expect(row).toContainText('Con pendientes');
    await expectAccessible(list, 'the list of devices');
    await clinic.query(
      "update devices set last_seen_at = last_seen_at - interval '3 hours' where last_user_id = $1",
      [rocio.id],
    );
    await list.reload();
    await expect(row).toContainText('En silencio desde hace 3 h');
    await expect(
      list.getByText(/con evaluaciones por enviar lleva.* más de una hora en silencio/),
    ).toBeVisible();

    await row.getByRole('button').click();
    await office.button('Cambiar nombre').click();
    await office.field('Nombre del dispositivo').fill('Recepción 1');
    await office.button('Guardar').click();
    await expect(list.getByRole('row').filter({ hasText: 'Recepción 1' })).toBeVisible();
    await expectAccessible(list, 'one device');

    await list.goto(`${line.origin}/home`);
    await expect(list.getByRole('link', { name: 'Ver dispositivos' })).toBeVisible();
  },
);
