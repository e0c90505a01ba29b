// @module-tag landing
import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import {
  account,
  ANA,
  BRANCH,
  confirmation,
  confirmedEntry,
  refuseNext,
} from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  button,
  EMPLOYER,
  emptyDesk,
  field,
  NUMBER,
  readyDraft,
  show,
  TYPE,
} from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Desk } from './desk.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));
// jsdom has no canvas to sign on.
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));

const OTHER = '9999000025';
const QUESTION = /^¿La foto y la firma son de /;
const confirmButton = () => button('Confirmar y crear evaluación');
const entries = () => listEntries(ANA, { limit: 9 });

async function retype(label: string, text: string): Promise<void> {
  await userEvent.clear(await field(label));
  await enterText(await field(label), text);
}
/** From the last step to the first, and straight back with another text in a field. */
async function correct(label: string, text: string): Promise<void> {
  await userEvent.click(await button('Editar datos del paciente'));
  await retype(label, text);
  await straightBack();
}
async function straightBack(): Promise<void> {
  await userEvent.click(await button('Siguiente'));
  await screen.findByText('Paso 3 de 3: Confirmación');
}

beforeEach(async () => {
  await emptyDesk();
  await readyDraft();
});

describe('P10.71 pictures of one person never go with another unasked', () => {
  it('another number: the question stands in place of the captures, and nothing is confirmed before it is answered', async () => {
    show();
    await correct('Número de identificación', OTHER);
    expect(await screen.findByText(`¿La foto y la firma son de Zoraida Quiñones, CC ${OTHER}?`)).toBeTruthy();
    expect(
      screen.getByText(`Se capturaron cuando el registro era de Zoraida Quiñones, CC ${NUMBER}.`),
    ).toBeTruthy();
    expect(screen.getByAltText('Foto que ya está capturada')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Repetir foto' })).toBeNull();
    await userEvent.click(await confirmButton());
    const keep = await button('Sí, conservar');
    await waitFor(() => expect(document.activeElement).toBe(keep));
    expect(screen.getByText('Responde primero de quién son la foto y la firma.')).toBeTruthy();
    expect(await entries()).toHaveLength(0);

    await userEvent.click(keep);
    await waitFor(async () => expect(document.activeElement).toBe(await confirmButton()));
    expect(screen.queryByText(QUESTION)).toBeNull();
    await userEvent.click(await confirmButton());
    await waitFor(async () => expect(await entries()).toHaveLength(1));
  });

  it('who comes back as they were, or a letter of the name, is no other person; of another name it is asked, and what is taken again is gone from the device', async () => {
    show();
    await correct('Número de identificación', OTHER);
    await screen.findByText(QUESTION);
    await correct('Número de identificación', NUMBER);
    await confirmButton();
    expect(screen.queryByText(QUESTION)).toBeNull();
    await correct('Primer apellido', 'Quinones');
    await confirmButton();
    expect(screen.queryByText(QUESTION)).toBeNull();
    await userEvent.click(await button('Editar datos del paciente'));
    await retype('Primer nombre', 'Luis');
    await retype('Primer apellido', 'Paz');
    await straightBack();
    expect(await screen.findByText(`¿La foto y la firma son de Luis Paz, CC ${NUMBER}?`)).toBeTruthy();

    await userEvent.click(await button('No, tomar de nuevo'));
    expect(await screen.findByRole('button', { name: 'Tomar foto' })).toBeTruthy();
    expect(screen.queryByText(QUESTION)).toBeNull();
    await waitFor(async () =>
      expect(await loadDraft(ANA, null)).toMatchObject({ photo: null, signature: null }),
    );
    await userEvent.click(await confirmButton());
    expect(await screen.findByText('Captura la fotografía y la firma antes de continuar.')).toBeTruthy();
    expect(await entries()).toHaveLength(0);
  });
});

describe('P10.71 the question whose the pictures are', () => {
  it('outlives the window, and its answer too', async () => {
    const first = show();
    await correct('Número de identificación', OTHER);
    await screen.findByText(QUESTION);
    await waitFor(async () =>
      expect((await loadDraft(ANA, null))?.content).toMatchObject({
        step: 2,
        form: { identificationNumber: OTHER },
        picturesOf: { identificationNumber: NUMBER, name: 'Zoraida Quiñones' },
      }),
    );
    first.unmount();
    const second = show();
    await userEvent.click(await button('Sí, conservar'));
    await waitFor(async () =>
      expect((await loadDraft(ANA, null))?.content?.picturesOf?.identificationNumber).toBe(OTHER),
    );
    second.unmount();
    show();
    await confirmButton();
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  it('is asked in a correction of a refused registration too', async () => {
    const { summary } = confirmation('777');
    const form = { ...summary.form, evaluationTypeId: TYPE, employerCompanyId: EMPLOYER };
    const entryId = await confirmedEntry('777', { summary: { ...summary, form } });
    await refuseNext();
    renderScreen(<Desk account={account} branchId={BRANCH} entryId={entryId} />);
    await retype('Número de identificación', OTHER);
    await userEvent.click(await button('Solo el número estaba mal'));
    await userEvent.click(await button('Siguiente'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    await straightBack();
    expect(await screen.findByText(QUESTION)).toBeTruthy();
    await userEvent.click(await button('Corregir y enviar'));
    await waitFor(async () => expect(document.activeElement).toBe(await button('Sí, conservar')));
  });
});
