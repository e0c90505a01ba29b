import { PERMISSIONS } from '#contract/vocabulary.ts';
import {
  listReceivedRegistrations,
  createClinicUser,
  type ClinicUser,
} from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, test } from '../fixtures.ts';
import { killWhileSending } from '../killed.ts';

// The tests of reception, doctors and administration also run against a server in base-contract mode, in the Playwright project
// `stripped`.
test.use({ ofBaseContractAlone: true });

/**
 * Expects each registration exactly once. This server ignores idempotency keys, so only the database rows can show duplicates.
 */
async function expectArrivedOnce(clinic: ServerProcess, member: ClinicUser, visitors: readonly Visitor[]) {
  const documents = async () =>
    (await listReceivedRegistrations(clinic, member))
      .filter(({ photo, signature }) => photo && signature)
      .map(({ document }) => document)
      .sort();
  const expected = visitors.map(({ document }) => document).sort();
  await expect.poll(documents, { intervals: [100, 250] }).toEqual(expected);
  expect(await listReceivedRegistrations(clinic, member)).toHaveLength(visitors.length);
}

async function registerNewVisitor(desk: ReceptionScreen): Promise<Visitor> {
  const person = createVisitor();
  await desk.register(person, await randomPhoto());
  return person;
}

async function signByWitness(desk: ReceptionScreen): Promise<void> {
  await desk.button('Pantalla completa').click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'No puede firmar' }).click();
  await dialog.getByLabel('¿Por qué no firma?').selectOption('no_escribe');
  await dialog.getByLabel('Nombre del testigo').fill('Íngrid Peña');
  await dialog.getByLabel('Número').fill('778899');
  await dialog.getByRole('button', { name: 'Firma el testigo' }).click();
  await strokeByMouse(desk.page, dialog.getByLabel('Firma del testigo'));
  await dialog.getByRole('button', { name: 'Aceptar y firmar' }).click();
  await desk.button('Continuar en recepción').click();
}

