import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { waitForSingleBackup } from '../backed-up.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

test.describe("S20 loss of the device's storage", () => {
  // The test needs Chromium, because only its protocol deletes a site's data while a page is open.
  test(
    'S25 the app reports that its browser data was deleted while it was open, and sends the unsent entries after the next sign-in',
    { tag: ['@chromium', '@landing'] },
    async ({ desk, page, context, rocio, line, clinic }) => {
      const person = createVisitor();
      await desk.signIn(rocio);
      line.disconnect();
      await desk.register(person, await randomPhoto());
      await waitForSingleBackup(page);
      await desk.startNextRegistration();
      await desk.fillPerson(createVisitor());
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes: 'indexeddb' });
      await expect(page.getByText('Los datos de Ventanilla se borraron de este navegador.')).toBeVisible();
      await expect(page.getByText(/^Hay 1 evaluación por enviar en este dispositivo/)).toBeVisible();
      line.restoreConnection();
      await desk.fillSignIn(rocio);
      await expect(desk.field('Número de identificación')).toHaveValue('');
      await expectDeliveredOnce(clinic, rocio, [person]);
    },
  );
});
