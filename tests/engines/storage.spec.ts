import { expectDeliveredOnce } from '#tests/e2e/delivered.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraftFromPage } from '#tests/support/device/encrypted-draft.ts';
import {
  countBlobs,
  recordAlerts,
  readRecordedAlerts,
  freeStorage,
  canReadBlobAfterDelete,
  fillStorage,
} from './in-page.ts';

/** Tests of storage behaviour that differs between browsers. Each case was observed in one of them. */

test(
  'S19 the device stores no Blob and delivers a replaced photo completely after an interrupted upload, although Firefox loses a Blob when its row is deleted',
  { tag: ['@core', '@thorough'] },
  async ({ browserName, desk, rocio, line, clinic, page }) => {
    const [person, first, second] = [createVisitor(), await randomPhoto(), await randomPhoto()];
    await desk.signIn(rocio);
    const loses = browserName === 'firefox';
    expect(await page.evaluate(canReadBlobAfterDelete, loses ? 20_000 : 0), 'the engine as it is').toBe(
      !loses,
    );
    await desk.reachConfirmation(person);
    await desk.capture(first);
    await desk.choosePhoto(second);
    await expect.poll(async () => (await readDraftFromPage(page)).photo).toBe(second.sha256);
    expect(await page.evaluate(countBlobs)).toBe(0);
    line.inject({ kind: 'photo' }, { type: 'cut_upload', afterBytes: 2_000 });
    await desk.confirm();
    const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
    expect(arrived?.photo).toBe(second.sha256);
    expect(await page.evaluate(countBlobs)).toBe(0);
  },
);

test(
  'S20 the app starts, registers and sends although `persist()` never responds',
  { tag: '@thorough' },
  async ({ browserName, desk, rocio, clinic, page }) => {
    // Firefox shows a prompt that no user answers here. Chromium responds immediately, so the test replaces its persist().
    if (browserName === 'chromium')
      await page.addInitScript(() => {
        StorageManager.prototype.persist = () => new Promise(() => undefined);
      });
    await desk.signIn(rocio);
    const answers = page.evaluate(() => {
      const soon = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000));
      return Promise.race([navigator.storage.persist().then(() => true), soon]);
    });
    expect(await answers).toBe(false);
    const person = createVisitor();
    await desk.register(person, await randomPhoto());
    await expectDeliveredOnce(clinic, rocio, [person]);
    await expect(desk.syncState).toHaveText('Todo enviado');
  },
);

/**
 * Opens reception on a device without free space and returns a function that frees space. In Chromium the quota is set before
 * the first write, because the browser caches the free space for half a minute. In Firefox the storage is filled up to the
 * limit that the preference below sets.
 */
async function openReceptionWithoutSpace(
  desk: ReceptionScreen,
  engine: string,
): Promise<() => Promise<void>> {
  const { page, origin } = desk;
  if (engine === 'firefox') {
    await desk.open('/reception');
    await desk.waitUntilReady();
    await page.evaluate(fillStorage);
    return () => page.evaluate(freeStorage);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await desk.open('/reception');
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  };
}

test(
  'S20 the app immediately reports a full storage as the cause, keeps all input, and delivers the registration when space is free',
  { tag: ['@core', '@thorough'] },
  async ({ browserName, tablet, rocio, clinic }) => {
    const twentyMegabytes = { 'dom.quotaManager.temporaryStorage.fixedLimit': 20_480 };
    await (await tablet.switchOn(twentyMegabytes)).desk.signIn(rocio);
    await tablet.profile.close();
    const { desk } = await tablet.switchOn(twentyMegabytes);
    const full = desk.page.getByText('Este dispositivo se quedó sin espacio.').first();
    const freeRoom = await openReceptionWithoutSpace(desk, browserName);
    await desk.page.evaluate(recordAlerts);
    const [person, photo] = [createVisitor(), await randomPhoto(640, 480)];
    await desk.fillPerson(person);
    // The test reads recorded alerts, because an alert may disappear: a retried write succeeds when the browser has tidied its
    // files.
    await expect
      .poll(() => desk.page.evaluate(readRecordedAlerts))
      .toContain('Este dispositivo se quedó sin espacio.');
    await desk.next();
    await desk.chooseEvaluation();
    await desk.next();
    await desk.capture(photo);
    await expect(full).toBeVisible();
    await desk.confirm();
    await expect(full).toBeVisible();
    await expect(desk.confirmButton, 'nothing was confirmed').toBeVisible();

    await freeRoom();
    // The browser reports the freed space only a moment later, so the user presses 'Confirmar' again as long as that button is
    // shown.
    const done = desk.button('Registrar otra evaluación');
    await expect(async () => {
      await expect(desk.confirmButton.or(done)).toBeVisible();
      if (await desk.confirmButton.isVisible()) await desk.confirm();
      await expect(done).toBeVisible({ timeout: 5_000 });
    }).toPass();
    expect(new Set(await desk.page.evaluate(readRecordedAlerts))).toEqual(
      new Set(['Este dispositivo se quedó sin espacio.']),
    );
    const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
    expect(arrived?.photo).toBe(photo.sha256);
  },
);

test(
  'S20 the app keeps a registration across an offline reload in Firefox’s private mode and delivers it later',
  { tag: '@firefox' },
  async ({ tablet, rocio, line, clinic }) => {
    const { desk } = await tablet.switchOn({ 'browser.privatebrowsing.autostart': true });
    const [person, photo] = [createVisitor(), await randomPhoto()];
    await desk.signIn(rocio);
    line.disconnect();
    await desk.register(person, photo);
    await desk.page.reload();
    await expect(desk.syncState).toHaveText('Sin conexión · 1 por enviar');
    line.restoreConnection();
    await desk.openPending();
    await desk.tryNow();
    const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
    expect(arrived?.photo).toBe(photo.sha256);
  },
);
