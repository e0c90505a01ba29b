import fs from 'node:fs';
import { bogotaDay } from '#domain/time/clock.ts';
import { ExpectedList, ExpectedListPeople } from '#contract/records/evaluation/expected-lists.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto, type SampleFile } from '#tests/support/base/sample-pictures.ts';
import {
  ENTRY_TYPE_SEARCH,
  FLORES_COMPANY_SEARCH,
  ReceptionScreen,
} from '#tests/support/reception/reception.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests, type SendRequest } from '#tests/support/server/server-calls.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { expect, test, type Tablet } from '../fixtures.ts';

const BRIGADE = 'Brigada Mina Norte';
const ANNOUNCED_COUNT = 200;

async function announce(
  send: SendRequest,
  clinic: ServerProcess,
  people: readonly Visitor[],
): Promise<ExpectedList> {
  const findId = async (sql: string, value: string) =>
    (await clinic.query<{ id: string }>(`select id from ${sql} like $1`, [`${value}%`]))[0]?.id;
  const evaluation_type_id = await findId('evaluation_types where name', ENTRY_TYPE_SEARCH);
  const body = {
    id: crypto.randomUUID(),
    company_id: await findId('companies where name', FLORES_COMPANY_SEARCH),
    day: bogotaDay(Date.now()),
    brigade: BRIGADE,
    people: people.map(({ document, first_name, last_name }) => ({
      identification_type: 'CC',
      identification_number: document,
      first_name,
      last_name,
      evaluation_type_id,
    })),
  };
  return ExpectedList.parse(JSON.parse((await send('POST', '/expected-lists', body)).toString()));
}

/** Prepares the device for the list through the link of its page. */
async function prepareDevice(desk: ReceptionScreen, list: ExpectedList): Promise<void> {
  await desk.open(`/brigade?list=${list.id}&day=${list.day}`);
  await desk.button('Preparar este dispositivo').click();
  await expect(desk.page.getByText(new RegExp(`^${ANNOUNCED_COUNT} personas de ese día`))).toBeVisible();
}

const expectReady = (desk: ReceptionScreen): Promise<void> =>
  expect(desk.page.getByText('Este dispositivo está listo para la brigada.')).toBeVisible();

/** Tablet of one user, in its own browser. */
async function prepareOwnTablet(
  desk: ReceptionScreen,
  user: ClinicUser,
  list: ExpectedList,
): Promise<ReceptionScreen> {
  await desk.signIn(user, '/home');
  await desk.waitUntilReady();
  await prepareDevice(desk, list);
  await expectReady(desk);
  return desk;
}

const expectUsersReady = (desk: ReceptionScreen, count: number): Promise<void> =>
  expect(desk.page.getByText(/^Listo para trabajar sin conexión/)).toHaveCount(count);

/** Tablet of two users who take turns: the first one prepares it, and one sign-in prepares it for the second one. */
async function prepareSharedTablet(
  tablet: Tablet,
  [first, second]: readonly [ClinicUser, ClinicUser],
  list: ExpectedList,
): Promise<ReceptionScreen> {
  const { desk } = await tablet.startShift(first, '/home');
  await desk.waitUntilReady();
  await prepareDevice(desk, list);
  await expectUsersReady(desk, 1);
  await desk.leave();
  await desk.signIn(second, '/brigade');
  await expectUsersReady(desk, 2);
  await expectReady(desk);
  // Chromium stores the cookie of the new session at a regular exit (`startShift`).
  await tablet.profile.close();
  return (await tablet.switchOn()).desk;
}

async function registerAnnounced(desk: ReceptionScreen, people: readonly Visitor[]): Promise<void> {
  for (const person of people) {
    await desk.open('/reception');
    await desk.registerAnnounced(person, await randomPhoto());
  }
}

async function registerUnannounced(desk: ReceptionScreen, person: Visitor): Promise<void> {
  await desk.open('/reception');
  await desk.register(person, await randomPhoto());
}

async function changeUserOffline(desk: ReceptionScreen, next: ClinicUser): Promise<void> {
  await desk.signOut();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Salir de todos modos' }).click();
  await expect(desk.button('Iniciar sesión')).toBeVisible();
  await desk.fillSignIn(next);
  await expect(desk.page.getByText(/^Entraste sin conexión/)).toBeVisible();
}

interface RescueFile {
  readonly code: string;
  readonly file: Omit<SampleFile, 'sha256'>;
}

async function saveRescueFile({ page }: ReceptionScreen): Promise<RescueFile> {
  await page.getByRole('button', { name: 'Guardar copia de rescate' }).click();
  const dialog = page.getByRole('dialog');
  const code = await dialog.locator('.new-code-shown strong').innerText();
  await dialog.getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Guardar copia' }).click();
  const saved = await download;
  const buffer = fs.readFileSync(await saved.path());
  return { code, file: { name: saved.suggestedFilename(), mimeType: '', buffer } };
}

async function bringRescueFile(desk: ReceptionScreen, { code, file }: RescueFile, count: number) {
  await desk.open('/device');
  await desk.page.getByLabel('Traer una copia de rescate').setInputFiles(file);
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('Código').fill(code);
  await dialog.getByRole('button', { name: 'Abrir' }).click();
  await dialog.getByRole('button', { name: 'Recibir', exact: true }).click();
  await expect(dialog.getByText(new RegExp(`^${count} recibidos`))).toBeVisible();
  await dialog.getByRole('button', { name: 'Listo' }).click();
}

async function confirmSession(desk: ReceptionScreen, { password }: ClinicUser): Promise<void> {
  await desk.returnToPage();
  await expect(desk.page.getByText(/^Ya hay conexión\. Inicia sesión/)).toBeVisible();
  await desk.button('Iniciar sesión').click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(dialog).toBeHidden();
}

