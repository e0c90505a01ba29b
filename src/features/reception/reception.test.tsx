import '#tests/support/device/indexeddb.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRegistration, NO_TYPED_COMPANIES, type LocalPatient } from '#domain/registration.ts';
import type { lookUpPatient as lookup } from '#sync/reads/lookup.ts';
import { db } from '#storage/database/database.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { encryptJson } from '#storage/vault/vault.ts';
import { anaAccount, ANA_ID, draftContent, createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  EMPLOYER_ID,
  DOCUMENT_NUMBER,
  findButton,
  prepareEmptyReception,
  findField,
  storeReadyDraft,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { FIELD_LABELS } from './form/field-details.ts';
import { formErrors } from './form/registration-schema.ts';
import { ReceptionPage } from './reception-page.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<typeof lookup>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
});

const localPatient: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
};

describe('permission to register patients', () => {
  it('P6.5 reception shows a notice instead of the form to a user without register_patients', async () => {
    renderScreen(<ReceptionPage account={{ ...anaAccount, actions: [] }} />, '/reception');
    expect(await screen.findByText('No tienes permiso para registrar pacientes.')).toBeTruthy();
    expect(screen.queryByLabelText('Número de identificación')).toBeNull();
  });

  it.each([
    [['register_patients'], 'Pide al administrador que te asigne una sede.'],
    [['register_patients', 'user_management'], 'Selecciona una sede activa desde la barra superior.'],
  ] as const)(
    'P6.8 reception states the next action to a user without a branch who has the permissions %j',
    async (actions, text) => {
      renderScreen(
        <ReceptionPage account={{ ...anaAccount, branchId: null, actions: [...actions] }} />,
        '/reception',
      );
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );
});

describe('step 1 of the registration', () => {
  it("P4.8 P5.6 'Siguiente' reports missing data and focuses the first invalid field; 'Buscar paciente' requires a number", async () => {
    renderReception();
    await userEvent.click(await findButton('Siguiente'));
    expect(screen.getByText('Ingrese el número de identificación')).toBeTruthy();
    expect(screen.getByText('Ingrese los nombres')).toBeTruthy();
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findField('Número de identificación')),
    );
    await userEvent.click(await findButton('Buscar paciente'));
    expect(screen.getByText('Ingresa tipo y número de identificación para buscar.')).toBeTruthy();
    expect(lookUpPatientMock).not.toHaveBeenCalled();
  });

  it('P4.13 P8.4 P4 M1 Enter looks up the patient and fills in the form; an unknown number then removes the first patient’s id and data', async () => {
    // The mocked response depends on the number, because on a slow machine the automatic lookup may start before Enter.
    lookUpPatientMock.mockImplementation((_owner, _type, number) =>
      Promise.resolve({ source: 'server', patient: number === DOCUMENT_NUMBER ? localPatient : null }),
    );
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    expect(await screen.findByText(/^Paciente encontrado: Zoraida Quiñones/)).toBeTruthy();
    expect(screen.getByText(/Sin evaluaciones en tu sede\.$/), 'there may be some elsewhere').toBeTruthy();
    expect((await findField('Primer apellido')).value).toBe('Quiñones');
    await waitFor(async () => expect(document.activeElement).toBe(await findButton('Siguiente')));
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(localPatient.id));
    fireEvent.change(await findField('Primer apellido'), { target: { value: 'Gil' } });
    await enterText(await findField('Número de identificación'), '8');
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBeNull());
    expect(screen.queryByText(/^Paciente encontrado/)).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^No hay un paciente con este documento/)).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Primer nombre')));
    expect((await findField('Primer nombre')).value).toBe('');
    expect((await findField('Primer apellido')).value).toBe('Gil');
  });

  it('P4.13 P8.6 the form states that a found patient comes from the device, or that the lookup failed, when the server cannot be reached', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'device', patient: localPatient, cause: 'no_answer' });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    expect(await screen.findByText(/^Paciente encontrado en este dispositivo/)).toBeTruthy();
    expect(await screen.findByText(/No se pudo preguntar al servidor/)).toBeTruthy();
    const refusal = { status: 500, code: null, message: '', details: [] };
    lookUpPatientMock.mockResolvedValue({ source: 'refused', refusal });
    await userEvent.click(await findButton('Buscar paciente'));
    expect(
      await screen.findByText('No se pudo consultar el paciente. Intenta nuevamente. (500)'),
    ).toBeTruthy();
  });

  it('M1 the form shows the server’s message about too many lookups, and the registration continues without lookups', async () => {
    const message = 'Sigue registrando sin buscar.';
    lookUpPatientMock.mockResolvedValue({
      source: 'refused',
      refusal: { status: 429, code: null, message, details: [] },
    });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    const notice = await screen.findByText(message);
    expect(notice.closest('[role]')?.getAttribute('role')).toBe('status');
    expect(screen.queryByText(/sin conexión|No se pudo/i)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Buscar otra vez' })).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Primer nombre')));
    await enterText(await findField('Primer nombre'), 'Zoraida');
    await enterText(await findField('Primer apellido'), 'Quiñones');
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByLabelText('Tipo de evaluación')).toBeTruthy();
  });
});

