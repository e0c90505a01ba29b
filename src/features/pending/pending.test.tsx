import '#tests/support/device/indexeddb.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { updateConnectionState } from '#storage/device/contact.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { exchangeDraft } from '#storage/drafts/parked-drafts.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { discardOutboxEntry } from '#storage/outbox/entry-actions.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import type { Account } from '#sync/session/session.ts';
import {
  anaAccount,
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  draftContent,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { PendingPage } from './pending-page.tsx';

const connectionMocks = vi.hoisted(() => ({ checkConnectionAndDrain: vi.fn(() => Promise.resolve()) }));
vi.mock('#sync/session/check-connection.ts', () => connectionMocks);

const renderPendingPage = (patch: Partial<Account> = {}) =>
  renderScreen(<PendingPage account={{ ...anaAccount, ...patch }} />, '/pending');

/** Claims the next due item and records a rejection by the server. */
async function claimAndRejectItem(): Promise<void> {
  const claimed = await outboxStore.claimNext(ANA_ID, Date.now());
  if (!claimed) throw new Error('nothing is due');
  const details = [{ field: 'employer_company_id', message: 'La empresa está inactiva.' }];
  const refusal = {
    status: 400,
    code: 'validation_failed',
    message: 'Corrige los campos marcados.',
    details,
  };
  await outboxStore.settle(claimed, { type: 'refuse', refusal }, Date.now());
}

beforeEach(async () => {
  setDrainRequester(() => undefined);
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

it('P10.75 the pending page shows the number of parked drafts, with a link to their list', async () => {
  await saveDraftContent(ANA_ID, null, draftContent('9999000017'));
  await exchangeDraft(ANA_ID, null, Date.now());
  renderPendingPage();
  expect(await screen.findByText('Tienes 1 registro en espera en este dispositivo.')).toBeTruthy();
  expect(screen.getByText('No se envía hasta que lo confirmes.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver quién espera' }).getAttribute('href')).toBe(
    '/reception?waiting',
  );
});

it("P10.82 S8 the row of a waiting entry shows the failing server's message with the request id of the last attempt", async () => {
  await confirmNewEntry('9999000017');
  const claimed = await outboxStore.claimNext(ANA_ID, Date.now());
  if (!claimed) throw new Error('nothing is due');
  const refusal = {
    status: 500,
    code: null,
    message: 'Mantenimiento hasta las 8',
    details: [],
    requestId: 'K7QM3-0XTP4',
  };
  const failed = { type: 'defer', cause: 'failing', retryAfter: null, jitter: 0.9, refusal } as const;
  await outboxStore.settle(claimed, failed, Date.now());
  renderPendingPage();
  expect(await screen.findByText('K7QM3-0XTP4')).toBeTruthy();
  expect(screen.getByText('El servidor dice: «Mantenimiento hasta las 8».')).toBeTruthy();
});

describe('/pending', () => {
  it("S10 the row of a rejected entry shows the server's reason; its correction link contains only the entry id", async () => {
    const id = await confirmNewEntry('9999000017');
    await claimAndRejectItem();
    renderPendingPage();
    expect(await screen.findByText('Evaluación: La empresa está inactiva.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Corregir y enviar: Zoraida Quiñones' });
    expect(link.getAttribute('href')).toBe(`/reception?entry=${id}`);
  });

  it('S10 S12 the row of an entry shows that photo and signature wait for the evaluation; discarding the entry lists the losses first', async () => {
    await confirmNewEntry('9999000017');
    renderPendingPage();
    expect(await screen.findByText('Evaluación: por enviar')).toBeTruthy();
    expect(screen.getByText('Foto y firma: esperan a la evaluación')).toBeTruthy();
    expect(screen.getByText('1 por enviar.')).toBeTruthy();
    const discard = { name: 'Descartar: Zoraida Quiñones' };
    await userEvent.click(await screen.findByRole('button', discard));
    const dialog = await screen.findByRole('dialog');
    for (const loss of ['La evaluación (Ingreso · Flores)', 'La fotografía', 'La firma'])
      expect(within(dialog).getByText(loss)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Conservar' }));
    expect(await listEntries(ANA_ID, { limit: 9 })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', discard));
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar definitivamente' }));
    expect(await screen.findByText('Descartadas en esta jornada')).toBeTruthy();
    expect(await screen.findByText('Nada por enviar')).toBeTruthy();
    const figures = [...document.querySelectorAll('.meter-figure')].map((figure) => figure.textContent);
    expect(figures.filter((text) => /[1-9]/.test(text))).toEqual([
      'registrada en esta jornada1',
      'descartada1',
    ]);
    expect(await listEntries(ANA_ID, { limit: 9 })).toEqual([]);
  });

  it("S16 the pending page shows only the number of other users' entries on this device", async () => {
    await confirmNewEntry('9999000017');
    await signInOnDevice(BEA_ID);
    renderPendingPage({ userId: BEA_ID });
    expect(
      await screen.findByText(
        /^Hay 1 evaluación por enviar en este dispositivo, guardada con llave, de otra persona/,
      ),
    ).toBeTruthy();
    expect(await screen.findByText('Nada tuyo por enviar')).toBeTruthy();
    expect(screen.queryByText(/^Todo/)).toBeNull();
    expect(document.body.textContent).not.toContain('Zoraida');
  });

  it('S9 the connection line of the pending page says that the session has ended', async () => {
    renderPendingPage({ gate: 'expired' });
    expect(await screen.findByText(/^Tu sesión terminó/)).toBeTruthy();
  });
});

describe('P10.56 texts of the page while the session is not open', () => {
  it('the pending page asks a user who signed in offline to sign in, and hides the retry buttons until then', async () => {
    await confirmNewEntry('9999000017');
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    renderPendingPage({ gate: 'offline' });
    expect(await screen.findByText(/inicia sesión para que lo pendiente se envíe\.$/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Entregar a un colega' })).toBeTruthy();
    expect(screen.queryByText(/Se intenta solo/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Intentar ahora' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Reintentar/ })).toBeNull();
    expect(screen.queryByText(/se envía solo/)).toBeNull();
  });
});

describe('/pending with many rows', () => {
  it(
    'S10 the list of unsent entries shows the oldest 20 rows, and a button that shows how many rows remain and reveals them',
    { tags: ['landing'] },
    async () => {
      for (let nth = 1; nth <= 23; nth += 1) await confirmNewEntry(`99990000${nth}`);
      renderPendingPage();
      const more = await screen.findByRole('button', { name: 'Mostrar más (3)' });
      const rows = () => screen.getAllByText(/^CC 99990000/).map((row) => row.textContent);
      expect(rows()).toHaveLength(20);
      expect(rows()[0]).toContain('999900001');
      expect(screen.getByText('23 por enviar.')).toBeTruthy();
      await userEvent.click(more);
      await waitFor(() => expect(rows()).toHaveLength(23));
      expect(screen.queryByRole('button', { name: /Mostrar más/ })).toBeNull();
      await waitFor(() => expect(document.activeElement?.textContent).toContain('9999000021'));
    },
  );

  it(
    'S22 the list of finished entries shows the last ten of the shift and more on request, and keeps the unsent rows',
    { tags: ['landing'] },
    async () => {
      for (let nth = 1; nth <= 12; nth += 1)
        await discardOutboxEntry(ANA_ID, await confirmNewEntry(`99990000${nth}`), Date.now());
      await confirmNewEntry('9999000099');
      renderPendingPage();
      const more = await screen.findByRole('button', { name: 'Mostrar más (2)' });
      const card = screen.getByRole('heading', { name: 'Descartadas en esta jornada' }).closest('section');
      const rows = () => within(card ?? document.body).getAllByRole('listitem');
      expect(rows()).toHaveLength(10);
      expect(rows()[0]?.textContent).toContain('9999000012');
      const waiting = await screen.findByText(/9999000099/);
      await userEvent.click(more);
      await waitFor(() => expect(rows()).toHaveLength(12));
      expect(waiting.isConnected).toBe(true);
    },
  );
});

describe('/pending: connection state', () => {
  it('S17 P10.56 the pending page checks the server when it opens and when the user requests a check, and shows the resulting connection state', async () => {
    connectionMocks.checkConnectionAndDrain.mockClear();
    await updateConnectionState({ reached: false, cause: 'timeout' }, Date.now(), 0);
    renderPendingPage();
    expect(await screen.findByText(/^El servidor no responde a tiempo/)).toBeTruthy();
    expect(connectionMocks.checkConnectionAndDrain).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Revisar conexión' }));
    expect(connectionMocks.checkConnectionAndDrain).toHaveBeenCalledTimes(2);
    expect(
      await screen.findByText(/^Revisado a las [\d:]+: el servidor sigue sin responder a tiempo\.$/),
    ).toBeTruthy();
    await updateConnectionState({ reached: true, status: 503 }, Date.now(), 0);
    expect(await screen.findByText('El servidor está fuera de servicio: la red funciona.')).toBeTruthy();
    await updateConnectionState({ reached: true, status: 200, roundTrip: 1 }, Date.now(), 0);
    expect(await screen.findByText('Conectado')).toBeTruthy();
    expect(screen.queryByText('Qué puedes hacer')).toBeNull();
  });
});
