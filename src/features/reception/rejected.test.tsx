import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldProblem } from '#contract/errors.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  draftContent,
  assignQueueLetters,
  randomPicture,
  SAMPLE_REJECTION,
  rejectNextItem,
} from '#tests/support/device/device.ts';
import {
  createAdditionalField,
  createFieldValue,
  storeAdditionalFields,
} from '#tests/support/screens/additional-fields.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { findButton, prepareEmptyReception, findField } from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from './reception.tsx';
import { ConfirmedRegistrationScreen } from './done/done.tsx';
import { RetakeRejectedPicture } from './rarely-shown.tsx';
import { isReloadDisruptive } from '#ui/dialogs/unsaved.ts';
import { saveDeviceReport } from '#storage/device/device-census.ts';
import { discardOutboxEntry } from '#storage/outbox/entry-actions.ts';

vi.mock('./capture/photo/photo-capture.tsx', () => ({
  PhotoCapture: ({ onPhoto }: { onPhoto: (taken: Promise<CapturedPicture>) => void }) => (
    <button onClick={() => onPhoto(Promise.resolve(randomPicture(500)))}>Tomar</button>
  ),
}));

const REJECTION_TEXT = 'Corrige los campos marcados.';
const createFieldProblem = (name: string, message: string): FieldProblem => ({ field: name, message });
const settleDueItem = async (event: ItemEvent) => outboxStore.settle(await claimDueItem(), event, Date.now());
const createRejection = (
  status: number,
  code: string | null,
  message: string,
  details: FieldProblem[] = [],
) => ({
  status,
  code,
  message,
  details,
});
const rejectItemWith = (...[status, code, message, details]: Parameters<typeof createRejection>) =>
  settleDueItem({ type: 'refuse', refusal: createRejection(status, code, message, details) });

const renderConfirmedRegistration = (entryId: string) =>
  renderScreen(
    <ConfirmedRegistrationScreen ownerId={ANA_ID} entryId={entryId} onAnother={() => undefined} />,
  );
const renderCorrection = (entryId: string) =>
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);

beforeEach(prepareEmptyReception);

describe('result screen of a rejected registration', () => {
  it('S10 the result screen shows the server’s message about each field next to the field’s name', async () => {
    const id = await confirmNewEntry('9999000017');
    await rejectItemWith(422, 'validation_failed', REJECTION_TEXT, [
      createFieldProblem('patient.first_name', 'Ingrese los nombres'),
      createFieldProblem('employer_company_id', 'La empresa está inactiva.'),
      createFieldProblem('afiliacion', 'Falta la afiliación.'),
      createFieldProblem('constructor', 'Falta algo.'),
    ]);
    renderConfirmedRegistration(id);
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText(REJECTION_TEXT)).toBeTruthy();
    expect(notice.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Primer nombre: Ingrese los nombres',
      'Empresa empleadora: La empresa está inactiva.',
      'Falta la afiliación.',
      'Falta algo.',
    ]);
  });

  it('P8 the result screen explains what to do when the server rejects the branch of an evaluation', async () => {
    const id = await confirmNewEntry('9999000017');
    await rejectItemWith(403, 'branch_forbidden', 'Forbidden');
    renderConfirmedRegistration(id);
    await screen.findByText(
      'Se registró para otra sede. Activa esa sede y reintenta; si no es tuya, avisa al administrador.',
    );
    expect(screen.queryByText('Forbidden')).toBeNull();
    expect(screen.getByText(/Cuando esté resuelto, usa Reintentar\.$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Evaluación guardada')).toBeTruthy();
    await deliverNextItem();
    expect(await screen.findByText('Evaluación creada')).toBeTruthy();
  });

  it('S8 the result screen quotes the message of a failing server, and nothing for an item without a message', async () => {
    const failing = { type: 'defer', cause: 'failing', retryAfter: null, jitter: 0 } as const;
    const id = await confirmNewEntry('9999000017');
    await settleDueItem({ ...failing, refusal: createRejection(503, null, 'Mantenimiento hasta las 8') });
    const first = renderConfirmedRegistration(id);
    expect(
      await screen.findByText(/El servidor tiene un problema: .+ «Mantenimiento hasta las 8»\.$/),
    ).toBeTruthy();
    first.unmount();
    const before = await confirmNewEntry('9999000025');
    await settleDueItem(failing);
    renderConfirmedRegistration(before);
    expect((await screen.findByText(/El servidor tiene un problema/)).textContent).toMatch(/hacer nada\.$/);
  });
});