/** Returns the documents of all complete evaluations of the users, one for each evaluation. */
async function readArrived(clinic: ServerProcess, users: readonly ClinicUser[]): Promise<string[]> {
  const rows = await clinic.query<{ document: string }>(
    `select p.identification_number as document
     from evaluations e join patients p on p.id = e.patient_id
     where e.created_by = any($1) and
           (select count(*) from media m where m.evaluation_id = e.id and m.replaced_at is null) = 2`,
    [users.map(({ id }) => id)],
  );
  return rows.map(({ document }) => document).sort();
}

const documentsOf = (people: readonly Visitor[]): string[] => people.map(({ document }) => document).sort();

async function readFigures({ page }: ReceptionScreen): Promise<string[]> {
  const card = page.getByRole('region', { name: 'En el servidor' });
  return card
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
}

test.describe('brigade without network', () => {
  test(
    'P11.77 P11.74 P11.75 three tablets register a day offline, one is killed, another one is lost after a rescue file, and everything arrives once',
    { tag: ['@chromium', '@thorough'] },
    async ({ clinic, line, tablet, elsewhere, rocio }) => {
      test.setTimeout(900_000);
      const [eva, diana, bea] = [
        await createClinicUser(clinic),
        await createClinicUser(clinic),
        await createClinicUser(clinic),
      ];
      const announced = Array.from({ length: ANNOUNCED_COUNT }, createVisitor);
      const unannounced = createVisitor();
      const [twice] = announced.slice(-1) as [Visitor];
      const [ofRocio, ofEva, ofDiana, ofBea] = [
        [0, 8],
        [8, 9],
        [9, 18],
        [18, 27],
      ].map(([from, to]) => announced.slice(from, to)) as [Visitor[], Visitor[], Visitor[], Visitor[]];
      const admin = await signInForRequests(clinic, 'admin@alisos.demo');
      const list = await announce(admin, clinic, announced);
      // The devices of other tests of this worker do not report again.
      await clinic.query('update devices set is_retired = true');

      let first = await prepareSharedTablet(tablet, [eva, rocio], list);
      const [second, third] = [
        await prepareOwnTablet(new ReceptionScreen(await elsewhere(), line.origin), diana, list),
        await prepareOwnTablet(new ReceptionScreen(await elsewhere(), line.origin), bea, list),
      ];
      line.disconnect();

      const workOnFirst = async () => {
        await registerAnnounced(first, ofRocio.slice(0, 4));
        await tablet.profile.kill();
        first = (await tablet.switchOn()).desk;
        await registerAnnounced(first, [...ofRocio.slice(4), twice]);
        await changeUserOffline(first, eva);
        await registerAnnounced(first, ofEva);
        await expect(first.page.getByText('200 esperadas')).toBeVisible();
        await expect(first.page.getByText('10 registradas en este dispositivo')).toBeVisible();
        await expect(first.page.getByText('10 por enviar', { exact: true })).toBeVisible();
      };
      const workOnSecond = async () => {
        await registerAnnounced(second, [...ofDiana, twice]);
        await registerUnannounced(second, unannounced);
        await expect(second.page.getByText('10 llegaron')).toBeVisible();
      };
      const workOnThird = async () => {
        await registerAnnounced(third, ofBea);
        await third.open('/brigade/close');
        await expect(third.page.getByText('En este dispositivo hay 9 registros por enviar.')).toBeVisible();
        await third.page.getByRole('link', { name: 'Guardar copia de rescate' }).click();
        const rescued = await saveRescueFile(third);
        await third.page.context().close();
        return rescued;
      };
      const [rescued] = await Promise.all([workOnThird(), workOnFirst(), workOnSecond()]);

      line.restoreConnection();
      await second.open('/brigade/close');
      await expect(second.page.getByText(/^Falta saber de otro/)).toBeVisible({ timeout: 60_000 });
      await expect(second.page.getByText('Todo llegó.')).toBeHidden();
      await bringRescueFile(second, rescued, ofBea.length);
      await expect(second.syncState).toHaveText('Todo enviado');
      await confirmSession(first, eva);
      await expect(first.syncState).toHaveText('Todo lo tuyo, enviado');
      await first.leave();
      await first.signIn(rocio, '/brigade/close');
      // The second tablet reports at most once a minute that nothing is unsent. The third one is lost and never reports again.
      const lost = first.page.getByText('Falta saber de otro dispositivo de la sede.');
      await expect(lost).toBeVisible({ timeout: 180_000 });
      await clinic.query('update devices set is_retired = true where last_user_id = $1', [bea.id]);
      await expect(first.page.getByText('Todo llegó.')).toBeVisible({ timeout: 60_000 });

      const registered = [...ofRocio, ...ofEva, ...ofDiana, ...ofBea, twice];
      await expect
        .poll(() => readArrived(clinic, [rocio, eva, diana, bea]))
        .toEqual(documentsOf([...registered, twice, unannounced]));
      const { counts, repeated } = ExpectedListPeople.parse(
        JSON.parse((await admin('GET', `/expected-lists/${list.id}`)).toString()),
      ).list;
      expect([counts.registered, counts.expected, repeated]).toEqual([
        registered.length,
        ANNOUNCED_COUNT - registered.length,
        1,
      ]);
      await expect
        .poll(() => readFigures(first))
        .toEqual([
          'Citadas 200',
          'Registradas 28',
          'Llegaron sin registrar 0',
          'No han llegado 172',
          'Repetidas por revisar 1',
        ]);
    },
  );
});
