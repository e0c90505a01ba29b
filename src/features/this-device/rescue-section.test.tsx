// @module-tag landing
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { readDownloads } from '#storage/cache/downloads.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { openCorrection } from '#storage/outbox/registrations/open-correction.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import {
  ANA_ID,
  BEA_ID,
  BRANCH_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  draftContent,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { TRANSFER_CODE, packTestRescueFile, readSignedInAccount } from '#tests/support/device/transfers.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { RescueSection } from './rescue-section.tsx';

const saveFileMock = vi.hoisted(() => ({
  file: vi.fn((_bytes: Blob, _mime: string, _name: string) => undefined),
}));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: saveFileMock.file }));

const renderRescueSection = async () => renderScreen(<RescueSection account={await readSignedInAccount()} />);
const findDialog = async () => within(await screen.findByRole('dialog'));

/** Shows the section of a device with one unsent evaluation, and opens the dialog that saves the rescue file. */
async function openSaveDialog() {
  await renderRescueSection();
  await screen.findByText(/^Tienes 1 evaluación por enviar/);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar copia de rescate' }));
  return findDialog();
}

async function openRescueFileWithCode(bytes: Blob, code: string) {
  await userEvent.upload(
    screen.getByLabelText('Traer una copia de rescate'),
    new File([bytes], 'rescate-2026-11-21.ventanilla'),
  );
  const form = await findDialog();
  await enterText(form.getByLabelText('Código'), code);
  await userEvent.click(form.getByRole('button', { name: 'Abrir' }));
  return form;
}

beforeEach(async () => {
  vi.clearAllMocks();
  setDrainRequester(() => undefined);
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

it('S14 the rescue section warns, before the rescue file is saved, that an unfinished correction is not included', async () => {
  const entryId = await confirmNewEntry('1');
  await rejectNextItem();
  await openCorrection(ANA_ID, entryId, null);
  await saveDraftContent(ANA_ID, entryId, draftContent('2'));
  const form = await openSaveDialog();
  expect(await form.findByText('Tienes 1 corrección sin enviar: Zoraida Quiñones.')).toBeTruthy();
  expect(form.getByText(/^La copia lleva lo que confirmaste, sin esos cambios\./)).toBeTruthy();
});

describe('S14 rescue file that the device saves', () => {
  it('the rescue section disables saving the rescue file when the outbox is empty', async () => {
    await renderRescueSection();
    expect(await screen.findByText('No tienes nada por enviar en este dispositivo.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar copia de rescate' }).disabled).toBe(
      true,
    );
  });

  it('the rescue section saves the rescue file under a name without personal data, and shows the code and the next steps', async () => {
    await confirmNewEntry('1');
    const form = await openSaveDialog();
    await userEvent.click(form.getByRole('checkbox', { name: /^Autorizo a quien traiga/ }));
    await userEvent.click(form.getByRole('button', { name: 'Guardar copia' }));
    expect(await form.findByText(/^Lleva el archivo al otro dispositivo/)).toBeTruthy();
    expect(saveFileMock.file.mock.calls[0]?.[2]).toMatch(/^rescate-\d{4}-\d\d-\d\d\.ventanilla$/);
    expect(form.getByText(/^[a-zñ]+(-[a-zñ]+){3}-\d\d$/)).toBeTruthy();
    expect(await db.entries.count()).toBe(1);
    await retryUntilPassing(async () =>
      expect(await readDownloads(ANA_ID)).toMatchObject({
        count: 1,
        names: [saveFileMock.file.mock.calls[0]?.[2]],
      }),
    );
  });

  it('S20 the rescue section reports a storage failure while the rescue file is saved, with a way to recover', async () => {
    await confirmNewEntry('1');
    const form = await openSaveDialog();
    await userEvent.click(form.getByRole('checkbox'));
    const broken = vi.spyOn(db.bytes, 'bulkGet').mockRejectedValue(new StorageProblem('closed'));
    await userEvent.click(form.getByRole('button', { name: 'Guardar copia' }));
    expect((await form.findByRole('alert')).textContent).toContain('Se perdió la conexión');
    broken.mockRestore();
    expect(saveFileMock.file).not.toHaveBeenCalled();
  });
});

describe('S14 rescue file that the device receives', () => {
  it('the rescue section warns about entries of another branch before the import, and reports the number of imported entries', async () => {
    await confirmNewEntry('1', { branchId: '77777777-7777-4777-8777-777777777777' });
    await confirmNewEntry('2', { branchId: BRANCH_ID });
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(BEA_ID);
    await renderRescueSection();
    const form = await openRescueFileWithCode(file, TRANSFER_CODE);
    expect(
      await form.findByText(/2 evaluaciones por enviar\. 1 es de otra sede: el servidor lo recibe solo si/),
    ).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Recibir' }));
    expect(await form.findByText('2 recibidos. Se envían solos.')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Listo' }));
    const again = await openRescueFileWithCode(file, TRANSFER_CODE);
    await userEvent.click(await again.findByRole('button', { name: 'Recibir' }));
    expect(await again.findByText('No se recibió nada nuevo. 2 ya estaban aquí.')).toBeTruthy();
  });

  it('the rescue section imports no registration for a user who may not register patients, and states which role to contact', async () => {
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(BEA_ID, ['manage_evaluations']);
    await renderRescueSection();
    const form = await openRescueFileWithCode(file, TRANSFER_CODE);
    await userEvent.click(await form.findByRole('button', { name: 'Recibir' }));
    expect(
      await form.findByText(/^No se recibió nada .* 1 no se recibió: no tienes permiso .* Pídele a quien/),
    ).toBeTruthy();
  });

  it('the rescue section reports that the chosen file is no rescue file, instead of reporting a wrong code', async () => {
    await renderRescueSection();
    const form = await openRescueFileWithCode(
      new Blob(['%PDF-1.7 and nothing else to be seen in it']),
      TRANSFER_CODE,
    );
    expect((await form.findByRole('alert')).textContent).toBe(
      'Este archivo no es una copia de rescate de Ventanilla.',
    );
  });
});

it('S14 the rescue section counts attachments separately from evaluations, before and after saving', async () => {
  await enqueueSampleAttachment();
  await renderRescueSection();
  await screen.findByText(/^Tienes 1 archivo por enviar/);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar copia de rescate' }));
  const form = await findDialog();
  await userEvent.click(form.getByRole('checkbox', { name: /^Autorizo a quien traiga/ }));
  await userEvent.click(form.getByRole('button', { name: 'Guardar copia' }));
  expect(await form.findByText(/está en las descargas: 1 archivo\./)).toBeTruthy();
});
