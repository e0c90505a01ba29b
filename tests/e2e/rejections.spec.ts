import { bareAnswer, blockedPage } from '#tests/support/faults/fault.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';
import { registerPatient } from './register-patient.ts';

test.describe('P8 response without the contract’s error body', () => {
  test(
    'S10 P8.1 the device treats a 400 without a body as a rejection: shows its status, and the user’s retry uses the same key',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'evaluation' }, bareAnswer(400), 2);
      const person = await registerPatient(desk, rocio);
      const text = 'No se pudo crear la evaluación. Intenta nuevamente. (400 Bad Request)';
      await expect(page.getByText(text)).toBeVisible();
      await expect(desk.syncState).toHaveText('1 requiere atención');
      await desk.seeResult();
      await desk.button('Reintentar').click();
      await deliveredOnce(clinic, rocio, [person]);
      expect(new Set(line.sent('evaluation').map(({ key }) => key)).size).toBe(1);
    },
  );

  test(
    'S6 the device reports an unexpected page in response to each send while the server is reachable, and loses no entry',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'evaluation' }, blockedPage, Infinity);
      const person = await registerPatient(desk, rocio);
      await desk.seeResult();
      await expect(page.getByText(/cuando vuelva la red/)).toHaveCount(0);
      await expect(page.getByText(/Algo en la red contesta en lugar del servidor/)).toBeVisible({
        timeout: 40_000,
      });
      await desk.openPending();
      await expect(page.getByText('Algo en la red contesta en lugar del servidor.')).toBeVisible();
      await expect(page.getByText(/^Prueba con otra red/)).toBeVisible();
      await expect(desk.syncState).toHaveText(/por enviar|Enviando/);
      line.heal();
      await desk.tryNow();
      await deliveredOnce(clinic, rocio, [person]);
    },
  );
});
