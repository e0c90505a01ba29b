// @module-tag landing
//
// Runs in happy-dom: the set-up with a server provided by the test; device storage is replaced by memory.
import {
  ADMINISTRATOR_PERMISSIONS,
  callsTo,
  createAll,
  enterDoctor,
  enterTexts,
  expectDone,
  findField,
  findStep,
  lackOnly,
  server,
  setupMocks,
} from '#tests/support/screens/setup-screen.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { emptySetupDraft } from '#domain/setup/draft.ts';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import {
  COMPANY_ID,
  noResponse,
  okResponse,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { NEW_DOCTOR_ID } from '#tests/support/screens/empty-clinic.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { COMPLETE_SETUP_STATUS } from '#tests/support/screens/setup-status.ts';
import { SetupPage } from './setup-page.tsx';

const renderSetupPage = (patch = {}, actions = ADMINISTRATOR_PERMISSIONS) =>
  renderReadScreen(<SetupPage account={createAccount(actions, patch)} />, '/setup');
const toggleStep = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Incluir «${title}»` }));
const CLINIC_TEXTS = { 'Nombre de la clínica': 'IPS Muestra', NIT: '999000011-6', Ciudad: 'Palmira' };
const RECEPTIONIST_TEXTS = {
  'Nombre de recepcionista': 'Leo Demo',
  'Correo de recepcionista': 'leo@clinica.test',
};

describe('P10.430 one page that creates everything', () => {
  it('P10.430 the set-up shows an error at each bad field of every part, focuses the first, and sends nothing', async () => {
    renderSetupPage({ branchId: null });
    await enterTexts({ 'Correo de recepcionista': 'leo' });
    await createAll();
    expect(await screen.findByText('Escribe el nombre de la clínica.')).toBeTruthy();
    for (const text of ['Escribe el nombre de la sede.', 'Escribe el nombre de la persona.'])
      expect(screen.getByText(text)).toBeTruthy();
    expect((await findField('Correo de recepcionista')).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/^Falta la firma/)).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Nombre de la clínica')));
    expect(server.calls.filter(({ name }) => name.startsWith('create'))).toEqual([]);
  });

  it('P10.430 P10.98 P10.99 P10.100 one press creates branch, lists, packages, receptionist and doctor in order, and makes the branch active last', async () => {
    renderSetupPage({ branchId: null });
    await enterTexts({ ...CLINIC_TEXTS, ...RECEPTIONIST_TEXTS });
    await enterDoctor('zoe@clinica.test');
    setupMocks.setActiveBranch.mockImplementation(() => {
      expect(server.doctors[0]?.['signature_key']).toBe('firma.png');
      return Promise.resolve({ type: 'changed' });
    });
    await createAll();
    await expectDone('Médico con su firma');
    expect(server.last('createCompany')?.body).toMatchObject({ code: '999000011-6', name: 'IPS Muestra' });
    expect(server.last('createBranch')?.body).toMatchObject({ company_id: COMPANY_ID, name: 'Sede Palmira' });
    expect(server.types.map(({ code }) => code)).toEqual(['ING', 'PER', 'CAM', 'EGR', 'POS', 'RET']);
    expect([server.exams.length, server.packages.length]).toEqual([12, 6]);
    expect(
      server.users.slice(1).map(({ email, actions, branch_id: branch }) => [email, actions, branch]),
    ).toEqual([
      ['leo@clinica.test', ['register_patients', 'view_dashboard'], BRANCH_ID],
      ['zoe@clinica.test', ['manage_evaluations', 'view_dashboard'], BRANCH_ID],
    ]);
    expect(server.last('setUserDoctor')?.body).toEqual({ doctor_id: NEW_DOCTOR_ID });
    expect(setupMocks.setActiveBranch).toHaveBeenCalledExactlyOnceWith(BRANCH_ID);
    expect(screen.getByText('5 de 7 pasos')).toBeTruthy();
    expect(setupMocks.drafts.size).toBe(0);
  });

  it('P10.434 Tab reaches the fields in their order on the page, then the button', async () => {
    lackOnly('people', 'doctor');
    renderSetupPage();
    (await findField('Nombre de recepcionista')).focus();
    const labels = [
      'Correo de recepcionista',
      'Incluir «Médico con su firma»',
      'Nombre y apellidos',
      'Licencia',
      'Especialidad',
      'Registro médico',
      'Correo del médico',
      'Subir imagen de la firma',
    ];
    for (const label of labels) {
      await userEvent.tab();
      expect(document.activeElement).toBe(screen.getByLabelText(label));
    }
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Crear todo' }));
  });
});

describe('P10.97 interrupted set-up', () => {
  it('P10.97 an excluded step is kept for later and not created', async () => {
    lackOnly('types', 'people', 'doctor');
    renderSetupPage();
    await toggleStep('Recepción');
    await toggleStep('Médico con su firma');
    expect(within(await findStep('Recepción')).getByText('Para después')).toBeTruthy();
    expect(screen.queryByLabelText('Nombre de recepcionista')).toBeNull();
    expect(setupMocks.kept.skipped).toEqual(['exams', 'people', 'doctor']);
    await createAll();
    await expectDone('Tipos de evaluación');
    expect(callsTo('createUser')).toEqual([]);
    await toggleStep('Recepción');
    expect(await findField('Nombre de recepcionista')).toBeTruthy();
    expect(setupMocks.kept.skipped).toEqual(['exams', 'doctor']);
  });

  it('P10.97 the page shows the last known state and the typed values offline, and explains why creation is disabled', async () => {
    setupMocks.kept = { skipped: [], facts: { ...COMPLETE_SETUP_STATUS, doctors: 'signed', colleagues: 0 } };
    setupMocks.drafts.set('people', { ...emptySetupDraft, texts: { display_name: 'Leo', email: '' } });
    setupMocks.link = { name: 'down', since: 0, cause: 'no_answer' };
    for (const call of ['catalogOverview', 'listBranches', 'listDoctors', 'listUsers'] as const)
      server.on(call, noResponse);
    renderSetupPage();
    expect((await findField('Nombre de recepcionista')).value).toBe('Leo');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Crear todo' }).disabled).toBe(true);
    expect(screen.getAllByText(/los cambios necesitan red\./).length).toBeGreaterThan(0);
  });

  it('P10.97 the page redirects a user without all required permissions to the home page', () => {
    renderSetupPage({}, ['user_management', 'register_patients']);
    expect(screen.getByTestId('where').textContent).toBe('/home');
    expect(server.calls).toEqual([]);
  });
});

describe('P10.431 failed creation', () => {
  it('P10.431 P10.98 the server’s error appears at the branch field, and the next attempt creates no second company', async () => {
    const details = [{ field: 'name', message: 'Ya hay una así.' }];
    setupMocks.kept = { skipped: ['exams', 'people', 'doctor'], facts: null };
    server.on('createBranch', rejectedResponse(422, 'Revisa.', details));
    renderSetupPage({ branchId: null });
    await enterTexts(CLINIC_TEXTS);
    await createAll();
    expect(await screen.findByText('Ya hay una así.')).toBeTruthy();
    expect((await findField('Nombre de la sede')).getAttribute('aria-invalid')).toBe('true');
    expect(server.types).toEqual([]);
    await createAll();
    await waitFor(() => expect(callsTo('createBranch')).toHaveLength(2));
    expect(callsTo('createCompany')).toHaveLength(1);
  });

  it('P10.431 P10.98 the page reports that the server does not respond, and keeps the typed values after a reload', async () => {
    setupMocks.kept = { skipped: ['exams', 'people', 'doctor'], facts: null };
    const { unmount } = renderSetupPage({ branchId: null });
    await enterTexts(CLINIC_TEXTS);
    server.on('listCompanies', noResponse);
    await createAll();
    expect(await screen.findByText(/Lo que escribiste sigue aquí\./)).toBeTruthy();
    unmount();
    renderSetupPage({ branchId: null });
    expect((await findField('Nombre de la sede')).value).toBe('Sede Palmira');
  });

  it('P10.431 P10.99 the list names the rejected type, and the next attempt continues with it', async () => {
    let fail = true;
    server.on('createEvaluationType', ({ body }) => {
      const row = body as { code: string };
      if (row.code === 'CAM' && fail) return rejectedResponse(500);
      server.types.push({ ...row, is_active: true });
      return okResponse(server.types.at(-1), 201);
    });
    lackOnly('types');
    renderSetupPage();
    await createAll();
    expect(
      await screen.findByText(/Quedaron guardados 2\. «Periódica por cambio de ocupación»:/),
    ).toBeTruthy();
    expect(setupMocks.drafts.get('types')?.ticked).toHaveLength(6);
    fail = false;
    await createAll();
    await waitFor(() =>
      expect(server.types.map(({ code }) => code)).toEqual(['ING', 'PER', 'CAM', 'EGR', 'POS', 'RET']),
    );
  });

  it('P10.431 P10.100 a taken address is reported at its field', async () => {
    const message = 'Ya existe un usuario con este correo.';
    server.on('createUser', rejectedResponse(409, message, [{ field: 'email', message }]));
    lackOnly('people');
    renderSetupPage();
    await enterTexts(RECEPTIONIST_TEXTS);
    await createAll();
    await waitFor(async () =>
      expect((await findField('Correo de recepcionista')).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(document.activeElement).toBe(await findField('Correo de recepcionista'));
    expect((await findField('Nombre de recepcionista')).value).toBe('Leo Demo');
  });

  it('P10.431 P10.277 the doctor’s part explains a failed link, and the next attempt creates neither doctor nor user again', async () => {
    server.on('setUserDoctor', noResponse);
    lackOnly('doctor');
    renderSetupPage();
    await enterDoctor('zoe@clinica.test');
    await createAll();
    expect(
      await screen.findByText(/^El médico quedó guardado, pero no asignado a Dra\. Zoe Demo\./),
    ).toBeTruthy();
    server.on('setUserDoctor', () => okResponse(server.users[1]));
    await createAll();
    await expectDone('Médico con su firma');
    expect([callsTo('createDoctor').length, callsTo('createUser').length]).toEqual([1, 1]);
    expect(callsTo('resetUserPassword')).toEqual([]);
  });
});