describe("P2.25 button 'Registrar nuevo'", () => {
  it("P2.25 'Registrar nuevo' empties the patient's data except the document; 'Deshacer' restores the data", async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await userEvent.click(await findButton('Registrar nuevo'));
    expect(screen.queryByRole('button', { name: 'Deshacer' }), 'there is nothing to undo').toBeNull();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado/);
    await userEvent.click(await findButton('Registrar nuevo'));
    expect(screen.queryByText(/^Paciente encontrado/)).toBeNull();
    expect((await findField('Primer nombre')).value).toBe('');
    expect((await findField('Número de identificación')).value).toBe(DOCUMENT_NUMBER);
    await userEvent.click(await findButton('Deshacer'));
    expect((await findField('Primer nombre')).value).toBe(localPatient.first_name);
    await screen.findByText(/^Paciente encontrado/);
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(localPatient.id));

    await userEvent.click(await findButton('Registrar nuevo'));
    await enterText(await findField('Primer nombre'), 'Ñ');
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
    await userEvent.clear(await findField('Primer nombre'));
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
    expect(await findButton('Deshacer')).toBeTruthy();
    await userEvent.click(await findButton('Buscar paciente'));
    await screen.findByText(/^No hay un paciente con este documento/);
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });
  it("P2.25 'Deshacer' disappears when the document number is changed", async () => {
    renderReception();
    await enterText(await findField('Primer nombre'), 'Ñío');
    await userEvent.click(await findButton('Registrar nuevo'));
    expect(await findButton('Deshacer')).toBeTruthy();
    await enterText(await findField('Número de identificación'), '1');
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });
});

describe('S3 draft of a registration', () => {
  it("S21 reception reports an unreadable draft, and 'Empezar de nuevo' opens an empty form", async () => {
    const sealedContent = await encryptJson(
      await requireKeysOf(ANA_ID),
      `draft:${ANA_ID}:new`,
      'no es un borrador',
    );
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await db.drafts.update(`${ANA_ID}:new`, { sealedContent });
    renderReception();
    await screen.findByText('Lo que estaba guardado aquí no se puede leer.');
    await userEvent.click(await findButton('Empezar de nuevo'));
    expect((await findField('Primer nombre')).value).toBe('');
    expect(await loadDraft(ANA_ID, null)).toBeNull();
  });

  it('S3 the form shows the draft as saved only once it is stored, and restores the draft after the page was closed', async () => {
    const first = renderReception();
    expect(await screen.findByText('El borrador se guarda solo mientras escribes')).toBeTruthy();
    fireEvent.change(await findField('Primer nombre'), { target: { value: 'Ñío' } });
    expect(screen.getByText('Guardando borrador…')).toBeTruthy();
    expect(await screen.findByText('Borrador guardado hace un momento')).toBeTruthy();
    first.unmount();
    expect((await readSavedForm())?.first_name).toBe('Ñío');
    renderReception();
    expect(await screen.findByText('Borrador recuperado')).toBeTruthy();
    expect(screen.getByText(/^Es de Ñío\. Sigue donde ibas/)).toBeTruthy();
    expect((await findField('Primer nombre')).value).toBe('Ñío');
    fireEvent.change(await findField('Segundo nombre'), { target: { value: 'Inés' } });
    expect(screen.queryByText('Borrador recuperado')).toBeNull();
  });
});

