import { visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { deliveredOnce } from '#tests/e2e/delivered.ts';
import { STORAGE_API } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { WebKitDesk } from './webkit-desk.ts';

/** In the page: the second copies of what waits. */
const countCopies = async (): Promise<number> => {
  const copies = await (await caches.open('ventanilla-shadow')).keys();
  return copies.filter(({ url }) => new URL(url).pathname.startsWith('/shadow/')).length;
};

const hasStorageApi = () => 'storage' in navigator;

test.describe('WebKit: the desk', () => {
  test(
    'S1 a registration with network, and navigator.storage missing',
    { tag: '@thorough' },
    async ({ webkit, rocio, line, clinic }) => {
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
    },
  );

  // It cannot read a form that holds a file: a second copy made of one failed here alone.
  test('S2 S17 S25 captured without a provider by camera and by file, there after the browser was started anew, sent when it is back', async ({
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
    await expect.poll(() => desk.session.evaluate(countCopies)).toBe(2);
    await webkit.close();

    const again = new WebKitDesk(await webkit.open({ features: STORAGE_API }), line.origin);
    await again.open('/pending');
    await again.says(first.document);
    await again.says(second.document);
    line.comeUp();
    await again.tryNow();
    const [arrived] = await deliveredOnce(clinic, rocio, [first, second]);
    expect(arrived).toMatchObject(byCamera);
    await again.syncStateIs('Todo enviado');
  });

  test(
    'S3 killed right after the confirmation: the entry is there, the draft is not, and it arrives once',
    { tag: '@thorough' },
    async ({ webkit, rocio, line, clinic }) => {
      const desk = new WebKitDesk(await webkit.open(), line.origin);
      const person = visitor();
      await desk.signIn(rocio);
      line.goDown();
      await desk.register(person, await samplePhoto());
      await webkit.kill();

      const again = new WebKitDesk(await webkit.open(), line.origin);
      await again.open('/reception');
      await again.valueIs('Número de identificación', '');
      await again.syncStateIs('Sin conexión · 1 por enviar');
      line.comeUp();
      await again.follow('/pending');
      await again.tryNow();
      await deliveredOnce(clinic, rocio, [person]);
    },
  );

  test(
    'S13 two windows and the worker: each request is sent once and executed once',
    { tag: '@thorough' },
    async ({ webkit, rocio, line, clinic }) => {
      const desk = new WebKitDesk(await webkit.open(), line.origin);
      const people = [visitor(), visitor()];
      await desk.registerWithoutProvider(rocio, line, people);
      await desk.follow('/pending');
      const first = await desk.session.currentTab();
      const second = await desk.session.openTab();
      await desk.session.showTab(second);
      await desk.open('/pending');
      await desk.syncStateIs('Sin conexión · 2 por enviar');
      line.comeUp();
      await desk.tryNow();
      await desk.session.showTab(first);
      await desk.pressIfThere('Intentar ahora');
      await deliveredOnce(clinic, rocio, people);
      for (const tab of [first, second]) {
        await desk.session.showTab(tab);
        await desk.syncStateIs('Todo enviado');
      }
      expect(line.sent()).toHaveLength(people.length * 3);
    },
  );

  test(
    'S20 private mode: what is captured is there as long as the window is, also after a reload, and arrives',
    { tag: '@thorough' },
    async ({ webkit, rocio, line, clinic }) => {
      const desk = new WebKitDesk(await webkit.open({ keeps: false }), line.origin);
      const [person, photo] = [visitor(), await samplePhoto()];
      await desk.signIn(rocio);
      line.goDown();
      await desk.register(person, photo);
      await desk.syncStateIs('Sin conexión · 1 por enviar');
      await desk.session.reload();
      await desk.syncStateIs('Sin conexión · 1 por enviar');
      line.comeUp();
      await desk.follow('/pending');
      await desk.tryNow();
      const [arrived] = await deliveredOnce(clinic, rocio, [person]);
      expect(arrived?.photo).toBe(photo.sha256);
    },
  );
});
