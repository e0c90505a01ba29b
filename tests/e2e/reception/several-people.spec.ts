import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

test(
  'S27 P10.39 the device keeps a parked draft after the browser was killed and after a sign-out, and never opens the draft in two windows at once',
  { tag: '@landing' },
  async ({ tablet, rocio, line, clinic }) => {
    const [first, second] = [createVisitor(), createVisitor()];
    const started = await tablet.startShift(rocio, '/reception');
    await started.desk.reachConfirmation(first);
    await started.desk.capture(await randomPhoto());
    await started.desk.park();
    await started.desk.fillPerson(second);
    await expect(started.desk.page.getByText(/^Borrador guardado/)).toBeVisible();
    await tablet.profile.kill();

    const { context, desk } = await tablet.switchOn();
    await desk.open('/reception');
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await desk.fillPerson(second); // The test waits before the kill, because a kill may lose the input of the last quarter of a second.
    const other = new ReceptionScreen(await context.newPage(), line.origin);
    await other.open('/reception');
    await expect(other.button('En espera: 1')).toBeVisible();
    await desk.page.bringToFront();
    await desk.reopenParked(first, 1);
    await desk.picturesAreReady();
    const elsewhere = 'Este borrador se envió o cambió en otra ventana.';
    await expect(other.page.getByText(elsewhere)).toBeVisible();
    await other.page.bringToFront();
    await other.button('Recargar').click();
    await other.picturesAreReady();
    await expect(desk.page.getByText(elsewhere)).toBeVisible();
    await other.confirm();
    await expectDeliveredOnce(clinic, rocio, [first]);

    await desk.page.bringToFront();
    await desk.button('Recargar').click();
    await desk.signOut();
    await expect(desk.page.getByRole('dialog', { name: 'Antes de salir' })).toContainText(
      'Tienes 1 registro en espera en este dispositivo, sin confirmar.',
    );
    await desk.button('Salir').click();
    await expect(desk.button('Iniciar sesión')).toBeVisible();
    await desk.signIn(rocio);
    await desk.reopenParked(second, 1);
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await expect(desk.button('En espera: 1')).toHaveCount(0);
  },
);
