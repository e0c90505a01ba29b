import type { ItemKind } from '#domain/outbox/item.ts';
import { listReceivedRegistrations, endSessions, type ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { portalPageFault, rejectionFault, type Fault } from '#tests/support/faults/fault.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';
import { signInAndRegister as registerOne } from '../register-patient.ts';

const REGISTRATION_ITEM_KINDS = ['evaluation', 'photo', 'signature'] as const;
const MEDIA_ITEM_KINDS: readonly ItemKind[] = ['photo', 'signature'];
const ITEM_LABELS: Record<ItemKind, string> = {
  evaluation: 'Evaluación',
  photo: 'Foto',
  signature: 'Firma',
  attachment: 'Archivo',
  correction: 'Corrección',
};

const busyFault = (seconds: number): Fault =>
  rejectionFault(
    503,
    { code: 'unavailable', message: 'Vuelve luego.', details: [] },
    { 'retry-after': String(seconds) },
  );
const REJECTED_TEXT = 'El servidor no acepta este dato.';
const fieldRejectionFault = (field: string): Fault =>
  rejectionFault(422, {
    code: 'validation_failed',
    message: REJECTED_TEXT,
    details: [{ field, message: REJECTED_TEXT }],
  });

/**
 * Runs in the page. Stores the mark that the server supports idempotency keys (S23), which the app otherwise sets after the
 * server's first such response.
 */
async function storeSupportMark(): Promise<void> {
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const device = db.transaction('device', 'readwrite').objectStore('device');
  await requestResult(device.put({ id: 'provider-traits', idempotency: 'kept' }));
  db.close();
}

const registerWithSupportMark = (desk: ReceptionScreen, member: ClinicUser) =>
  registerOne(desk, member, () => desk.page.evaluate(storeSupportMark));

test.describe('S8 temporary faults of the evaluation, the photo and the signature', () => {
  type Faults = Record<(typeof REGISTRATION_ITEM_KINDS)[number], Fault>;
  const all = (fault: Fault): Faults => ({ evaluation: fault, photo: fault, signature: fault });
  const after: Fault = { type: 'cut_after' };
  const cases: readonly (readonly [title: string, faults: Faults])[] = [
    [
      'S7 S8 the connection is cut after the provider committed, or in the middle of an upload',
      { evaluation: after, photo: after, signature: { type: 'cut_upload', afterBytes: 2_000 } },
    ],
    ['S8 the connection is cut before the request', all({ type: 'cut_before' })],
    ['S8 503 with Retry-After', all(busyFault(1))],
    ['S6 a portal’s page with status 200', all(portalPageFault)],
  ];
  for (const [title, faults] of cases)
    // The default run has only the harder case: the response is lost, so that the server may have executed the request.
    test(
      `${title}: the device resends the item under the same key, and the server stores it once`,
      { tag: faults.photo === after ? [] : '@thorough' },
      async ({ desk, rocio, line, clinic }) => {
        for (const kind of REGISTRATION_ITEM_KINDS) line.inject({ kind }, faults[kind]);
        const person = await registerWithSupportMark(desk, rocio);
        await expectDeliveredOnce(clinic, rocio, [person]);
        await expect(desk.syncState).toHaveText('Todo enviado');
        for (const kind of REGISTRATION_ITEM_KINDS) {
          const sends = line.sent(kind);
          expect(sends.map((send) => send.fault)).toEqual([faults[kind].type, null]);
          expect(new Set(sends.map((send) => send.key)).size).toBe(1);
        }
      },
    );
});

test.describe('S9 session that has ended', () => {
  const signInAgain = async (desk: ReceptionScreen, member: ClinicUser): Promise<void> => {
    const address = desk.page.url();
    await expect(desk.page.getByText('Tu sesión venció.')).toBeVisible();
    await desk.button('Iniciar sesión').click();
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByLabel('Contraseña', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(dialog).toBeHidden();
    expect(desk.page.url()).toBe(address);
  };

  test(
    'P8.3 the app prompts for the password in a dialog when the session has ended, and then sends the evaluation and its pictures',
    { tag: '@thorough' },
    async ({ desk, rocio, line, clinic }) => {
      await desk.signIn(rocio);
      await endSessions(clinic, rocio);
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await signInAgain(desk, rocio);
      await expectDeliveredOnce(clinic, rocio, [person]);
      // Another call may have received the 401 response first, so the list of statuses may contain no 401.
      const statuses = line.sent('evaluation').map(({ status }) => status);
      expect(statuses.filter((status) => status !== 401)).toEqual([201]);
    },
  );
});

test.describe('S10 rejection of an item by the server', () => {
  test(
    'S11 the device reports a rejected evaluation, keeps sending other entries, and sends the evaluation when the user has corrected it',
    { tag: '@landing' },
    async ({ desk, rocio, line, clinic, page }) => {
      line.inject({ kind: 'evaluation' }, fieldRejectionFault('patient.first_name'));
      const first = await registerWithSupportMark(desk, rocio);
      await expect(page.getByText(/ · Evaluación guardada, requiere atención$/)).toBeVisible();
      await desk.seeResult();
      await expect(page.getByText(`Primer nombre: ${REJECTED_TEXT}`)).toBeVisible();
      await desk.startNextRegistration();
      const second = createVisitor();
      await desk.register(second, await randomPhoto());
      await expectDeliveredOnce(clinic, rocio, [second]);
      await expect(desk.syncState).toHaveText('1 requiere atención');

      await desk.openPending();
      await expect(desk.pendingRow(first)).toContainText(`Evaluación: ${REJECTED_TEXT}`);
      await desk.rowLink('Corregir y enviar', first).click();
      await expect(page.getByText(`El servidor no aceptó esta evaluación: ${REJECTED_TEXT}`)).toBeVisible();
      await expect(desk.field('Primer nombre')).toHaveValue(first.first_name);
      await desk.field('Primer nombre').fill('Corregida');
      await desk.next();
      await desk.next();
      await desk.picturesAreReady();
      await desk.button('Corregir y enviar').click();
      await expectDeliveredOnce(clinic, rocio, [first, second]);
      const keys = line.sent('evaluation').map(({ key }) => key);
      expect(new Set(keys).size, 'S7 new content, new key').toBe(3);
      const captures = line.sent('evaluation').map(({ captureId }) => captureId);
      expect(new Set(captures).size, 'S14 the confirmation is known again by its id').toBe(2);
      expect(captures).not.toContain(null);
      const names = await clinic.query<{ first_name: string }>(
        'select first_name from patients where identification_number = $1',
        [first.document],
      );
      expect(names).toEqual([{ first_name: 'Corregida' }]);
    },
  );

  for (const kind of MEDIA_ITEM_KINDS)
    test(
      `P4.11 when the server rejects the ${kind}, the evaluation stays stored and the user retakes only that picture`,
      { tag: '@thorough' },
      async ({ desk, rocio, line, clinic, page }) => {
        line.inject({ kind }, fieldRejectionFault('file'));
        const person = await registerWithSupportMark(desk, rocio);
        await desk.openPending();
        await expect(desk.pendingRow(person)).toContainText(`${ITEM_LABELS[kind]}: ${REJECTED_TEXT}`);
        const [before] = await listReceivedRegistrations(clinic, rocio);
        await desk.rowLink('Corregir y enviar', person).click();
        await expect(
          page.getByText(`El servidor no aceptó la ${kind === 'photo' ? 'foto' : 'firma'}: ${REJECTED_TEXT}`),
        ).toBeVisible();
        const again = await randomPhoto();
        if (kind === 'photo') await desk.choosePhoto(again);
        else await desk.signByMouse();
        await desk.button('Corregir y enviar').click();
        const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
        expect(arrived?.id).toBe(before?.id);
        if (kind === 'photo') expect(arrived?.photo).toBe(again.sha256);
        expect(new Set(line.sent(kind).map(({ key }) => key)).size).toBe(2);
      },
    );

  test(
    'S7 P2.26 the user resends a rejected evaluation unchanged, and the device uses the same idempotency key',
    { tag: '@thorough' },
    async ({ desk, rocio, line, clinic }) => {
      line.inject({ kind: 'evaluation' }, fieldRejectionFault('patient.first_name'));
      const person = await registerWithSupportMark(desk, rocio);
      await desk.openPending();
      await expect(desk.pendingRow(person)).toContainText(REJECTED_TEXT);
      await desk.rowButton('Reintentar', person).click();
      await expectDeliveredOnce(clinic, rocio, [person]);
      expect(new Set(line.sent('evaluation').map(({ key }) => key)).size).toBe(1);
    },
  );
});
