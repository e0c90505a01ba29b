import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto, type SampleFile } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

/** Registers a patient with as few steps as possible: the first choice of each list, and both pictures from files. */
async function registerQuickly(desk: ReceptionScreen, person: Visitor, picture: SampleFile): Promise<void> {
  await desk.fillPerson(person);
  await desk.next();
  for (const label of ['Tipo de evaluación', 'Empresa empleadora']) await desk.chooseFirst(label);
  await desk.next();
  await desk.choosePhoto(picture);
  await desk.page.getByLabel('Cargar firma desde archivo').setInputFiles(picture);
  await desk.picturesAreReady();
  await desk.confirm();
}

for (const entries of [6, 30])
  test(
    `S13 two tabs and the service worker that drain ${entries} entries at the same time send each request once`,
    { tag: entries > 6 ? '@thorough' : '@landing' },
    async ({ desk, rocio, line, clinic, context }) => {
      await desk.signIn(rocio);
      line.disconnect();
      const people = Array.from({ length: entries }, createVisitor);
      for (const person of people) {
        await registerQuickly(desk, person, await randomPhoto(64, 48));
        await desk.startNextRegistration();
      }
      await expect(desk.syncState).toHaveText(`Sin conexión · ${entries} por enviar`);
      await desk.openPending();
      const second = new ReceptionScreen(await context.newPage(), line.origin);
      await second.open('/pending');
      // The buttons are located while the server is down, because a window hides its button when another window drains.
      const presses = await Promise.all(
        [desk, second].map(({ page }) =>
          page.getByRole('button', { name: 'Intentar ahora', exact: true }).elementHandle(),
        ),
      );
      line.restoreConnection();
      await Promise.all(presses.map((press) => press?.evaluate((button) => (button as HTMLElement).click())));
      await expectDeliveredOnce(clinic, rocio, people);
      await expect(desk.syncState).toHaveText('Todo enviado');
      await expect(second.syncState).toHaveText('Todo enviado');
      const keys = line.sent().map(({ key }) => key);
      expect(keys).toHaveLength(entries * 3);
      expect(new Set(keys).size).toBe(entries * 3);
    },
  );
