// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPatient } from '#domain/registration.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { ANA_ID, confirmNewEntry, createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const localPatient: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
};

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
});

const typeAnotherName = async () => {
  await enterText(await findField('Primer nombre'), 'Luz');
  await enterText(await findField('Primer apellido'), 'Rojas');
};
const STEP_2_HEADING = { name: 'Paso 2 de 3: Evaluación y empresas' };
const OTHER_PATIENT_TITLE = 'Este documento es de Zoraida Quiñones.';

describe('S15 lookup that finds a patient with another name', () => {
  it('a lookup result that differs from the typed name fills in nothing before the user confirms it', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await typeAnotherName();
    resolveLookup({ source: 'server', patient: localPatient });
    expect(await screen.findByText(OTHER_PATIENT_TITLE)).toBeTruthy();
    expect((await findField('Primer nombre')).value).toBe('Luz');
    expect(document.activeElement, 'nobody is taken away from where they type').toBe(
      await findField('Primer apellido'),
    );
    await userEvent.click(await findButton('Siguiente'));
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findButton('Usar los datos encontrados')),
    );
    await userEvent.keyboard('{Enter}');
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(localPatient.id));
  });

  it('a lookup result that arrives after the user left the step changes nothing', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await enterText(await findField('Primer nombre'), localPatient.first_name);
    await enterText(await findField('Primer apellido'), localPatient.last_name);
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    resolveLookup({ source: 'server', patient: localPatient });
    await userEvent.click(await findButton('Volver'));
    expect((await findField('Fecha de nacimiento')).value).toBe('');
    expect(screen.queryByText(/^Paciente encontrado/)).toBeNull();
  });

  it('a found patient with the same first name and another surname requires a decision', async () => {
    lookUpPatientMock.mockResolvedValue({
      source: 'server',
      patient: { ...localPatient, middle_name: 'Camila' },
    });
    renderReception();
    await enterText(await findField('Primer nombre'), localPatient.first_name);
    await enterText(await findField('Segundo nombre'), 'Inés');
    await enterText(await findField('Primer apellido'), localPatient.last_name);
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    expect(await screen.findByText('Este documento es de Zoraida Camila Quiñones.')).toBeTruthy();
    expect((await findField('Segundo nombre')).value).toBe('Inés');
  });

  it("the typed data stay when the number changes; a found patient that only this device knows does not block 'Siguiente'", async () => {
    lookUpPatientMock.mockResolvedValue({
      source: 'device',
      patient: { ...localPatient, id: null },
      cause: 'no_answer',
    });
    renderReception();
    await typeAnotherName();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(OTHER_PATIENT_TITLE);
    await enterText(await findField('Número de identificación'), '8');
    expect(screen.queryByText(OTHER_PATIENT_TITLE)).toBeNull();
    expect((await findField('Primer apellido')).value).toBe('Rojas');
    await userEvent.keyboard('{Backspace}{Enter}');
    expect(await screen.findByText(OTHER_PATIENT_TITLE)).toBeTruthy();
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    expect((await loadDraft(ANA_ID, null))?.content).toMatchObject({
      linked: null,
      form: { first_name: 'Luz' },
    });
  });
});

describe('S15 found patient with another name', () => {
  it('the found patient is renamed only when the user confirms that it is the same person', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado/);
    for (const label of ['Primer nombre', 'Primer apellido']) await userEvent.clear(await findField(label));
    await typeAnotherName();
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText(OTHER_PATIENT_TITLE)).toBeTruthy();
    await userEvent.click(await findButton('Es la misma persona'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(localPatient.id));
    await userEvent.click(await findButton('Volver'));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await userEvent.click(await findButton('Volver'));
    await enterText(await findField('Primer apellido'), 'z');
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText(OTHER_PATIENT_TITLE), 'of another name it is asked anew').toBeTruthy();
    await userEvent.clear(await findField('Primer apellido'));
    await userEvent.click(await findButton('Es la misma persona'));
    expect(await screen.findByText('Ingrese los apellidos')).toBeTruthy();
  });

  it('a found patient stored without an id gets the server’s id, so that the server accepts the patient’s new name', async () => {
    const remembered: LocalPatient = { ...localPatient, id: null };
    lookUpPatientMock.mockResolvedValueOnce({ source: 'device', patient: remembered, cause: 'no_answer' });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado en este dispositivo/);
    await userEvent.clear(await findField('Primer apellido'));
    await enterText(await findField('Primer apellido'), 'Rojas');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByText(OTHER_PATIENT_TITLE);
    expect(screen.queryByText(/su nombre cambia/), 'without an id the provider judges').toBeNull();
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    await userEvent.click(await findButton('Buscar paciente'));
    expect(await screen.findByText(/su nombre cambia/)).toBeTruthy();
    await userEvent.click(await findButton('Es la misma persona'));
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(localPatient.id));
  });

  it("the lookup treats names typed in capitals without accents as equal, and its notice is still shown after 'Volver'", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await enterText(await findField('Primer apellido'), 'QUINONES');
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    expect(await screen.findByText(/^Paciente encontrado/)).toBeTruthy();
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await userEvent.click(await findButton('Volver'));
    expect(await screen.findByText(/^Paciente encontrado/)).toBeTruthy();
  });
});