test.describe('S23 server in base-contract mode', () => {
  test(
    'P10.126 P10.300 the device delivers each registration and its pictures once to a server that ignores extensions, online, offline and after a lost response',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      const expectFoundPatient = async (person: Visitor, gender: string) => {
        await desk.field('Número de identificación').fill(person.document);
        await expect(page.getByText(/^Paciente encontrado/)).toBeVisible();
        await expect(desk.field('Género')).toHaveValue(gender);
      };
      const first = createVisitor();
      await desk.signIn(rocio);
      await desk.field('Género').selectOption('F');
      await desk.reachConfirmation(first);
      await desk.choosePhoto(await randomPhoto());
      await signByWitness(desk);
      await desk.picturesAreReady();
      await desk.confirm();
      const people = [first];
      await expectArrivedOnce(clinic, rocio, people);
      await expect(page.getByText('Subida completa')).toHaveCount(2);
      expect(await clinic.query('select 1 from media where statement is not null')).toEqual([]);
      await expect(page.getByText(/^Turno /), 'P10.48 it gives no letters').toHaveCount(0);

      line.inject({ kind: 'evaluation' }, { type: 'cut_after' });
      await desk.startNextRegistration();
      people.push(await registerNewVisitor(desk));
      await expectArrivedOnce(clinic, rocio, people);
      expect(
        line.sent('evaluation').map(({ fault }) => fault),
        'found, not sent again',
      ).toEqual([null, 'cut_after']);

      line.inject({ kind: 'evaluation' }, { type: 'cut_before' });
      line.inject({ kind: 'photo' }, { type: 'cut_after' });
      await desk.startNextRegistration();
      people.push(await registerNewVisitor(desk));
      await expectArrivedOnce(clinic, rocio, people);
      await expect(desk.syncState).toHaveText('Todo enviado');

      await desk.startNextRegistration();
      await expectFoundPatient(first, 'F');
      await desk.field('Género').selectOption('');
      line.disconnect();
      await desk.next();
      await desk.chooseEvaluation();
      await desk.next();
      await desk.capture(await randomPhoto());
      await desk.confirm();
      await desk.button('Registrar de nuevo').click();
      people.push(first);
      await expect(desk.syncState).toHaveText('Sin conexión · 1 por enviar');
      line.restoreConnection();
      await desk.openPending();
      await desk.tryNow();
      await expectArrivedOnce(clinic, rocio, people);
      await expect(desk.syncState).toHaveText('Todo enviado');
      await desk.open('/reception');
      await expectFoundPatient(first, 'F');
    },
  );

  for (const [when, hold] of [
    ['the evaluation', (line: FaultProxy) => line.hold({ kind: 'evaluation' }, 'after')],
    ['the photo', (line: FaultProxy) => line.hold({ kind: 'photo' }, 'after')],
  ] as const)
    test(
      `D2 S13 S16 the device delivers each item once when the browser was killed after the server had committed ${when}, and the user signed out and in again`,
      { tag: '@thorough' },
      async ({ tablet, rocio, line, clinic }) => {
        const { person, held } = await killWhileSending(tablet, rocio, () => hold(line));
        line.disconnect();
        held.release();
        const { desk: after } = await tablet.switchOn();
        await after.open('/home');
        await after.signOut();
        await after.page.getByRole('dialog').getByRole('button', { name: 'Salir de todos modos' }).click();
        await expect(after.button('Iniciar sesión')).toBeVisible();
        line.restoreConnection();
        await after.signIn(rocio, '/home');
        await expectArrivedOnce(clinic, rocio, [person]);
        await expect(after.syncState).toHaveText('Todo enviado');
      },
    );

  test(
    'every screen shows the available data and states which features the server does not offer',
    { tag: '@thorough' },
    async ({ desk, clinic, page }) => {
      const all = await createClinicUser(clinic, 'Bogotá', PERMISSIONS);
      await desk.signIn(all, '/reception');
      const person = await registerNewVisitor(desk);
      await expectArrivedOnce(clinic, all, [person]);
      const [arrived] = await listReceivedRegistrations(clinic, all);
      const idOf = async (table: string) =>
        (await clinic.query<{ id: string }>(`select id from ${table} limit 1`))[0]?.id ?? '';
      const expectPage = async (path: string, heading: string | RegExp, alerts: readonly string[] = []) => {
        await desk.open(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
        await expect(page.getByRole('main').getByRole('alert')).toContainText([...alerts]);
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(alerts.length);
      };
      await expectPage('/home', /./);
      await expectPage('/pending', 'Pendientes de envío');
      await expect(page.getByText('Conectado')).toBeVisible();
      await expectPage('/device', 'Este dispositivo');
      await expectPage('/ledger', 'Planilla del día');
      await expectPage('/evaluations', 'Evaluaciones pendientes');
      await expectPage(`/evaluations/${arrived?.id}`, `${person.first_name} ${person.last_name}`);
      await expect(page.getByText('No se pudo cargar la imagen. El servidor no lo ofrece.')).toHaveCount(2);
      await expectPage('/organization', 'Mi organización');
      await expectPage('/admin/users', 'Usuarios');
      await expectPage(`/admin/users/${all.id}`, all.name);
      await expectPage('/admin/activity', 'Actividad', ['No se pudo cargar la actividad.']);
      await expect(page.getByRole('alert').getByText('El servidor no lo ofrece.')).toBeVisible();
      await expectPage('/admin/system', 'Estado del sistema', ['No se pudo cargar el estado del sistema.']);
      await expectPage('/admin/catalogs', 'Catálogos');
      for (const kind of ['companies', 'branches', 'exams', 'doctors', 'evaluation-types'])
        await expectPage(`/admin/catalogs/${kind}`, /./);
      await expectPage(`/admin/catalogs/companies/${await idOf('companies')}`, 'Editar empresa');
      await expectPage(`/admin/catalogs/branches/${await idOf('branches')}`, 'Editar sede');
      await expectPage(`/admin/catalogs/doctors/${await idOf('doctors')}`, 'Editar médico', [
        'No se pudo cargar la firma actual. El servidor no lo ofrece.',
      ]);
      await expect(desk.syncState).toHaveText('Todo enviado');
    },
  );
});
