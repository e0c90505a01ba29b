import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { bundlePageScript } from '#tests/support/server/page-program.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { BrowserProfile } from '#tests/support/browsers/profile.ts';
import { waitForSingleBackup } from '../backed-up.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const TWO_WRITERS_SCRIPT_PATH = '/test/two-writers.js';
const callTwoWriters = (page: Page, call: 'id' | 'mark' | 'writeOn'): Promise<unknown> =>
  page.evaluate(`import('${TWO_WRITERS_SCRIPT_PATH}').then(({ device }) => device.${call}())`);

/** Bytes after which LevelDB's log contains unfinished transactions of both windows. Chromium starts another log after 4 MB. */
const MIN_LOG_BYTES = 1_500_000;

/** Returns the size of the database in bytes. A file may disappear during the count, because the browser is writing. */
function measureDatabaseBytes({ databases }: BrowserProfile): number {
  const names = fs.readdirSync(databases, { recursive: true, encoding: 'utf8' });
  const sizes = names.map(
    (name) => fs.statSync(path.join(databases, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Truncates the log, as when a power cut prevents the end of the last write from reaching the disk. */
function truncateDatabaseLog({ databases }: BrowserProfile): void {
  const logs = fs
    .readdirSync(databases, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'));
  const [log] = logs.map((name) => path.join(databases, name));
  if (!log || logs.length > 1) throw new Error(`one log was expected, there are ${logs.length}`);
  fs.truncateSync(log, fs.statSync(log).size - 100);
}

test.describe("S25 entries after the loss of the device's database", () => {
  // The test needs Chromium, because other browsers store IndexedDB in SQLite and do not have this fault.
  test(
    'the browser keeps the database when it is killed while two windows write',
    { tag: ['@chromium', '@thorough'] },
    async ({ tablet, rocio, line }) => {
      line.serveScript(TWO_WRITERS_SCRIPT_PATH, await bundlePageScript('tests/e2e/page/two-writers.ts'));
      const { context, desk } = await tablet.startShift(rocio, '/home');
      const mark = await callTwoWriters(desk.page, 'mark');
      const second = await context.newPage();
      await second.goto(`${line.origin}/login`);
      const before = measureDatabaseBytes(tablet.profile);
      for (const page of [desk.page, second]) await callTwoWriters(page, 'writeOn');
      await expect.poll(() => measureDatabaseBytes(tablet.profile) - before).toBeGreaterThan(MIN_LOG_BYTES);
      await tablet.profile.kill();
      const { desk: after } = await tablet.switchOn();
      await after.open('/login');
      expect(await callTwoWriters(after.page, 'mark')).toBe(mark);
    },
  );

  test(
    'the device delivers an entry once although a power cut tears the database log and the browser deletes the database two starts later',
    { tag: ['@chromium', '@landing'] },
    async ({ tablet, rocio, line, clinic }) => {
      line.serveScript(TWO_WRITERS_SCRIPT_PATH, await bundlePageScript('tests/e2e/page/two-writers.ts'));
      const { desk } = await tablet.startShift(rocio);
      const [id, mark] = [await callTwoWriters(desk.page, 'id'), await callTwoWriters(desk.page, 'mark')];
      const person = createVisitor();
      line.disconnect();
      await desk.register(person, await randomPhoto());
      await waitForSingleBackup(desk.page);
      await tablet.profile.kill();
      truncateDatabaseLog(tablet.profile);
      // The app writes after the torn end of the log at this start; only the next start detects the damage.
      const { desk: torn } = await tablet.switchOn();
      await torn.open('/home');
      expect(await callTwoWriters(torn.page, 'mark'), 'nothing is seen of it yet').toBe(mark);
      await tablet.profile.kill();
      const { desk: emptied } = await tablet.switchOn();
      await emptied.open('/home');
      expect(await callTwoWriters(emptied.page, 'mark'), 'a new database').not.toBe(mark);
      expect(await callTwoWriters(emptied.page, 'id'), 'S24 the same device').toBe(id);
      line.restoreConnection();
      // The cookie still exists, but the app requires a sign-in: the lost database contained whether the user had signed out or
      // locked the screen (S16).
      await emptied.open('/home');
      await expect(emptied.page.getByText('Hay 1 evaluación')).toBeVisible();
      await emptied.fillSignIn(rocio);
      await expectDeliveredOnce(clinic, rocio, [person]);
    },
  );

  test(
    'after the loss of the database, the app shows unsent entries before the sign-in, sends them afterwards, and keeps the day sheet’s count',
    { tag: '@thorough' },
    async ({ tablet, rocio, line, clinic }) => {
      const { desk } = await tablet.startShift(rocio);
      const [sent, person] = [createVisitor(), createVisitor()];
      await desk.register(sent, await randomPhoto());
      await waitForSingleBackup(desk.page, '/shadow-receipts/');
      await desk.startNextRegistration();
      line.disconnect();
      await desk.register(person, await randomPhoto());
      await waitForSingleBackup(desk.page);
      await tablet.profile.close();
      tablet.profile.loseDatabase();
      line.restoreConnection();
      const { context, desk: after } = await tablet.switchOn();
      await context.clearCookies();
      await after.open('/reception');
      await expect(after.page.getByText(/Hay 1 evaluación|1 evaluación/)).toBeVisible();
      await after.fillSignIn(rocio);
      await expectDeliveredOnce(clinic, rocio, [sent, person]);
      await expect(after.syncState).toHaveText('Todo enviado');
      await after.open('/ledger');
      await expect(after.page.getByText('2 registradas, 2 confirmadas.').last()).toBeVisible();
    },
  );
});
