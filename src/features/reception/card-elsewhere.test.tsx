// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import { currentCardReceiver } from '#components/reader/card-receivers.ts';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import {
  ANA_CARDHOLDER as ANA_GIL,
  cardCodeText,
  createTd3Lines,
} from '#tests/support/cards/invented-card.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

const LUIS_CARDHOLDER = {
  ...ANA_GIL,
  number: '9999000025',
  first_name: 'LUIS',
  middle_name: '',
  last_name: 'PAZ',
  second_last_name: 'ROA',
};
const ZORAIDA_CARDHOLDER = {
  ...LUIS_CARDHOLDER,
  number: DOCUMENT_NUMBER,
  first_name: 'ZORAIDA',
  last_name: 'QUIÑONES',
  second_last_name: '',
};

async function deliverCardText(text: string): Promise<void> {
  await waitFor(() => expect(currentCardReceiver()).toBeDefined());
  const card = extractCardText(text);
  act(() => {
    if (card) currentCardReceiver()?.onCard(card);
    else currentCardReceiver()?.onUnreadable();
  });
}
const expectMessage = async (words: string) => {
  const place = (await screen.findByText(words)).parentElement;
  expect(place?.getAttribute('aria-live')).toBe('polite');
};
const findOtherPersonDialog = () =>
  screen.findByRole('dialog', { name: 'El documento leído es de otra persona' });
const STEP_3_HEADING = 'Paso 3 de 3: Confirmación';
const SAME_PATIENT_TEXT = 'Es la cédula de esta persona.';
const expectNothingLost = async () =>
  expect(await loadDraft(ANA_ID, null)).toMatchObject({
    photo: {},
    signature: {},
    content: { step: 2, form: { identification_number: DOCUMENT_NUMBER, first_name: 'Zoraida' } },
  });

beforeEach(prepareEmptyReception);

describe('P10.229 card that is read in step 3', () => {
  beforeEach(async () => {
    await storeReadyDraft();
    renderReception();
    await screen.findByText(STEP_3_HEADING);
  });

  it('step 3 announces each card that is read; while a dialog is open, the announcement contains no name', async () => {
    await deliverCardText(cardCodeText(ZORAIDA_CARDHOLDER));
    await expectMessage(SAME_PATIENT_TEXT);
    const before = screen.getByText(SAME_PATIENT_TEXT);
    await deliverCardText(cardCodeText(ZORAIDA_CARDHOLDER));
    expect(screen.getByText(SAME_PATIENT_TEXT), 'said anew').not.toBe(before);
    await deliverCardText(createTd3Lines(ZORAIDA_CARDHOLDER).join('\n'));
    await expectMessage(
      'Lo leído no es igual a lo escrito: número de identificación. Vuelve al paso 1 para compararlo.',
    );
    await deliverCardText('otra cosa');
    await expectMessage('El lector leyó algo que no es una cédula. Pásala otra vez.');

    await userEvent.click(await findButton('Descartar todo'));
    await screen.findByRole('dialog', { name: '¿Descartar todo?' });
    await deliverCardText(cardCodeText(LUIS_CARDHOLDER));
    await expectMessage('Es la cédula de otra persona. Cierra esta ventana y lee el documento otra vez.');
    expect(screen.queryByRole('dialog', { name: /otra persona/ })).toBeNull();
    await deliverCardText(cardCodeText(ZORAIDA_CARDHOLDER));
    await expectMessage(SAME_PATIENT_TEXT);
    await expectNothingLost();
  });

  it('step 3 announces which typed data differ from the card that was read, and leads to the comparison in step 1', async () => {
    await deliverCardText(cardCodeText({ ...ZORAIDA_CARDHOLDER, last_name: 'QUINTERO' }));
    await expectMessage(
      'Lo leído no es igual a lo escrito: primer apellido. Vuelve al paso 1 para compararlo.',
    );
    await userEvent.click(await findButton('Editar datos del paciente'));
    expect(await screen.findByText('Lo leído no es igual a lo escrito.')).toBeTruthy();
    expect((await findField('Primer apellido')).value).toBe('Quiñones');
    await userEvent.click(await findButton('Usar lo leído'));
    await waitFor(async () => expect((await readSavedForm())?.last_name).toBe('Quintero'));
  });

  it("another patient’s card opens a prompt in step 3: 'Cancelar' loses nothing, 'Cambiar de persona' leads to step 1", async () => {
    await deliverCardText(cardCodeText(LUIS_CARDHOLDER));
    await userEvent.click(within(await findOtherPersonDialog()).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectNothingLost();
    await deliverCardText(cardCodeText(LUIS_CARDHOLDER));
    await userEvent.click(
      within(await findOtherPersonDialog()).getByRole('button', { name: 'Cambiar de persona' }),
    );
    expect(await screen.findByText('Cédula leída')).toBeTruthy();
    expect(screen.getByText('Paso 1 de 3: Datos del paciente')).toBeTruthy();
    await waitFor(async () =>
      expect(await loadDraft(ANA_ID, null)).toMatchObject({ photo: null, signature: null }),
    );
  });
});

describe('P10.229 card that is read in step 2 or behind a dialog', () => {
  it('another patient’s card opens a prompt in step 2', async () => {
    await saveDraftContent(ANA_ID, null, { ...draftContent(DOCUMENT_NUMBER), step: 1 });
    renderReception();
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    await deliverCardText(cardCodeText(ZORAIDA_CARDHOLDER));
    await expectMessage(SAME_PATIENT_TEXT);
    await deliverCardText(cardCodeText(LUIS_CARDHOLDER));
    await findOtherPersonDialog();
  });

  it('a card fills in nothing while a dialog covers step 1', async () => {
    await saveDraftContent(ANA_ID, null, { ...draftContent(''), step: 0 });
    renderReception();
    await userEvent.click(await findButton('Descartar todo'));
    await screen.findByRole('dialog');
    await deliverCardText(cardCodeText(LUIS_CARDHOLDER));
    await expectMessage('Documento leído. Cierra esta ventana y lee el documento otra vez.');
    expect((await readSavedForm())?.identification_number).toBe('');
  });
});
