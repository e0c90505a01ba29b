// @module-tag landing
//
// Runs in happy-dom: the steps of the doctor and of the colleagues with a server that has users and doctors.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { emptySetupDraft } from '#domain/setup/draft.ts';
import type { SetupStatus } from '#domain/setup/steps.ts';
import { ANA_ID, BRANCH_ID } from '#tests/support/device/device.ts';
import {
  CatalogServer,
  OTHER_ROW_ID,
  okResponse,
  createListPage,
  rejectedResponse,
  noResponse,
} from '#tests/support/screens/catalog-server.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/render-read-screen.tsx';
import { DoctorStep } from './doctor-step.tsx';
import { PeopleStep } from './people-step.tsx';
import type { StepProps } from './step.ts';

const mocks = vi.hoisted(() => ({ provider: null as unknown as CatalogServer }));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mocks.provider.ask(...call),
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => ({ refreshCatalog: () => Promise.resolve('replaced') }));
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));
vi.mock('#sync/session/session.ts', () => ({ revalidateSession: () => Promise.resolve() }));

const DOCTOR_ID = '0195f3a0-0000-7000-8000-0000000000d1';
const ZOE_ID = '0195f3a0-0000-7000-8000-0000000000c1';
const createTestDoctor = (patch: Partial<Doctor> = {}): Doctor => ({
  id: DOCTOR_ID,
  name: 'Dra. Zoe Demo Vargas',
  specialty: null,
  license_number: 'LIC-1',
  registration_number: null,
  signature_key: 'firma.png',
  is_active: true,
  ...patch,
});
const createTestUser = (patch: Partial<User> = {}): User => ({
  id: ANA_ID,
  email: 'ana@clinica.test',
  display_name: 'Ana Demo',
  status: 'active',
  branch_id: BRANCH_ID,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  actions: ['user_management', 'manage_catalogs', 'manage_evaluations'],
  doctor: null,
  revision: 1,
  ...patch,
});
const createZoe = (patch: Partial<User> = {}) =>
  createTestUser({
    id: ZOE_ID,
    display_name: 'Zoe Demo',
    status: 'invited',
    actions: ['manage_evaluations', 'view_dashboard'],
    ...patch,
  });

let users: User[];
let doctors: Doctor[];
const onDoneMock = vi.fn(() => Promise.resolve());
const setupStatus: SetupStatus = {
  hasBranch: true,
  hasLogo: true,
  types: 6,
  exams: 12,
  doctors: 'none',
  colleagues: 0,
  hasRegistered: false,
};
const createStepProps = (patch: Partial<SetupStatus> = {}): StepProps => ({
  account: createAccount(['user_management', 'manage_catalogs', 'manage_evaluations'], {
    displayName: 'Ana Demo',
  }),
  facts: { ...setupStatus, ...patch },
  draft: { found: emptySetupDraft, keep: () => undefined, forget: () => undefined },
  disabledReason: null,
  onSaving: () => undefined,
  onDone: onDoneMock,
  onSkip: null,
});
const listLinkCalls = () =>
  mocks.provider.calls
    .filter(({ name }) => name === 'setUserDoctor')
    .map(({ input }) => [input.params?.['id'], input.body]);
