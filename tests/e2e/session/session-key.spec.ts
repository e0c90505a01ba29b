import type { BrowserContext, Page } from '@playwright/test';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { AccountPages } from '#tests/support/reception/accounts.ts';
import {
  listReceivedRegistrations,
  createClinicUser,
  type ClinicUser,
} from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

/** Creates a receptionist who may also read evaluations, because the API must have data to protect. */
const createEvaluationReader = (clinic: ServerProcess): Promise<ClinicUser> =>
  createClinicUser(clinic, 'Bogotá', ['register_patients', 'manage_evaluations']);

/** Returns API paths that a user could type into the address bar or find in the browser's history. */
async function listApiPaths(clinic: ServerProcess, member: ClinicUser): Promise<string[]> {
  const [arrived] = await listReceivedRegistrations(clinic, member);
  const id = arrived?.id ?? '';
  const [photo] = await clinic.query<{ storage_path: string }>(
    'select storage_path from media where evaluation_id = $1 limit 1',
    [id],
  );
  const paths = [
    '/auth/me',
    '/me/vault-key',
    '/evaluations',
    `/evaluations/${id}`,
    `/files/${photo?.storage_path}`,
  ];
  return [
    ...paths,
    `/evaluations/${id}/concept-pdf`,
    '/patients/search?identification_type=CC&identification_number=1',
  ];
}

/** Opens each path in the address bar, and expects status 403 and a page without the patient's document number. */
async function expectPathsForbidden(page: Page, paths: readonly string[], person: Visitor): Promise<void> {
  for (const path of paths) {
    const answer = await page.goto(API_BASE + path);
    expect([path, answer?.status()]).toEqual([path, 403]);
    expect(await page.locator('body').innerText()).not.toContain(person.document);
  }
}

/** Requests each path outside the browser with the profile's cookies but without the session key, and expects status 401. */
async function expectCookieRejected(
  context: BrowserContext,
  origin: string,
  paths: readonly string[],
): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(cookie).not.toBe('');
  for (const path of paths) {
    const answer = await fetch(`${origin}${API_BASE}${path}`, { headers: { cookie } });
    expect([path, answer.status]).toEqual([path, 401]);
  }
}

/** Runs in the page. Returns whether the device stores a session key and whether a script can export the key. */
async function readStoredKeyState(): Promise<{ exists: boolean; exported: boolean }> {
  const opening = indexedDB.open('ventanilla');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const reading = opening.result.transaction('device').objectStore('device').get('session-key');
  await new Promise((resolve) => reading.addEventListener('success', resolve));
  opening.result.close();
  const row = reading.result as { privateKey: CryptoKey } | undefined;
  if (!row) return { exists: false, exported: false };
  const exported = await crypto.subtle.exportKey('pkcs8', row.privateKey).then(
    () => true,
    () => false,
  );
  return { exists: true, exported };
}

test.describe('S26 H2 session cookie without its session key', () => {
  test(
    'the API returns no data without the session key: at the lock screen, in a second window, through the history, and after an offline sign-out and a browser restart',
    { tag: '@landing' },
    async ({ tablet, line, clinic }) => {
      const member = await createEvaluationReader(clinic);
      const { context, desk } = await tablet.switchOn();
      await desk.signIn(member);
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await expectDeliveredOnce(clinic, member, [person]);
      const paths = await listApiPaths(clinic, member);
      expect(await desk.page.evaluate(readStoredKeyState)).toEqual({ exists: true, exported: false });
      await expectCookieRejected(context, line.origin, paths);

      await desk.button('Bloquear ahora').click();
      const second = await context.newPage();
      await expectPathsForbidden(second, paths, person);
      await second.goBack();
      await second.goForward();
      expect(await second.locator('body').innerText()).not.toContain(person.document);
      await second.close();

      line.disconnect();
      await desk.button('Cambiar de usuario').click();
      await expect(desk.button('Iniciar sesión')).toBeVisible();
      expect(await desk.page.evaluate(readStoredKeyState)).toEqual({ exists: false, exported: false });
      await tablet.profile.close();

      line.restoreConnection();
      const again = await tablet.switchOn();
      await expectPathsForbidden(again.desk.page, paths, person);
      await expectCookieRejected(again.context, line.origin, paths);
    },
  );

  test(
    'a password change keeps the session key, so that the service worker keeps sending the outbox',
    { tag: '@landing' },
    async ({ desk, page, rocio, clinic, line, context }) => {
      await desk.signIn(rocio);
      const other = new ReceptionScreen(await context.newPage(), line.origin);
      await other.open('/home');
      // The page must be in front, because a page in the background handles mouse movements two seconds late.
      await page.bringToFront();
      const accounts = new AccountPages(page, line.origin);
      await accounts.openChange();
      await accounts.change(rocio.password, 'Otra-clave-2026');
      await expect(page.getByText('Contraseña actualizada correctamente.')).toBeVisible();

      const person = createVisitor();
      await desk.open('/reception');
      await desk.register(person, await randomPhoto());
      await expectDeliveredOnce(clinic, rocio, [person]);
      await expect(desk.syncState).toHaveText('Todo enviado');
      await other.open('/home');
      await expect(other.page.getByText(/sesión venció/)).toHaveCount(0);

      // The service worker is still running after the sign-out, while the next session has another key.
      await other.page.close();
      await desk.leave();
      await desk.signIn({ ...rocio, password: 'Otra-clave-2026' });
      const next = createVisitor();
      await desk.register(next, await randomPhoto());
      await expectDeliveredOnce(clinic, rocio, [person, next]);
      const calls = line.log.filter(({ path }) => path.startsWith(`${API_BASE}/evaluations`));
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.filter(({ status }) => status === 401)).toEqual([]);
    },
  );

  test(
    'a tablet whose clock is an hour wrong signs in and sends entries',
    { tag: '@thorough' },
    async ({ desk, page, rocio, clinic }) => {
      await page.clock.install({ time: Date.now() - 3_600_000 });
      await page.clock.resume();
      const proofs: string[] = [];
      page.on('request', (request) => proofs.push(request.headers()[HEADER.proof] ?? ''));
      await desk.signIn(rocio);
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await expectDeliveredOnce(clinic, rocio, [person]);
      expect(proofs.filter((proof) => proof !== '').length).toBeGreaterThan(2);
    },
  );

  test(
    'the app binds an older session that has only a cookie to a new key without a prompt, and loses no entry',
    { tag: '@thorough' },
    async ({ desk, page, rocio, clinic, line, context }) => {
      await desk.signIn(rocio);
      line.disconnect();
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await clinic.query('update sessions set device_key = null where user_id = $1', [rocio.id]);
      await page.evaluate(async () => {
        const opening = indexedDB.open('ventanilla');
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const change = opening.result.transaction('device', 'readwrite');
        change.objectStore('device').delete('session-key');
        await new Promise((resolve) => change.addEventListener('complete', resolve));
        opening.result.close();
      });
      await desk.page.goto('about:blank');
      line.restoreConnection();
      await desk.open('/pending');
      await expectDeliveredOnce(clinic, rocio, [person]);
      await expect(desk.syncState).toHaveText('Todo enviado');
      // The test waits until the session is bound to the device key. The delivery of the entries does not show this, because
      // entries may be sent before or during the binding.
      const boundSessions = () =>
        clinic.query('select 1 from sessions where user_id = $1 and device_key is not null', [rocio.id]);
      await expect.poll(boundSessions).toHaveLength(1);
      await expectCookieRejected(context, line.origin, ['/auth/me', '/me/vault-key']);
    },
  );
});
