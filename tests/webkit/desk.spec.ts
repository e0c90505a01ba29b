import { visitor } from '#tests/support/people.ts';
import { samplePhoto } from '#tests/support/sample-pictures.ts';
import { deliveredOnce } from '#tests/e2e/delivered.ts';
import { STORAGE_API } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { WebKitDesk } from './webkit-desk.ts';

const hasStorageApi = () => 'storage' in navigator;

test.describe('WebKit: the desk', () => {
  test('S1 a registration with network, and navigator.storage missing', async ({
    webkit,
    rocio,
    line,
    clinic,
  }) => {
    const desk = new WebKitDesk(await webkit.open(), line.origin);
    const [person, photo] = [visitor(), await samplePhoto()];
    await desk.signIn(rocio);
    expect(await desk.session.evaluate(hasStorageApi)).toBe(false);
    await desk.reachConfirmation(person);
    await desk.choosePhoto(photo);
    await desk.sign();
    const captured = await desk.picturesOnTheDevice();
    expect(captured.photo, 'a file is kept as it is').toBe(photo.sha256);
    await desk.confirm();
    const [arrived] = await deliveredOnce(clinic, rocio, [person]);
    expect(arrived).toMatchObject(captured);
    await desk.syncStateIs('Todo enviado');
  });

  test('S2 S17 captured without a provider by camera and by file, there after the browser was started anew, sent when it is back', async ({
    webkit,
    rocio,
    line,
    clinic,
  }) => {
    const desk = new WebKitDesk(await webkit.open({ features: STORAGE_API }), line.origin);
    await desk.signIn(rocio);
    expect(await desk.session.evaluate(hasStorageApi)).toBe(true);
    line.goDown();
    const [first, second] = [visitor(), visitor()];
    await desk.reachConfirmation(first);
    await desk.takePhoto();
    await desk.sign();
    const byCamera = await desk.picturesOnTheDevice();
    await desk.confirm();
    await desk.another();
    await desk.register(second, await samplePhoto());
    await desk.syncStateIs('Sin conexión · 2 por enviar');
    await webkit.close();

    const again = new WebKitDesk(await webkit.open({ features: STORAGE_API }), line.origin);
    await again.open('/pending');
    await again.says(first.document);
    await again.says(second.document);
    line.comeUp();
    await again.press('Intentar ahora');
    const [arrived] = await deliveredOnce(clinic, rocio, [first, second]);
    expect(arrived).toMatchObject(byCamera);
    await again.syncStateIs('Todo enviado');
  });
});