const countCalls = (name: string) => mocks.provider.calls.filter((call) => call.name === name).length;
const findCombobox = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name });
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function chooseOption(label: string, option: string): Promise<void> {
  await userEvent.click(await findCombobox(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  const server = new CatalogServer();
  mocks.provider = server;
  users = [createTestUser()];
  doctors = [];
  onDoneMock.mockClear();
  server.on('listUsers', () => okResponse(createListPage(users)));
  server.on('listDoctors', () => okResponse(createListPage(doctors)));
  server.on('createDoctor', ({ body }) => {
    doctors.push(createTestDoctor({ ...(body as object), signature_key: null }));
    return okResponse(doctors[0], 201);
  });
  server.on('setDoctorSignature', () => {
    doctors = doctors.map((row) => ({ ...row, signature_key: 'firma.png' }));
    return okResponse(doctors[0]);
  });
  server.on('createUser', ({ body }) => {
    const created = createZoe({ ...(body as object), id: ZOE_ID });
    users.push(created);
    return okResponse({ ...created, invite_token: 't0k' }, 201);
  });
  server.on('setUserDoctor', ({ params, body }) => {
    const { doctor_id: id } = body as { doctor_id: string };
    const found = doctors.find((row) => row.id === id);
    users = users.map((row) =>
      row.id === params?.['id'] && found ? { ...row, doctor: { id, name: found.name }, revision: 2 } : row,
    );
    return okResponse(users.find((row) => row.id === params?.['id']));
  });
});

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
async function fillDoctorForm(name: string): Promise<void> {
  await enterText(await screen.findByLabelText('Nombre y apellidos'), name);
  await enterText(screen.getByLabelText('Licencia'), 'LIC-1');
  await userEvent.upload(
    screen.getByLabelText('Subir imagen de la firma'),
    new File([PNG], 'firma.png', { type: 'image/png' }),
  );
}

describe('P10.277 setup step for the doctor', () => {
  const USER = 'Usuario con el que firma';

  it("P10.277 the setup step for the doctor links no user when the form’s choice is 'Aún no tiene usuario'", async () => {
    renderReadScreen(<DoctorStep {...createStepProps()} />, '/setup');
    await fillDoctorForm('Dra. Zoe Demo Vargas');
    expect((await findCombobox(USER)).value).toBe('Aún no tiene usuario');
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(onDoneMock).toHaveBeenCalled());
    expect(listLinkCalls()).toEqual([]);
  });

  it('P10.277 the setup step for the doctor links administrators who choose their own user to the doctor', async () => {
    renderReadScreen(<DoctorStep {...createStepProps()} />, '/setup');
    await fillDoctorForm('Dra. Zoe Demo Vargas');
    await chooseOption(USER, 'Yo (Ana Demo)');
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(onDoneMock).toHaveBeenCalled());
    expect(listLinkCalls()).toEqual([[ANA_ID, { doctor_id: DOCTOR_ID }]]);
  });

  it('P10.277 the setup step for the doctor proposes and links the user with the doctor’s name', async () => {
    users.push(createZoe());
    renderReadScreen(<DoctorStep {...createStepProps()} />, '/setup');
    await fillDoctorForm('Dra. Zoe Demo Vargas');
    expect((await findCombobox(USER)).value).toBe('Zoe Demo');
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(listLinkCalls()).toEqual([[ZOE_ID, { doctor_id: DOCTOR_ID }]]));
  });

  it('P10.277 the setup step for the doctor explains that linking failed, and the next attempt creates no second doctor', async () => {
    mocks.provider.on('setUserDoctor', noResponse);
    renderReadScreen(<DoctorStep {...createStepProps()} />, '/setup');
    await fillDoctorForm('Ana Demo');
    await clickButton('Guardar y seguir');
    expect(
      await screen.findByText(/^El médico quedó guardado con su firma, pero no asignado a Ana Demo\./),
    ).toBeTruthy();
    expect(onDoneMock).not.toHaveBeenCalled();
    mocks.provider.on('setUserDoctor', () =>
      okResponse(createTestUser({ doctor: { id: DOCTOR_ID, name: 'Ana Demo' } })),
    );
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(onDoneMock).toHaveBeenCalled());
    expect(countCalls('createDoctor')).toBe(1);
  });

  it('P10.277 the setup step for the doctor hides the choice of a user when the server cannot link users to doctors', async () => {
    users = [createTestUser({ doctor: undefined })];
    renderReadScreen(<DoctorStep {...createStepProps()} />, '/setup');
    await fillDoctorForm('Ana Demo');
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(onDoneMock).toHaveBeenCalled());
    expect(listLinkCalls()).toEqual([]);
    expect(screen.queryByRole('combobox', { name: USER })).toBeNull();
  });
});

