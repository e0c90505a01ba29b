// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPatient } from '#domain/registration.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { ANA_ID, confirmNewEntry } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  enterPatientName,
  findButton,
  prepareEmptyReception,
  findField,
  KNOWN_PATIENT,
  STEP_2_HEADING,
  DOCUMENT_NUMBER,
  renderReception,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
});

const typeDocumentNumber = async (text: string) =>
  enterText(await findField('Número de identificación'), text);

describe('P10.28 automatic lookup', () => {
  it('the patient lookup starts when the user pauses after typing a complete document number, and does not move the focus', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: KNOWN_PATIENT });
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER.slice(0, 5));
    await typeDocumentNumber(DOCUMENT_NUMBER.slice(5));
    expect(await screen.findByText(/^Paciente encontrado: Zoraida Quiñones/)).toBeTruthy();
    expect(lookUpPatientMock.mock.calls).toEqual([[ANA_ID, 'CC', DOCUMENT_NUMBER]]);
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    expect(document.activeElement).toBe(await findField('Número de identificación'));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    expect(lookUpPatientMock).toHaveBeenCalledTimes(1);
  });

  it("'Siguiente' starts the patient lookup; step 1 stays open and shows that the document belongs to a patient with another name", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: KNOWN_PATIENT });
    renderReception();
    await typeDocumentNumber('12345');
    await enterPatientName('Luz', 'Rojas');
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText('Este documento es de Zoraida Quiñones.')).toBeTruthy();
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findButton('Usar los datos encontrados')),
    );
    expect(screen.queryByRole('heading', STEP_2_HEADING)).toBeNull();
  });

  it("'Siguiente' opens step 2 when the patient lookup gets no response", async () => {
    lookUpPatientMock.mockReturnValue(new Promise(() => undefined));
    renderReception();
    await typeDocumentNumber('12345');
    await enterPatientName('Luz', 'Rojas');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
  });

  it("'Siguiente' opens step 2 when the patient lookup fails or finds no patient; only another number starts another lookup", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
    renderReception();
    await typeDocumentNumber('12345');
    await enterPatientName('Luz', 'Rojas');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await userEvent.click(await findButton('Volver'));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    expect(lookUpPatientMock).toHaveBeenCalledTimes(1);
    const entriesOverLimit = { status: 429, code: 'rate_limited', message: 'Espera', details: [] };
    for (const [digit, result] of [
      ['6', { source: 'refused', refusal: entriesOverLimit }],
      ['7', { source: 'device', patient: null, cause: 'no_answer' }],
    ] as const) {
      lookUpPatientMock.mockResolvedValue(result);
      await userEvent.click(await findButton('Volver'));
      await typeDocumentNumber(digit);
      await userEvent.click(await findButton('Siguiente'));
      await screen.findByRole('heading', STEP_2_HEADING);
    }
    expect(lookUpPatientMock.mock.calls.map(([, , number]) => number)).toEqual([
      '12345',
      '123456',
      '1234567',
    ]);
    await userEvent.click(await findButton('Volver'));
    await findField('Primer nombre');
    expect(screen.queryByText(/Espera|no conoce ese documento/)).toBeNull();
  });
});

describe('P10.259 lookup that finishes while the user types', () => {
  it('the lookup selects the value that it fills into the focused field, so that typing replaces the value', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER);
    const first = await findField('Primer nombre');
    await userEvent.click(first);
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalledTimes(1));
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await waitFor(() => expect(first.value).toBe('Zoraida'));
    await userEvent.keyboard('Zoraida');
    expect(first.value).toBe('Zoraida');
    expect(screen.queryByText(/^Este documento es de/)).toBeNull();
  });
});