describe('correction of a rejected registration', () => {
  const BOTH = [
    createFieldProblem('patient.first_name', 'Ingrese los nombres'),
    createFieldProblem('employer_company_id', 'La empresa está inactiva.'),
  ];
  const step = (name: string) => screen.getByText(name).closest('li');

  it('P10.73 S10 the correction names the patient in each step, and a button leads to a marked field in another step', async () => {
    const id = await confirmNewEntry('9999000017');
    await rejectItemWith(422, 'validation_failed', REJECTION_TEXT, BOTH);
    renderCorrection(id);
    expect(await screen.findByText('Ingrese los nombres')).toBeTruthy();
    const shownPatient = () => document.querySelector('.wizard-person')?.textContent;
    expect(shownPatient()).toBe('Zoraida Quiñones · CC 9999000017');
    expect(step('Evaluación y empresas')?.textContent).toContain('con campos por corregir');
    await userEvent.click(await findButton('Ver lo marcado en el paso 2'));
    expect(await screen.findByText('La empresa está inactiva.')).toBeTruthy();
    // The first field is still marked, because the user has not changed it.
    await userEvent.click(await findButton('Ver lo marcado en el paso 1'));
    await userEvent.clear(await findField('Primer nombre'));
    expect(shownPatient(), 'whose it was, while one types').toBe('Zoraida Quiñones · CC 9999000017');
    await enterText(await findField('Primer nombre'), 'Inés');
    expect(screen.queryByText('Ingrese los nombres')).toBeNull();
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText('La empresa está inactiva.')).toBeTruthy();
    expect(shownPatient()).toBe('Inés Quiñones · CC 9999000017');
    expect(screen.queryByRole('button', { name: /^Ver lo marcado/ })).toBeNull();
  });

  it("P10.376 the correction shows the server's message about an additional value at its field, and in the notice when the form no longer shows the field", async () => {
    const [phone, insurer, gone] = [1, 2, 3].map((nth) => createAdditionalField(nth, { subject: 'visit' }));
    await storeAdditionalFields([insurer!, phone!]);
    const form = {
      ...draftContent('9999000017').form,
      visit_additional: [
        createFieldValue(gone!, 'x'),
        createFieldValue(phone!, 'y'),
        createFieldValue(insurer!, 'z'),
      ],
    };
    const id = await confirmNewEntry('9999000017', {
      summary: { ...confirmation('9999000017').summary, form },
    });
    await rejectItemWith(400, 'validation_failed', REJECTION_TEXT, [
      createFieldProblem('additional_fields.1.value', 'Mal teléfono.'),
      createFieldProblem('additional_fields.0.name', 'Mal nombre.'),
      createFieldProblem('additional_fields.7.value', 'Sin dato.'),
    ]);
    renderCorrection(id);
    expect(await screen.findByText('Mal teléfono.')).toBeTruthy();
    const input = await findField('Campo 1');
    expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(
      screen.getByText('Mal teléfono.').id,
    );
    const notice = within(document.querySelector<HTMLElement>('.notice[role=alert]')!);
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mal nombre.',
      'Sin dato.',
    ]);
    await enterText(input, 'y');
    expect(screen.queryByText('Mal teléfono.')).toBeNull();
  });
});