it('P10.73 a draft restored in step 2 shows the patient’s name below the title; step 1 shows the name only in its fields', async () => {
  const shownPatient = () => document.querySelector('.wizard-person')?.textContent;
  await saveDraftContent(ANA_ID, null, { ...draftContent(DOCUMENT_NUMBER), step: 1 });
  renderReception();
  expect(await screen.findByText(/^Es de Zoraida Quiñones\. Sigue/)).toBeTruthy();
  expect(shownPatient()).toBe(`Zoraida Quiñones · CC ${DOCUMENT_NUMBER}`);
  await userEvent.click(await findButton('Continuar'));
  const first = screen.getByLabelText('Tipo de evaluación', { selector: 'input' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.queryByText('Borrador recuperado')).toBeNull();
  await userEvent.click(await findButton('Volver'));
  await findField('Primer nombre');
  expect(shownPatient()).toBeUndefined();
});

it('P10.225 the form marks exactly the required fields as required', async () => {
  lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
  const labels = () =>
    [...document.querySelectorAll<HTMLInputElement>('[required]')].map((one) => one.labels?.[0]?.textContent);
  renderReception();
  await findButton('Siguiente');
  expect(labels()).toEqual([
    'Tipo de identificación',
    'Número de identificación',
    'Primer nombre',
    'Primer apellido',
  ]);
  const needed = ['identification_type', ...Object.keys(formErrors(emptyRegistration))];
  expect(needed.map((name) => FIELD_LABELS[name as keyof typeof FIELD_LABELS])).toEqual([
    ...labels(),
    'Tipo de evaluación',
    'Empresa empleadora',
  ]);
  await enterText(await findField('Número de identificación'), DOCUMENT_NUMBER);
  await enterText(await findField('Primer nombre'), 'Zoraida');
  await enterText(await findField('Primer apellido'), 'Quiñones');
  await userEvent.click(await findButton('Siguiente'));
  await screen.findByLabelText('Tipo de evaluación');
  expect(labels()).toEqual(['Tipo de evaluación', 'Empresa empleadora']);
  expect(screen.queryByRole('group', { name: /habituales$/ }), 'nothing was chosen yet').toBeNull();
});

it('P10.2 the form warns when contractor and employer are the same company', async () => {
  const { form } = draftContent(DOCUMENT_NUMBER);
  const companies = { employer_company_id: EMPLOYER_ID, contractor_company_id: EMPLOYER_ID };
  await saveDraftContent(ANA_ID, null, {
    form: { ...form, ...companies },
    step: 1,
    linked: null,
    picturesOf: null,
    typedCompanies: NO_TYPED_COMPANIES,
    correcting: null,
  });
  renderReception();
  expect(await screen.findByText(/^La empresa contratista es la misma empleadora/)).toBeTruthy();
});

describe('confirmation of a registration', () => {
  it("P4.9 P5.10 'Confirmar' creates no entry without photo and signature", async () => {
    await storeReadyDraft();
    await saveDraftPicture(ANA_ID, null, 'photo', null);
    renderReception();
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    for (const tries of [1, 2]) {
      await userEvent.click(await findButton('Confirmar y crear evaluación'));
      expect(screen.getByText('Captura la fotografía y la firma antes de continuar.')).toBeTruthy();
      expect(scroll, 'the bar does not hide the message').toHaveBeenCalledTimes(tries);
    }
    scroll.mockRestore();
    expect(await listEntries(ANA_ID, { limit: 9 })).toEqual([]);
  });

  it("S2 S3 P10.2 a double tap on 'Confirmar' creates one entry and opens the next form; a patient registered today requires a second confirmation", async () => {
    await storeReadyDraft();
    const first = renderReception();
    const confirm = await findButton('Confirmar y crear evaluación');
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await findButton('Registrar otra evaluación');
    expect(await listEntries(ANA_ID, { limit: 9 })).toHaveLength(1);
    expect(await loadDraft(ANA_ID, null)).toBeNull();
    const number = await findField('Número de identificación');
    expect(number.value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(number));

    first.unmount();
    await storeReadyDraft(`${DOCUMENT_NUMBER.slice(0, 4)}.${DOCUMENT_NUMBER.slice(4)}`);
    renderReception();
    await userEvent.click(await findButton('Confirmar y crear evaluación'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Ya se registró a .* hoy a las/)).toBeTruthy();
    expect(await listEntries(ANA_ID, { limit: 9 })).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Registrar de nuevo' }));
    await findButton('Registrar otra evaluación');
    expect(await listEntries(ANA_ID, { limit: 9 })).toHaveLength(2);
  });
});
