// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { currentCardReceiver } from '#components/reader/card-receivers.ts';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import { ANA_CARDHOLDER, cardCodeText } from '#tests/support/cards/invented-card.ts';
import {
  DOCUMENT_NUMBER,
  KNOWN_PATIENT,
  findButton,
  findField,
  prepareEmptyReception,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: KNOWN_PATIENT }),
}));

const ZORAIDA_CARDHOLDER = {
  ...ANA_CARDHOLDER,
  number: DOCUMENT_NUMBER,
  first_name: 'ZORAIDA',
  middle_name: '',
  last_name: 'QUIÑONES',
  second_last_name: '',
};
const UNLIKE_TITLE = 'Lo leído no es igual a lo registrado.';
const DATES_TEXT = 'Fecha de nacimiento: 21/12/1990 según la cédula, 12/05/1990 en el registro.';

async function deliverCard(changes: Partial<typeof ZORAIDA_CARDHOLDER>): Promise<void> {
  await waitFor(() => expect(currentCardReceiver()).toBeDefined());
  const text = extractCardText(cardCodeText({ ...ZORAIDA_CARDHOLDER, ...changes }));
  act(() => {
    if (text) currentCardReceiver()?.onCard(text);
  });
}
const readBirthAndGender = () =>
  ['birth_date', 'gender'].map(
    (name) => document.querySelector<HTMLInputElement>(`[data-path="${name}"]`)?.value,
  );

beforeEach(prepareEmptyReception);

describe('P10.32 card whose birth date or gender differs from the stored patient', () => {
  it('the form states both values, keeps the stored ones, and takes the card’s when the user chooses so', async () => {
    renderReception();
    await deliverCard({ birth_date: '1990-12-21', sex: 'M' });
    await screen.findByText(UNLIKE_TITLE);
    screen.getByText(DATES_TEXT);
    screen.getByText('Género: Masculino según la cédula, Femenino en el registro.');
    expect(readBirthAndGender()).toEqual(['1990-05-12', 'F']);
    await userEvent.click(await findButton('Usar lo leído'));
    await waitFor(() => expect(screen.queryByText(UNLIKE_TITLE)).toBeNull());
    expect(readBirthAndGender()).toEqual(['1990-12-21', 'M']);
    await waitFor(async () => expect((await readSavedForm())?.birth_date).toBe('1990-12-21'));
  });

  it('the form keeps the stored values when the user chooses the names of a card without given names', async () => {
    renderReception();
    await deliverCard({
      first_name: '',
      last_name: 'QUIÑONES',
      second_last_name: 'ZORAIDA',
      birth_date: '1990-12-21',
    });
    await screen.findByText(DATES_TEXT);
    await userEvent.click(await findButton('Zoraida · Quiñones'));
    expect(readBirthAndGender()).toEqual(['1990-05-12', 'F']);
    expect(screen.getByText(DATES_TEXT)).toBeTruthy();
  });

  it('a card read after the lookup changes no stored value silently, and one that agrees shows no notice', async () => {
    renderReception();
    await userEvent.type(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/Paciente encontrado/);
    await deliverCard({});
    await screen.findByText('Cédula leída');
    expect(screen.queryByText(UNLIKE_TITLE)).toBeNull();
    await deliverCard({ birth_date: '1990-12-21' });
    await screen.findByText(DATES_TEXT);
    expect(readBirthAndGender()).toEqual(['1990-05-12', 'F']);
  });

  it('step 2 names the field that differs, and a user who keeps the stored value in step 1 is not notified again', async () => {
    const { form, ...rest } = draftContent(DOCUMENT_NUMBER);
    const known = { ...form, birth_date: '1990-05-12', gender: 'F' as const, patient_id: KNOWN_PATIENT.id };
    await saveDraftContent(ANA_ID, null, { ...rest, form: known, step: 1, linked: KNOWN_PATIENT });
    renderReception();
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    await deliverCard({ birth_date: '1990-12-21' });
    await screen.findByText(
      'Lo leído no es igual a lo escrito: fecha de nacimiento. Vuelve al paso 1 para compararlo.',
    );
    await userEvent.click(await findButton('Volver'));
    await userEvent.click(await findButton('Dejar lo escrito'));
    await screen.findByText('Cédula leída');
    expect(screen.queryByText(UNLIKE_TITLE)).toBeNull();
    expect(readBirthAndGender()).toEqual(['1990-05-12', 'F']);
  });
});
