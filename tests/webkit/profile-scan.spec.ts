import { expectDeliveredOnce } from '#tests/e2e/delivered.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { middleBytesOf, scanProfile } from '#tests/support/browsers/profile-scan.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, test } from './fixtures.ts';
import { WebKitReception } from './webkit-reception.ts';

/** Writes an unencrypted row, which the scan must find. Runs in the page. */
async function storeUnencryptedRow(name: string, picture: number[]): Promise<void> {
  const opening = indexedDB.open('plain', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const transaction = opening.result.transaction('rows', 'readwrite');
  transaction.objectStore('rows').put({ name, picture: new Uint8Array(picture) }, 1);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  opening.result.close();
}

test(
  'D1 D4 D5 WebKit’s profile folder contains no name or picture of a patient after the user has signed out',
  { tag: '@thorough' },
  async ({ webkit, rocio, line, clinic }) => {
    const desk = new WebKitReception(await webkit.open(), line.origin);
    const [sent, unsent, typed] = [createVisitor(), createVisitor(), createVisitor()];
    const photos = [await randomPhoto(), await randomPhoto()] as const;
    await desk.signIn(rocio);
    await desk.register(sent, photos[0]);
    await expectDeliveredOnce(clinic, rocio, [sent]);
    await desk.startNextRegistration();
    line.disconnect();
    await desk.register(unsent, photos[1]);
    await desk.startNextRegistration();
    await desk.reachConfirmation(typed);
    await desk.session.reload();
    await desk.expectText('Borrador recuperado');
    await desk.press('Cerrar sesión');
    await desk.press('Salir de todos modos');
    await desk.expectText('Iniciar sesión');
    await webkit.close();

    const people = [sent, unsent, typed].flatMap(({ document, first_name, last_name }) => [
      document,
      first_name,
      last_name,
    ]);
    expect(scanProfile(webkit.folder, [...people, ...photos.map(middleBytesOf)])).toEqual([]);
    // This proves that the scan finds text in the folder: unencrypted test data, and catalogues, which are not personal data
    // (D1).
    expect(scanProfile(webkit.folder, ['Flores del Páramo Ficticio'])).not.toEqual([]);
    const open = await webkit.open();
    line.restoreConnection();
    await open.goto(`${line.origin}/login`);
    await open.evaluate(storeUnencryptedRow, sent.last_name, [...photos[0].buffer]);
    await webkit.close();
    const planted = scanProfile(webkit.folder, [sent.last_name, middleBytesOf(photos[0])]);
    expect(new Set(planted.map(({ text }) => text)).size).toBe(2);
  },
);