/** Confirms a registration, of which the server rejects the photo. */
async function rejectPhoto(): Promise<string> {
  const entryId = await confirmNewEntry('9999000017');
  await deliverNextItem();
  // Either file may be claimed first, because both are due at the same time.
  const photo = [await claimDueItem(), await claimDueItem()].find(({ item }) => item.kind === 'photo')!;
  await outboxStore.settle(photo, { type: 'refuse', refusal: SAMPLE_REJECTION }, Date.now());
  return entryId;
}

it('S20 retaking a rejected picture prevents automatic reloads from the capture until the correction is confirmed', async () => {
  const entryId = await rejectPhoto();
  renderScreen(<RetakeRejectedPicture ownerId={ANA_ID} entryId={entryId} />, '/reception');
  const take = await findButton('Tomar');
  expect(isReloadDisruptive()).toBe(false);
  await userEvent.click(take);
  await waitFor(() => expect(isReloadDisruptive()).toBe(true));
  await userEvent.click(await findButton('Corregir y enviar'));
  expect(await screen.findByText('La corrección está en camino.')).toBeTruthy();
  expect(isReloadDisruptive()).toBe(false);
});

it('P10.93 the focus moves to the notice that the correction is being sent', async () => {
  const entryId = await rejectPhoto();
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />, '/reception');
  await userEvent.click(await findButton('Tomar'));
  await userEvent.click(await findButton('Corregir y enviar'));
  const said = await screen.findByText('La corrección está en camino.');
  await waitFor(() => expect(document.activeElement).toBe(said));
});

it("P2 'Reintentar' sends a rejected evaluation again", async () => {
  const id = await confirmNewEntry('9999000017');
  const claimed = await claimDueItem();
  await outboxStore.settle(claimed, { type: 'refuse', refusal: createRejection(400, null, '') }, Date.now());
  renderConfirmedRegistration(id);
  expect(await screen.findByText('No se pudo crear la evaluación. Intenta nuevamente. (400)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reintentar subida' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Evaluación guardada')).toBeTruthy();
  expect((await claimDueItem()).item.key).toBe(claimed.item.key);
});

it('P4 the result screen does not show the pictures of a discarded registration as uploaded', async () => {
  const id = await confirmNewEntry('9999000017');
  await rejectNextItem();
  await discardOutboxEntry(ANA_ID, id, Date.now());
  renderConfirmedRegistration(id);
  expect(await screen.findByText('Registro descartado')).toBeTruthy();
  expect(screen.queryByText('Subida completa')).toBeNull();
});

it("P2.26 'Reintentar subida' sends the rejected pictures of a created evaluation again", async () => {
  const id = await confirmNewEntry('9999000017');
  await deliverNextItem();
  await rejectNextItem();
  renderConfirmedRegistration(id);
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar subida' }));
  expect(await screen.findByText('Evaluación creada')).toBeTruthy();
});

it('P10.47 the result screen shows the queue number, or why the registration has none', async () => {
  const before = await confirmNewEntry('9999000017');
  await assignQueueLetters('B');
  renderConfirmedRegistration(await confirmNewEntry('9999000025'));
  expect(await screen.findByText('Turno B-1')).toBeTruthy();
  cleanup();
  renderConfirmedRegistration(before);
  expect(await screen.findByText('Zoraida Quiñones')).toBeTruthy();
  expect(await screen.findByText('Sin turno')).toBeTruthy();
  expect(screen.getByText(/llama a esta persona por su nombre/)).toBeTruthy();
  expect(screen.queryByText(/^Turno /)).toBeNull();
});

it('P10.47 S23 the result screen shows nothing about queue numbers when the server assigns none', async () => {
  await saveDeviceReport({ sentAt: Date.now(), unsent: 0, attention: 0, notBefore: 0 });
  renderConfirmedRegistration(await confirmNewEntry('9999000017'));
  expect(await screen.findByText('Zoraida Quiñones')).toBeTruthy();
  expect(screen.queryByText(/turno/i)).toBeNull();
});