describe('P10.260 lookup that finishes after the user has typed other fields', () => {
  it('the lookup keeps typed values that the found patient lacks', async () => {
    const bare: LocalPatient = { ...KNOWN_PATIENT, middle_name: null, birth_date: null, gender: null };
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: bare });
    renderReception();
    await enterText(await findField('Segundo nombre'), 'Lucía');
    await enterText(await findField('Fecha de nacimiento'), '1985-03-20');
    await userEvent.selectOptions(await findField('Género'), 'Femenino');
    await typeDocumentNumber(DOCUMENT_NUMBER);
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    expect((await findField('Segundo nombre')).value).toBe('Lucía');
    expect((await findField('Fecha de nacimiento')).value).toBe('1985-03-20');
    expect((await findField('Género')).value).toBe('F');
    await typeDocumentNumber('8');
    await waitFor(async () => expect((await findField('Primer nombre')).value).toBe(''));
    expect((await findField('Segundo nombre')).value).toBe('Lucía');
  });

  it('the lookup keeps the caret in a focused field that it does not fill', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER);
    await enterText(await findField('Segundo nombre'), 'Lu');
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalledTimes(1));
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    await userEvent.keyboard('z');
    expect((await findField('Segundo nombre')).value).toBe('Luz');
  });
});

describe('P10.260 lookup that finds the patient after ‘Siguiente’', () => {
  const DATES_TEXT = 'Fecha de nacimiento: 20/03/1985 en el formulario, 12/05/1990 en el registro.';
  let resolveLookup: (result: PatientLookupOutcome) => void;
  beforeEach(async () => {
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER);
    await enterPatientName('Zoraida', 'Quiñones');
    await enterText(await findField('Fecha de nacimiento'), '1985-03-20');
    await userEvent.click(await findButton('Siguiente'));
  });

  it('the form keeps the typed birth date, states both dates once, and takes the stored one when the user chooses so', async () => {
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await screen.findByText(DATES_TEXT);
    expect((await findField('Fecha de nacimiento')).value).toBe('1985-03-20');
    expect((await findField('Género')).value).toBe('F');
    expect(document.activeElement).toBe(await findButton('Siguiente'));
    await userEvent.click(await findButton('Usar lo registrado'));
    expect((await findField('Fecha de nacimiento')).value).toBe('1990-05-12');
    expect(screen.queryByText(DATES_TEXT)).toBeNull();
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
  });

  it('the second press of ‘Siguiente’ opens step 2 with the typed birth date', async () => {
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await screen.findByText(DATES_TEXT);
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await userEvent.click(await findButton('Volver'));
    expect((await findField('Fecha de nacimiento')).value).toBe('1985-03-20');
  });

  it('‘Siguiente’ opens step 2 after the user has chosen ‘Registrar nuevo’ instead', async () => {
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await screen.findByText(DATES_TEXT);
    await userEvent.click(await findButton('Registrar nuevo'));
    await enterPatientName('Zoraida', 'Quiñones');
    await enterText(await findField('Fecha de nacimiento'), '1985-03-20');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
  });

  it('a lookup that finishes in step 2 changes nothing', async () => {
    await screen.findByRole('heading', STEP_2_HEADING);
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await userEvent.click(await findButton('Volver'));
    expect((await findField('Fecha de nacimiento')).value).toBe('1985-03-20');
    expect((await findField('Género')).value).toBe('');
  });
});

describe('P10.233 lookup without network', () => {
  beforeEach(() => {
    lookUpPatientMock.mockResolvedValue({ source: 'device', patient: null, cause: 'no_answer' });
  });
  const NO_NETWORK_TEXT = 'Sin conexión no podemos buscar a esta persona. Sigue con sus datos.';

  it('the form states offline that the user can continue with a number that the device does not know', async () => {
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER);
    expect(await screen.findByText(NO_NETWORK_TEXT)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
    await typeDocumentNumber('1');
    expect(screen.queryByText(NO_NETWORK_TEXT), 'of another number nothing is said yet').toBeNull();
  });

  it('P10.56 the form shows no message about a missing network or unknown document if the device registered the document today', async () => {
    await confirmNewEntry(DOCUMENT_NUMBER);
    renderReception();
    await typeDocumentNumber(DOCUMENT_NUMBER);
    expect(await screen.findByText(/Ya se registró a .* hoy a las/)).toBeTruthy();
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalled());
    expect(screen.queryByText(NO_NETWORK_TEXT)).toBeNull();
    await userEvent.click(await findButton('Buscar paciente'));
    expect(await screen.findByText(/^No se pudo preguntar al servidor/)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
  });
});