describe('P10.277 setup step that invites colleagues', () => {
  const fill = async (name: string) => {
    await enterText(await screen.findByLabelText('Nombre'), name);
    await enterText(screen.getByLabelText('Correo electrónico'), 'zoe@clinica.test');
    await userEvent.click(screen.getByRole('radio', { name: 'Médico' }));
  };

  it('P10.277 the setup step for colleagues links an invited user to the doctor with the same name', async () => {
    doctors = [createTestDoctor()];
    renderReadScreen(<PeopleStep {...createStepProps({ doctors: 'signed' })} />, '/setup');
    await fill('Zoe Demo');
    expect((await findCombobox('Firma como')).value).toBe('Dra. Zoe Demo Vargas · LIC-1');
    await clickButton('Invitar');
    expect(await screen.findByText(/firma como Dra\. Zoe Demo Vargas/)).toBeTruthy();
    expect(listLinkCalls()).toEqual([[ZOE_ID, { doctor_id: DOCTOR_ID }]]);
  });

  it('P10.277 the setup step for colleagues requires a choice of a doctor, or of none, when no doctor has the invited user’s name', async () => {
    doctors = [
      createTestDoctor(),
      createTestDoctor({ id: OTHER_ROW_ID, name: 'Dr. Luis Prueba', license_number: 'LIC-2' }),
    ];
    renderReadScreen(<PeopleStep {...createStepProps({ doctors: 'signed' })} />, '/setup');
    await fill('Pedro Pérez');
    await findCombobox('Firma como');
    await clickButton('Invitar');
    expect(await screen.findByText(/^Elige con qué médico del catálogo firma/)).toBeTruthy();
    expect(countCalls('createUser')).toBe(0);
    await chooseOption('Firma como', 'Todavía ninguno');
    await clickButton('Invitar');
    await waitFor(() => expect(countCalls('createUser')).toBe(1));
    expect(listLinkCalls()).toEqual([]);
  });

  it('P10.277 the setup step for colleagues hides the choice of a doctor when a receptionist is invited', async () => {
    doctors = [createTestDoctor()];
    renderReadScreen(<PeopleStep {...createStepProps({ doctors: 'signed' })} />, '/setup');
    await fill('Zoe Demo');
    await findCombobox('Firma como');
    await userEvent.click(screen.getByRole('radio', { name: 'Recepción' }));
    expect(screen.queryByRole('combobox', { name: 'Firma como' })).toBeNull();
    await clickButton('Invitar');
    await waitFor(() => expect(countCalls('createUser')).toBe(1));
    expect(listLinkCalls()).toEqual([]);
  });

  it('P10.277 the setup step for colleagues keeps the invitation when linking fails, and a button in the list links the user later', async () => {
    doctors = [createTestDoctor()];
    const message = 'Este médico ya es de otra persona. Quítaselo primero.';
    mocks.provider.on('setUserDoctor', rejectedResponse(400, 'Revisa.', [{ field: 'doctor_id', message }]));
    renderReadScreen(<PeopleStep {...createStepProps({ doctors: 'signed' })} />, '/setup');
    await fill('Zoe Demo');
    await findCombobox('Firma como');
    await clickButton('Invitar');
    expect(await screen.findByText('Falta asignarle su médico.')).toBeTruthy();
    expect(await screen.findByLabelText('Enlace de Zoe Demo')).toBeTruthy();
    const list = within(await screen.findByRole('list', { name: 'Ya invitados' }));
    await userEvent.click(await list.findByRole('button', { name: 'Asignar médico' }));
    expect(await list.findByText(message)).toBeTruthy();
    mocks.provider.on('setUserDoctor', () => {
      users = users.map((row) =>
        row.id === ZOE_ID ? createZoe({ doctor: { id: DOCTOR_ID, name: 'Dra. Zoe' } }) : row,
      );
      return okResponse(createZoe());
    });
    await userEvent.click(list.getByRole('button', { name: 'Asignar médico' }));
    expect(await list.findByText(/firma como Dra\. Zoe/)).toBeTruthy();
    expect(list.queryByRole('button', { name: 'Asignar médico' })).toBeNull();
    expect(countCalls('createUser')).toBe(1);
  });
});
