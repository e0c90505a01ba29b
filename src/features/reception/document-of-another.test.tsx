// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPatient } from '#domain/registration.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { ANA_ID } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  enterPatientName,
  findButton,
  prepareEmptyReception,
  findField,
  KNOWN_PATIENT,
  STEP_2_HEADING,
  DOCUMENT_NUMBER,
  readSavedForm,
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

const typeAnotherName = () => enterPatientName('Luz', 'Rojas');
const OTHER_PATIENT_TITLE = 'Este documento es de Zoraida Quiñones.';

describe('S15 lookup that finds a patient with another name', () => {
  it('a lookup result that differs from the typed name fills in nothing before the user confirms it', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await typeAnotherName();
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
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
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(KNOWN_PATIENT.id));
  });

  it('a lookup result that arrives after the user left step 1 changes nothing in the form', async () => {
    let resolveLookup: (result: PatientLookupOutcome) => void = () => undefined;
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (resolveLookup = resolve)));
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await enterText(await findField('Primer nombre'), KNOWN_PATIENT.first_name);
    await enterText(await findField('Primer apellido'), KNOWN_PATIENT.last_name);
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    resolveLookup({ source: 'server', patient: KNOWN_PATIENT });
    await userEvent.click(await findButton('Volver'));
    expect((await findField('Fecha de nacimiento')).value).toBe('');
    expect(screen.queryByText(/^Paciente encontrado/)).toBeNull();
  });

  it('the form prompts the user when the found patient has the typed first name and surname but another middle name', async () => {
    lookUpPatientMock.mockResolvedValue({
      source: 'server',
      patient: { ...KNOWN_PATIENT, middle_name: 'Camila' },
    });
    renderReception();
    await enterText(await findField('Primer nombre'), KNOWN_PATIENT.first_name);
    await enterText(await findField('Segundo nombre'), 'Inés');
    await enterText(await findField('Primer apellido'), KNOWN_PATIENT.last_name);
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    expect(await screen.findByText('Este documento es de Zoraida Camila Quiñones.')).toBeTruthy();
    expect((await findField('Segundo nombre')).value).toBe('Inés');
  });

  it("the typed data stay when the number changes; a found patient that only this device knows does not block 'Siguiente'", async () => {
    lookUpPatientMock.mockResolvedValue({
      source: 'device',
      patient: { ...KNOWN_PATIENT, id: null },
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
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: KNOWN_PATIENT });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado/);
    for (const label of ['Primer nombre', 'Primer apellido']) await userEvent.clear(await findField(label));
    await typeAnotherName();
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText(OTHER_PATIENT_TITLE)).toBeTruthy();
    await userEvent.click(await findButton('Es la misma persona'));
    await screen.findByRole('heading', STEP_2_HEADING);
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(KNOWN_PATIENT.id));
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
    const remembered: LocalPatient = { ...KNOWN_PATIENT, id: null };
    lookUpPatientMock.mockResolvedValueOnce({ source: 'device', patient: remembered, cause: 'no_answer' });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado en este dispositivo/);
    await userEvent.clear(await findField('Primer apellido'));
    await enterText(await findField('Primer apellido'), 'Rojas');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByText(OTHER_PATIENT_TITLE);
    expect(screen.queryByText(/su nombre cambia/), 'without an id the provider judges').toBeNull();
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: KNOWN_PATIENT });
    await userEvent.click(await findButton('Buscar paciente'));
    expect(await screen.findByText(/su nombre cambia/)).toBeTruthy();
    await userEvent.click(await findButton('Es la misma persona'));
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(KNOWN_PATIENT.id));
  });

  it("the lookup accepts a name typed in capitals without accents, and the notice about the found patient is still shown after 'Volver'", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: KNOWN_PATIENT });
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