const typeNumber = async (text: string) => enterText(await findField('Número de identificación'), text);

describe('P10.28 automatic lookup', { tags: ['landing'] }, () => {
  it('the lookup starts when the user pauses after a complete number, and does not move the focus', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await typeNumber(DOCUMENT_NUMBER.slice(0, 5));
    await typeNumber(DOCUMENT_NUMBER.slice(5));
    expect(await screen.findByText(/^Paciente encontrado: Zoraida Quiñones/)).toBeTruthy();
    expect(lookUpPatientMock.mock.calls).toEqual([[ANA_ID, 'CC', DOCUMENT_NUMBER]]);
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    expect(document.activeElement).toBe(await findField('Número de identificación'));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    expect(lookUpPatientMock).toHaveBeenCalledTimes(1);
  });

  it("'Siguiente' starts the lookup, and the app shows the owner of the document before the photo step", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await typeNumber('12345');
    await typeAnotherName();
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText('Este documento es de Zoraida Quiñones.')).toBeTruthy();
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findButton('Usar los datos encontrados')),
    );
    expect(screen.queryByRole('heading', STEP_2_HEADING)).toBeNull();
  });

  it("'Siguiente' continues when the lookup gets no response", async () => {
    lookUpPatientMock.mockReturnValue(new Promise(() => undefined));
    renderReception();
    await typeNumber('12345');
    await typeAnotherName();
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
  });

  it("'Siguiente' continues when the lookup fails or finds no patient; only another number starts another lookup", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
    renderReception();
    await typeNumber('12345');
    await typeAnotherName();
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
      await typeNumber(digit);
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

describe('P10.259 lookup that finishes while the user types', { tags: ['landing'] }, () => {
  it('the lookup selects the value that it fills into the focused field, so that typing replaces the value', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    const first = await findField('Primer nombre');
    await userEvent.click(first);
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalledTimes(1));
    resolveLookup({ source: 'server', patient: localPatient });
    await waitFor(() => expect(first.value).toBe('Zoraida'));
    await userEvent.keyboard('Zoraida');
    expect(first.value).toBe('Zoraida');
    expect(screen.queryByText(/^Este documento es de/)).toBeNull();
  });
});

describe('P10.260 lookup that finishes after the user has typed other fields', { tags: ['landing'] }, () => {
  it('the lookup keeps typed values that the found patient lacks', async () => {
    const bare: LocalPatient = { ...localPatient, middle_name: null, birth_date: null, gender: null };
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: bare });
    renderReception();
    await enterText(await findField('Segundo nombre'), 'Lucía');
    await enterText(await findField('Fecha de nacimiento'), '1985-03-20');
    await userEvent.selectOptions(await findField('Género'), 'Femenino');
    await typeNumber(DOCUMENT_NUMBER);
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    expect((await findField('Segundo nombre')).value).toBe('Lucía');
    expect((await findField('Fecha de nacimiento')).value).toBe('1985-03-20');
    expect((await findField('Género')).value).toBe('F');
    await typeNumber('8');
    await waitFor(async () => expect((await findField('Primer nombre')).value).toBe(''));
    expect((await findField('Segundo nombre')).value).toBe('Lucía');
  });

  it('the lookup keeps the caret in a focused field that it does not fill', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    await enterText(await findField('Segundo nombre'), 'Lu');
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalledTimes(1));
    resolveLookup({ source: 'server', patient: localPatient });
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    await userEvent.keyboard('z');
    expect((await findField('Segundo nombre')).value).toBe('Luz');
  });
});

describe('P10.233 lookup without network', { tags: ['landing'] }, () => {
  beforeEach(() => {
    lookUpPatientMock.mockResolvedValue({ source: 'device', patient: null, cause: 'no_answer' });
  });
  const DESCRIBED_SCHEMAS = 'Sin conexión no podemos buscar a esta persona. Sigue con sus datos.';

  it('the form states offline that the user can continue with a number that the device does not know', async () => {
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    expect(await screen.findByText(DESCRIBED_SCHEMAS)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
    await typeNumber('1');
    expect(screen.queryByText(DESCRIBED_SCHEMAS), 'of another number nothing is said yet').toBeNull();
  });

  it('P10.56 the form shows no message about a missing network or unknown document if the device registered the document today', async () => {
    await confirmNewEntry(DOCUMENT_NUMBER);
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    expect(await screen.findByText(/Ya se registró a .* hoy a las/)).toBeTruthy();
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalled());
    expect(screen.queryByText(DESCRIBED_SCHEMAS)).toBeNull();
    await userEvent.click(await findButton('Buscar paciente'));
    expect(await screen.findByText(/^No se pudo preguntar al servidor/)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
  });
});
