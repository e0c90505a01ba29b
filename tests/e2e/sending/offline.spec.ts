import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraftFromPage } from '#tests/support/device/encrypted-draft.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

interface RegisteredVisitor {
  readonly visitor: Visitor;
  readonly photo: string | null;
  readonly signature: string | null;
}

async function confirmAndRecordPictures(desk: ReceptionScreen, person: Visitor): Promise<RegisteredVisitor> {
  await desk.picturesAreReady();
  // The test polls, because the page stores the displayed pictures a moment later.
  await expect.poll(async () => Object.values(await readDraftFromPage(desk.page))).not.toContain(null);
  const { photo, signature } = await readDraftFromPage(desk.page);
  await desk.confirm();
  await expect(desk.button('Registrar otra evaluación')).toBeVisible();
  return { visitor: person, photo, signature };
}

async function registerByCamera(desk: ReceptionScreen): Promise<RegisteredVisitor> {
  const person = createVisitor();
  await desk.reachConfirmation(person);
  await desk.takePhoto();
  await desk.signByMouse();
  return confirmAndRecordPictures(desk, person);
}

async function registerByFile(desk: ReceptionScreen): Promise<RegisteredVisitor> {
  const [person, photo] = [createVisitor(), await randomPhoto()];
  await desk.reachConfirmation(person);
  await desk.choosePhoto(photo);
  await desk.signByMouse();
  const registered = await confirmAndRecordPictures(desk, person);
  expect(registered.photo, 'a file is kept as it is').toBe(photo.sha256);
  return registered;
}

async function registerByTouch(desk: ReceptionScreen): Promise<RegisteredVisitor> {
  const person = createVisitor();
  await desk.reachConfirmation(person);
  await desk.choosePhoto(await randomPhoto());
  await desk.signFullScreenByTouch();
  return confirmAndRecordPictures(desk, person);
}

async function registerThreePatients(desk: ReceptionScreen): Promise<RegisteredVisitor[]> {
  const first = await registerByCamera(desk);
  await desk.startNextRegistration();
  const second = await registerByFile(desk);
  await desk.startNextRegistration();
  return [first, second, await registerByTouch(desk)];
}

const digestsByDocument = (
  list: readonly { document: string; photo: string | null; signature: string | null }[],
) => Object.fromEntries(list.map(({ document, photo, signature }) => [document, { photo, signature }]));
const expectedDigests = (list: readonly RegisteredVisitor[]) =>
  digestsByDocument(
    list.map(({ visitor: { document }, photo, signature }) => ({ document, photo, signature })),
  );

// The test with all pages closed needs Chromium, because only Background Sync sends then and other browsers lack it.
test.describe('S1 S2 S17 reception without a server', () => {
  test(
    'a tablet whose browser was killed registers three patients offline, and sends them from the open page when the server returns',
    { tag: ['@core', '@thorough'] },
    async ({ tablet, rocio, line, clinic }) => {
      await tablet.startShift(rocio, '/home');
      await clinic.stop();
      line.disconnect();
      await tablet.profile.kill();

      const { desk } = await tablet.switchOn();
      await desk.open('/reception');
      const registered = await registerThreePatients(desk);
      await expect(desk.syncState).toHaveText('Sin conexión · 3 por enviar');

      await clinic.start();
      line.restoreConnection();
      await desk.returnToPage();
      const arrived = await expectDeliveredOnce(
        clinic,
        rocio,
        registered.map((one) => one.visitor),
      );
      expect(digestsByDocument(arrived)).toEqual(expectedDigests(registered));
      await expect(desk.syncState).toHaveText('Todo enviado');
    },
  );

  test(
    'a tablet whose browser was killed registers three patients offline, and sends them with all pages closed when the network returns',
    { tag: '@chromium' },
    async ({ tablet, rocio, clinic, consoleErrors }) => {
      await tablet.startShift(rocio, '/home');
      await clinic.stop();
      await tablet.profile.kill();

      const { desk, context } = await tablet.switchOn();
      consoleErrors.networkWasCut = true;
      await context.setOffline(true);
      await desk.open('/reception');
      const registered = await registerThreePatients(desk);
      await expect(desk.syncState).toHaveText('Sin conexión · 3 por enviar');
      await context.newPage(); // The blank page keeps the browser running, because it exits with its last page.
      await desk.page.close();

      await clinic.start();
      await context.setOffline(false);
      const arrived = await expectDeliveredOnce(
        clinic,
        rocio,
        registered.map((one) => one.visitor),
      );
      expect(digestsByDocument(arrived)).toEqual(expectedDigests(registered));
    },
  );

  test(
    'when only the server failed and not the network, the tablet sends an entry with all pages closed as soon as the server returns',
    { tag: ['@thorough', '@chromium'] },
    async ({ tablet, rocio, line, clinic }) => {
      const { desk, context } = await tablet.startShift(rocio);
      line.disconnect();
      const registered = await registerByFile(desk);
      await expect(desk.syncState).toHaveText('Sin conexión · 1 por enviar');
      await context.newPage();
      await desk.page.close();

      line.restoreConnection();
      await expectDeliveredOnce(clinic, rocio, [registered.visitor]);
    },
  );
});
