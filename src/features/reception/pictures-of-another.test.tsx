// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  confirmation,
  confirmNewEntry,
  rejectNextItem,
} from '#tests/support/device/device.ts';
import {
  findButton,
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from './reception.tsx';

vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));
// Without a permission the page waits for the user before it opens the camera.
vi.mock('./capture/camera/use-camera.ts', async (original) => ({
  ...(await original<object>()),
  useCameraPermitted: () => false,
}));
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

const CHOSEN_VISIT = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
const OTHER_NUMBER = '9999000025';
const IDENTITY_PROMPT = /^¿La foto y la firma son de /;
const loadNewDraft = () => loadDraft(ANA_ID, null);
const findConfirmationButton = () => findButton('Confirmar y crear evaluación');
const listOutboxEntries = () => listEntries(ANA_ID, { limit: 9 });

async function retypeText(label: string, text: string): Promise<void> {
  await userEvent.clear(await findField(label));
  await enterText(await findField(label), text);
}
async function correctInStep1(label: string, text: string): Promise<void> {
  await userEvent.click(await findButton('Editar datos del paciente'));
  await retypeText(label, text);
  await returnToStep3();
}
async function returnToStep3(): Promise<void> {
  await userEvent.click(await findButton('Siguiente'));
  await screen.findByText('Paso 3 de 3: Confirmación');
}

describe('P10.71 prompt about the pictures of another patient', () => {
  beforeEach(async () => {
    await prepareEmptyReception();
    await storeReadyDraft();
  });

  it('a changed document number shows the prompt in place of photo and signature; the prompt survives a reload and blocks the confirmation', async () => {
    const first = renderReception();
    await correctInStep1('Número de identificación', OTHER_NUMBER);
    expect(
      await screen.findByText(`¿La foto y la firma son de Zoraida Quiñones, CC ${OTHER_NUMBER}?`),
    ).toBeTruthy();
    expect(
      screen.getByText(`Se capturaron cuando el registro era de Zoraida Quiñones, CC ${DOCUMENT_NUMBER}.`),
    ).toBeTruthy();
    expect(screen.getByAltText('Foto que ya está capturada')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Repetir foto' })).toBeNull();
    await waitFor(async () =>
      expect((await loadNewDraft())?.content).toMatchObject({
        step: 2,
        form: { identification_number: OTHER_NUMBER },
        picturesOf: { identification_number: DOCUMENT_NUMBER, name: 'Zoraida Quiñones' },
      }),
    );
    first.unmount();
    const second = renderReception();
    await userEvent.click(await findConfirmationButton());
    const keep = await findButton('Sí, conservar');
    await waitFor(() => expect(document.activeElement).toBe(keep));
    expect(screen.getByText('Responde primero de quién son la foto y la firma.')).toBeTruthy();
    expect(await listOutboxEntries()).toHaveLength(0);
    await userEvent.click(keep);
    await waitFor(async () => expect(document.activeElement).toBe(await findConfirmationButton()));
    await waitFor(async () =>
      expect((await loadNewDraft())?.content?.picturesOf?.identification_number).toBe(OTHER_NUMBER),
    );
    second.unmount();
    renderReception();
    await userEvent.click(await findConfirmationButton());
    await waitFor(async () => expect(await listOutboxEntries()).toHaveLength(1));
  });

  it("the prompt closes when the first number is restored; 'No, tomar de nuevo' deletes the pictures", async () => {
    renderReception();
    await correctInStep1('Número de identificación', OTHER_NUMBER);
    await screen.findByText(IDENTITY_PROMPT);
    await correctInStep1('Número de identificación', DOCUMENT_NUMBER);
    await findConfirmationButton();
    expect(screen.queryByText(IDENTITY_PROMPT)).toBeNull();
    await userEvent.click(await findButton('Editar datos del paciente'));
    await retypeText('Primer nombre', 'Luis');
    await retypeText('Primer apellido', 'Paz');
    await returnToStep3();
    await screen.findByText(`¿La foto y la firma son de Luis Paz, CC ${DOCUMENT_NUMBER}?`);
    await userEvent.click(await findButton('No, tomar de nuevo'));
    expect(await screen.findByRole('button', { name: 'Tomar foto' })).toBeTruthy();
    expect(screen.queryByText(IDENTITY_PROMPT)).toBeNull();
    await waitFor(async () => expect(await loadNewDraft()).toMatchObject({ photo: null, signature: null }));
    await userEvent.click(await findConfirmationButton());
    expect(await screen.findByText('Captura la fotografía y la firma antes de continuar.')).toBeTruthy();
    expect(await listOutboxEntries()).toHaveLength(0);
  });
  it("the prompt '¿La foto y la firma son de …?' also appears when the user corrects a rejected registration", async () => {
    const { summary } = confirmation('777');
    const form = { ...summary.form, ...CHOSEN_VISIT };
    const entryId = await confirmNewEntry('777', { summary: { ...summary, form } });
    await rejectNextItem();
    renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);
    await retypeText('Número de identificación', OTHER_NUMBER);
    await userEvent.click(await findButton('Solo el número estaba mal'));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    await returnToStep3();
    expect(await screen.findByText(IDENTITY_PROMPT)).toBeTruthy();
    await userEvent.click(await findButton('Corregir y enviar'));
    await waitFor(async () => expect(document.activeElement).toBe(await findButton('Sí, conservar')));
  });
});
