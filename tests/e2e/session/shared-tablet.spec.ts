import { listReceivedRegistrations, createClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { middleBytesOf, scanProfile } from '#tests/support/browsers/profile-scan.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

/** Runs in the page. Returns the ids of the users whose data keys are stored on the device. */
const readDataKeyOwnerIds = (desk: ReceptionScreen): Promise<IDBValidKey[]> =>
  desk.page.evaluate(async () => {
    const opening = indexedDB.open('ventanilla');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const keys = opening.result.transaction('keys').objectStore('keys').getAllKeys();
    await new Promise((resolve) => keys.addEventListener('success', resolve));
    opening.result.close();
    return keys.result;
  });

async function signOutWithUnsentEntries(desk: ReceptionScreen, words: string): Promise<void> {
  await desk.signOut();
  const dialog = desk.page.getByRole('dialog');
  await expect(dialog).toContainText(words);
  await dialog.getByRole('button', { name: 'Salir de todos modos' }).click();
  await expect(desk.button('Iniciar sesión')).toBeVisible();
}

test.describe('unsent entries on a tablet that several users share', () => {
  test('S14 S16 D2 unsent entries stay unreadable and are not sent while another user is signed in; the owner’s next sign-in sends them', async ({
    desk,
    rocio,
    clinic,
    line,
    page,
  }) => {
    const bea = await createClinicUser(clinic);
    const [first, second, third] = [createVisitor(), createVisitor(), createVisitor()];
    await desk.signIn(rocio);
    line.disconnect();
    await desk.register(first, await randomPhoto());
    await desk.startNextRegistration();
    await desk.register(second, await randomPhoto());
    await signOutWithUnsentEntries(
      desk,
      'Hay 2 evaluaciones que todavía no han llegado completas al servidor.',
    );
    expect(await readDataKeyOwnerIds(desk)).toEqual([]);
    await expect(
      page.getByText(/^Hay 2 evaluaciones por enviar en este dispositivo, guardadas con llave\./),
    ).toBeVisible();

    line.restoreConnection();
    await desk.signIn(bea);
    expect(await readDataKeyOwnerIds(desk)).toEqual([bea.id]);
    await expect(desk.syncState).toHaveText('Todo lo tuyo, enviado');
    await desk.openPending();
    await expect(desk.pendingFigure(/registradas? en esta jornada/)).toHaveText('0');
    await expect(page.getByText(/^Hay 2 evaluaciones por enviar .*, de otra persona/)).toBeVisible();
    for (const person of [first, second]) await expect(page.getByText(person.document)).toHaveCount(0);
    await desk.open('/reception');
    await desk.register(third, await randomPhoto());
    await expectDeliveredOnce(clinic, bea, [third]);
    expect(await listReceivedRegistrations(clinic, rocio)).toEqual([]);

    await desk.leave();
    await desk.signIn(rocio);
    await expectDeliveredOnce(clinic, rocio, [first, second]);
    expect(await listReceivedRegistrations(clinic, bea)).toHaveLength(1);
  });

  test(
    'S16 D2 a sign-out in one window shows the sign-in form without an error in every other window',
    { tag: '@thorough' },
    async ({ desk, rocio, line, context }) => {
      const windowAt = async (path: string) => {
        const other = new ReceptionScreen(await context.newPage(), line.origin);
        await other.open(path);
        return other;
      };
      await desk.signIn(rocio);
      line.disconnect();
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      const [pending, wizard] = [await windowAt('/pending'), await windowAt('/reception')];
      await expect(pending.pendingRow(person)).toBeVisible();
      await wizard.fillPerson(person);
      await expect(wizard.page.getByText(/Ya se registró a .* hoy/)).toBeVisible();
      await signOutWithUnsentEntries(await windowAt('/home'), 'Hay 1 evaluación');
      for (const other of [desk, pending, wizard]) {
        await expect(other.button('Iniciar sesión')).toBeVisible();
        await expect(other.page.getByRole('alert')).toHaveCount(0);
      }
    },
  );

  test(
    'D1 D4 D5 the browser profile contains no readable patient data after the sign-out',
    { tag: '@landing' },
    async ({ tablet, rocio, clinic, line }) => {
      const { desk } = await tablet.switchOn();
      await desk.signIn(rocio);
      const [sent, unsent, typed, looked] = [
        createVisitor(),
        createVisitor(),
        createVisitor(),
        createVisitor(),
      ];
      const photos = [await randomPhoto(), await randomPhoto()] as const;
      await desk.register(sent, photos[0]);
      await expectDeliveredOnce(clinic, rocio, [sent]);
      await expect(desk.syncState).toHaveText('Todo enviado');
      await desk.startNextRegistration();
      await desk.field('Número de identificación').fill('9999000033');
      await desk.button('Buscar paciente').click();
      await expect(desk.field('Primer nombre')).toHaveValue('Ñío');
      await desk.field('Número de identificación').fill(looked.document);
      await desk.button('Buscar paciente').click();
      await expect(desk.page.getByText('No hay un paciente con este documento.')).toBeVisible();
      line.disconnect();
      await desk.register(unsent, photos[1]);
      await desk.startNextRegistration();
      await desk.fillPerson(typed);
      await desk.next();
      await desk.page.reload();
      await signOutWithUnsentEntries(desk, 'Hay 1 evaluación');
      await tablet.profile.close();

      const people = [sent, unsent, typed, looked];
      const personal = people.flatMap(({ document, first_name, last_name }) => [
        document,
        first_name,
        last_name,
      ]);
      const pictures = photos.map(middleBytesOf);
      expect(
        scanProfile(tablet.profile.folder, [...personal, ...pictures, '9999000033', 'Peña Roa']),
      ).toEqual([]);
      // Shows that the scan can find text: the catalogues are not encrypted, because they contain no personal data (D1).
      expect(scanProfile(tablet.profile.folder, ['Flores del Páramo Ficticio'])).not.toEqual([]);
    },
  );
});
