import { bareAnswer, blockedPage } from '#tests/support/faults/fault.ts';
import { visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';
import { registerSomebody } from './register-somebody.ts';

test.describe('P8 an answer without our error body', () => {
  const HEALTHY = { name: /^Evaluación (guardada|creada)/ };

  test(
    'S10 P8.1 a bare 400 is a refusal: said with the status, and sent again by hand under its key',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'evaluation' }, bareAnswer(400), 2);
      const person = await registerSomebody(desk, rocio);
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
    'S10 a photo that is refused in a text leaves an evaluation that is created, and says so',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'photo' }, bareAnswer(422, 'no', 'text/plain'), 2);
      const person = await registerSomebody(desk, rocio);
      await expect(page.getByText(/ · Evaluación creada, falta la foto$/)).toBeVisible();
      await desk.seeResult();
      await expect(page.getByRole('heading', { name: 'Evaluación creada, falta la foto' })).toBeVisible();
      const words = 'No se pudo subir el archivo. Intenta nuevamente. (422 Unprocessable Entity)';
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByText('Error al subir')).toBeVisible();
      await expect(page.getByText(/no la aceptó/)).toHaveCount(0);
      await desk.openPending();
      await expect(desk.pendingRow(person)).toContainText('Foto: requiere corrección');
      await expect(desk.pendingRow(person)).toContainText(words);
      await desk.rowButton('Reintentar', person).click();
      await deliveredOnce(clinic, rocio, [person]);
    },
  );

  test(
    'S8 a server that fails is said to be that, and all goes by itself once it works',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      const words = JSON.stringify({ message: 'Mantenimiento hasta las 8' });
      line.inject({ kind: 'evaluation' }, bareAnswer(500, words, 'application/json'), Infinity);
      const person = await registerSomebody(desk, rocio);
      const said = /El servidor tiene un problema: se reintenta solo .+ «Mantenimiento hasta las 8»\.$/;
      await desk.seeResult();
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByText('Pendiente por subir')).toHaveCount(2);
      await expect(page.getByText(/cuando vuelva la red/)).toHaveCount(0);
      line.heal();
      await deliveredOnce(clinic, rocio, [person]);
      await expect(page.getByRole('heading', HEALTHY)).toBeVisible();
    },
  );

  test(
    'P8 a session without a branch is told what to do, and sends the same under its key afterwards',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      const words = JSON.stringify({ message: 'branch not resolved' });
      line.inject({ kind: 'evaluation' }, bareAnswer(403, words, 'application/json'));
      const person = await registerSomebody(desk, rocio);
      await expect(
        page.getByText(/^El servidor no reconoce tu sede activa\. Pide a un administrador/),
      ).toBeVisible();
      await expect(page.getByText('branch not resolved')).toHaveCount(0);
      await desk.openPending();
      await expect(desk.pendingRow(person)).toContainText('El servidor no reconoce tu sede activa.');
      await desk.rowButton('Reintentar', person).click();
      await deliveredOnce(clinic, rocio, [person]);
      expect(new Set(line.sent('evaluation').map(({ key }) => key)).size).toBe(1);
    },
  );

  test(
    'S6 a page in the place of each send, while the provider answers: said in words, never lost',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'evaluation' }, blockedPage, Infinity);
      const person = await registerSomebody(desk, rocio);
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

  test(
    'S6 a gateway that has lost its provider refuses nothing: all waits and goes by itself',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      await desk.signIn(rocio);
      line.inject({ path: /^\/api\// }, bareAnswer(404, '404 page not found', 'text/plain'), Infinity);
      const person = visitor();
      await desk.register(person, await samplePhoto());
      await expect.poll(() => line.sent('evaluation').length).toBeGreaterThan(0);
      await expect(page.getByText(/ · Evaluación guardada$/)).toBeVisible();
      await expect(desk.syncState).not.toHaveText(/atención/);
      line.heal();
      await desk.openPending();
      await desk.tryNow();
      await deliveredOnce(clinic, rocio, [person]);
    },
  );
});
