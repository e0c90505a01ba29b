// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '#storage/database/database.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { openCorrection } from '#storage/outbox/registrations/open-correction.ts';
import { packAndStoreHandover } from '#storage/transfers/transfers.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import {
  ANA_ID,
  BEA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  draftContent,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { TRANSFER_CODE, readSignedInAccount, ignoreProgress } from '#tests/support/device/transfers.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { PendingPage } from '../pending-page.tsx';

const renderPendingPage = async () =>
  renderScreen(<PendingPage account={await readSignedInAccount()} />, '/pending');
const findDialogQueries = async () => within(await screen.findByRole('dialog'));
const handOverEntries = async () =>
  packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);

beforeEach(async () => {
  setDrainRequester(() => undefined);
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S14 handover of pending entries', () => {
  it("the handover dialog names the patients, counts files separately and stores nothing before the user's consent", async () => {
    await signInOnDevice(ANA_ID, ['register_patients', 'manage_evaluations']);
    await confirmNewEntry('9999000017');
    await enqueueSampleAttachment();
    await enqueueSampleAttachment();
    await handOverEntries();
    await renderPendingPage();
    expect(await screen.findByText(/^Preparaste una entrega de 1 evaluación y 2 archivos/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar entrega' }));
    await waitFor(() => expect(screen.queryByText(/^Preparaste una entrega/)).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Entregar a un colega' }));
    const form = await findDialogQueries();
    expect(
      await form.findByText(/^Vas a entregar 1 evaluación y 2 archivos: .*Zoraida Quiñones/),
    ).toBeTruthy();
    const confirm = form.getByRole<HTMLButtonElement>('button', { name: 'Preparar entrega' });
    expect(confirm.disabled).toBe(true);
    expect(await db.parcelEntries.count()).toBe(0);
    await userEvent.click(form.getByRole('checkbox', { name: /^Autorizo a quien reciba/ }));
    await userEvent.click(confirm);
    expect(await form.findByText(/^La entrega está lista: 1 evaluación y 2 archivos\./)).toBeTruthy();
    expect(form.getByText(/^[a-zñ]+(-[a-zñ]+){2}-\d\d$/)).toBeTruthy();
    expect(await db.parcelEntries.count()).toBe(3);
  });

  it("the handover dialog accepts the user's own code only if it is long enough, hard to guess and typed twice", async () => {
    await confirmNewEntry('1');
    await renderPendingPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Entregar a un colega' }));
    const form = await findDialogQueries();
    fireEvent.click(form.getByRole('checkbox'));
    fireEvent.click(form.getByRole('button', { name: 'Escribir uno propio' }));
    const confirm = form.getByRole<HTMLButtonElement>('button', { name: 'Preparar entrega' });
    const repetition = form.getByLabelText('Repite el código');
    const type = (code: string, repeated: string) => {
      fireEvent.change(form.getByLabelText('Tu código'), { target: { value: code } });
      fireEvent.change(repetition, { target: { value: repeated } });
    };
    type('corto', 'corto');
    expect(form.getByText('Es muy corto.')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    type('aaaaaaaa', 'aaaaaaaa');
    expect(form.getByText('Es muy fácil de adivinar.')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    fireEvent.focus(repetition);
    type('corto y largo', 'corto');
    expect(form.queryByText('No es igual al de arriba.'), 'it is half typed').toBeNull();
    fireEvent.blur(repetition);
    expect(form.getByText('No es igual al de arriba.')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    type('corto y largo', 'corto y largo');
    expect(confirm.disabled).toBe(false);
  });

  it('S23 the handover dialog shows why a handover was rejected when its consent cannot be verified', async () => {
    await confirmNewEntry('1');
    const sealed = { salt: new Uint8Array(16), sealed: new ArrayBuffer(0), sealedFacts: new ArrayBuffer(0) };
    const row = { id: 'm', userId: ANA_ID, origin: 'device' as const, version: 1 as const, branchId: null };
    await db.deviceKeys.add({ ...row, ...sealed, wrong: 0, blockedUntil: 0 });
    await renderPendingPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Entregar a un colega' }));
    const form = await findDialogQueries();
    await userEvent.click(form.getByRole('checkbox'));
    await userEvent.click(form.getByRole('button', { name: 'Preparar entrega' }));
    expect((await form.findByRole('alert')).textContent).toContain('nadie puede comprobar');
    expect(await db.parcels.count()).toBe(0);
  });
});

describe('S14 handover stored on this tablet', () => {
  it('D1 D2 a colleague sees only the number of entries before the code; the right code shows the owner and moves the entries', async () => {
    await confirmNewEntry('9999000017');
    await handOverEntries();
    await signInOnDevice(BEA_ID);
    await renderPendingPage();
    expect(await screen.findByText(/^Hay una entrega de 1 evaluación en este dispositivo/)).toBeTruthy();
    expect(screen.queryByText(/Persona|Zoraida/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Recibir entrega' }));
    const form = await findDialogQueries();
    await enterText(form.getByLabelText('Código'), 'otra-cosa-11');
    await userEvent.click(form.getByRole('button', { name: 'Abrir' }));
    expect((await form.findByRole('alert')).textContent).toContain('Ese código no abre la entrega');
    expect(document.activeElement, 'it can be typed again at once').toBe(form.getByLabelText('Código'));
    await db.parcels.toCollection().modify({ wrong: 10, blockedUntil: Date.now() + 300_000 });
    await userEvent.click(form.getByRole('button', { name: 'Abrir' }));
    await waitFor(() =>
      expect(form.getByRole('alert').textContent).toContain('Intenta nuevamente en 5 minutos.'),
    );
    await db.parcels.toCollection().modify({ wrong: 0, blockedUntil: 0 });
    await userEvent.clear(form.getByLabelText('Código'));
    await enterText(form.getByLabelText('Código'), 'Barco LUNA queso 42');
    await userEvent.click(form.getByRole('button', { name: 'Abrir' }));
    expect(await form.findByText(/^De Persona, .*: 1 evaluación por enviar\.$/)).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Recibir' }));
    expect(await form.findByText('1 recibido. Se envía solo.')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Listo' }));
    expect(await screen.findByText(/Registrada por Persona/)).toBeTruthy();
    expect(screen.queryByText(/^Hay una entrega/)).toBeNull();
  });
});

describe('S14 handover of an entry whose correction has begun', () => {
  it('S10 the pending page shows a begun correction at its entry; the handover dialog says that this entry stays with the user', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    await renderPendingPage();
    const discard = await screen.findByRole('button', { name: 'Descartar: Zoraida Quiñones' });
    expect(screen.queryByText(/corrección/), 'it was only opened').toBeNull();
    await saveDraftContent(ANA_ID, entryId, draftContent('9999000025'));
    expect(await screen.findByText('Tienes una corrección sin enviar')).toBeTruthy();
    await userEvent.click(discard);
    const lost = (await findDialogQueries()).getAllByRole('listitem');
    expect(lost.map(({ textContent }) => textContent)).toContain('La corrección que empezaste');
    await userEvent.click(screen.getByRole('button', { name: 'Conservar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Entregar a un colega' }));
    const form = await findDialogQueries();
    expect(await form.findByText('Vas a entregar 1 evaluación: Zoraida Quiñones.')).toBeTruthy();
    expect(await form.findByText('Tienes 1 corrección sin enviar: Zoraida Quiñones.')).toBeTruthy();
    expect(form.getByText(/^Lo que estás corrigiendo se queda contigo/)).toBeTruthy();
  });

  it('an entry that its user is correcting is not handed over, and the colleague reads why this entry was not received', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await rejectNextItem();
    await handOverEntries();
    await openCorrection(ANA_ID, entryId, null);
    await saveDraftContent(ANA_ID, entryId, draftContent('9999000025'));
    await signInOnDevice(BEA_ID);
    await renderPendingPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Recibir entrega' }));
    const form = await findDialogQueries();
    await enterText(form.getByLabelText('Código'), TRANSFER_CODE);
    await userEvent.click(form.getByRole('button', { name: 'Abrir' }));
    await userEvent.click(await form.findByRole('button', { name: 'Recibir' }));
    const told =
      'No se recibió nada nuevo. 1 no se recibió: quien te lo dio lo está corrigiendo, y lo envía con su sesión.';
    expect(await form.findByText(told)).toBeTruthy();
  });
});
