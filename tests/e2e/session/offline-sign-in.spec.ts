import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { scanProfile } from '#tests/support/browsers/profile-scan.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test, type Tablet } from '../fixtures.ts';

/** Makes the user known to the tablet: signs in online, signs out and closes the browser. */
async function signInOnceAndClose(tablet: Tablet, member: ClinicUser): Promise<void> {
  const { desk } = await tablet.switchOn();
  await desk.signIn(member, '/home');
  await expect(desk.page.getByRole('banner')).toContainText('Sede activa: ');
  await desk.leave();
  await tablet.profile.close();
}

async function registerAtReception(desk: ReceptionScreen): Promise<Visitor> {
  const person = createVisitor();
  await desk.open('/reception');
  await desk.register(person, await randomPhoto());
  return person;
}

/** Signs in through the banner's dialog, which keeps the current screen open. */
async function signInThroughBanner(desk: ReceptionScreen, { password }: ClinicUser): Promise<void> {
  await desk.button('Iniciar sesión').click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(dialog).toBeHidden();
}

test.describe('D2 sign-in without a server', () => {
  // The test is slow, because the server stops and starts and a page without a server probes only every 30 s.

  test(
    'P10.77 a known user signs in offline and registers; after the later sign-in in the dialog, the registration is delivered exactly once',
    { tag: '@landing' },
    async ({ tablet, rocio, line, clinic }) => {
      await signInOnceAndClose(tablet, rocio);
      await clinic.stop();
      line.disconnect();

      const { desk } = await tablet.switchOn();
      await desk.open('/login');
      await desk.fillSignIn(rocio);
      await expect(desk.page).toHaveURL(`${line.origin}/home`);
      await expect(desk.page.getByRole('banner')).toContainText(rocio.name);
      await expect(desk.page.getByRole('banner')).toContainText('Sede activa: ');
      await expect(
        desk.page.getByText(/^Entraste sin conexión\. Lo que registres queda guardado/),
      ).toBeVisible();
      const person = await registerAtReception(desk);
      await expect(desk.syncState).toHaveText('Sin conexión · 1 por enviar');
      await desk.openPending();
      await expect(desk.pendingRow(person)).toBeVisible();

      await clinic.start();
      line.restoreConnection();
      await desk.returnToPage();
      await expect(desk.page.getByText(/^Ya hay conexión\. Inicia sesión/)).toBeVisible();
      await expect(desk.syncState).toHaveText('1 por enviar');
      await signInThroughBanner(desk, rocio);
      await expectDeliveredOnce(clinic, rocio, [person]);
      await expect(desk.syncState).toHaveText('Todo enviado');
      await expect(desk.page.getByText(/^Ya hay conexión/)).toBeHidden();
    },
  );

  test(
    'the device rejects a wrong password and delays the next attempt; a user unknown to the device needs the network',
    { tag: '@thorough' },
    async ({ tablet, rocio, line, clinic }) => {
      const bea = await createClinicUser(clinic);
      await signInOnceAndClose(tablet, rocio);
      line.disconnect();
      const { desk } = await tablet.switchOn();
      await desk.open('/login');
      const expectSignInFails = async (member: Pick<ClinicUser, 'email' | 'password'>, words: string) => {
        await desk.fillSignIn(member);
        await expect(desk.page.getByRole('alert')).toContainText(words);
      };
      await expectSignInFails(bea, 'la primera vez necesita red');
      const wrong = { email: rocio.email, password: 'otra-clave-9' };
      await expectSignInFails(wrong, 'Credenciales inválidas. Verifica tu correo y contraseña.');
      // The number of wrong passwords is set to ten directly, because typing them would take long delays. The delay also
      // applies to the correct password.
      await desk.page.evaluate(setWrongPasswordCount, 10);
      await expectSignInFails(rocio, 'Demasiados intentos sin conexión. Intenta nuevamente en 5 minutos.');
      await expect(desk.page).toHaveURL(`${line.origin}/login`);
      await desk.page.reload();
      await expectSignInFails(rocio, 'Demasiados intentos sin conexión.');

      line.restoreConnection();
      await desk.signIn(rocio, '/home');
    },
  );

  test(
    'S16 an offline sign-in gives the owner access to the unsent entries; until then the disk contains no readable name',
    { tag: '@thorough' },
    async ({ tablet, rocio, line }) => {
      const { desk } = await tablet.startShift(rocio);
      line.disconnect();
      const person = await registerAtReception(desk);
      await desk.signOut();
      await desk.page.getByRole('dialog').getByRole('button', { name: 'Salir de todos modos' }).click();
      await expect(desk.button('Iniciar sesión')).toBeVisible();
      await tablet.profile.close();
      // Only the app's data is scanned, because the browser itself may store the values of the sign-in form.
      const database = tablet.profile.databases;
      const names = [rocio.email, rocio.name, person.document, person.first_name, person.last_name];
      expect(scanProfile(database, names)).toEqual([]);
      expect(scanProfile(database, ['Flores del Páramo Ficticio']), 'the instrument sees').not.toEqual([]);

      const again = (await tablet.switchOn()).desk;
      await again.open('/login');
      await again.fillSignIn(rocio);
      await expect(again.page.getByRole('banner')).toContainText(rocio.name);
      await again.openPending();
      await expect(again.pendingRow(person)).toBeVisible();
      await again.signOut();
      await again.page.getByRole('dialog').getByRole('button', { name: 'Salir de todos modos' }).click();
      await expect(again.button('Iniciar sesión')).toBeVisible();
      await tablet.profile.close();
      expect(scanProfile(database, names)).toEqual([]);
    },
  );
});

/** Runs in the page. Sets the number of wrong passwords as if the user had just typed them. */
async function setWrongPasswordCount(wrong: number): Promise<void> {
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const store = db.transaction('deviceKeys', 'readwrite').objectStore('deviceKeys');
  const [row] = (await requestResult(store.getAll())) as { wrong: number; blockedUntil: number }[];
  await requestResult(store.put({ ...row, wrong, blockedUntil: Date.now() + 300_000 }));
  db.close();
}
