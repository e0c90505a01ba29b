// @module-tag landing
//
// Runs in happy-dom: interrupted and repeated runs of 'Crear todo' with a server provided by the test.
import {
  ADMINISTRATOR_PERMISSIONS,
  callsTo,
  clickButton,
  createAll,
  enterDoctor,
  enterTexts,
  expectDone,
  findField,
  lackOnly,
  server,
  setupMocks,
} from '#tests/support/screens/setup-screen.tsx';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { emptySetupDraft } from '#domain/setup/draft.ts';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import { noResponse, okResponse, rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { INVITED_USER, NEW_DOCTOR_ID } from '#tests/support/screens/empty-clinic.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { SetupPage } from './setup-page.tsx';

const renderSetupPage = (patch = {}) =>
  renderReadScreen(<SetupPage account={createAccount(ADMINISTRATOR_PERMISSIONS, patch)} />, '/setup');

const enterReceptionist = () =>
  enterTexts({ 'Nombre de recepcionista': 'Leo Demo', 'Correo de recepcionista': 'leo@clinica.test' });

describe('P10.431 interrupted creation of exams and packages', () => {
  it('P10.431 P10.433 the set-up keeps the ticked packages when an exam fails, and creates them after a reload', async () => {
    lackOnly('exams');
    const create = server.response('createExam');
    server.on('createExam', (input) => (server.exams.length === 3 ? rejectedResponse(500) : create(input)));
    const { unmount } = renderSetupPage();
    await createAll();
    expect(await screen.findByText(/Quedaron guardados 3\./)).toBeTruthy();
    expect(setupMocks.drafts.get('packages')?.ticked).toHaveLength(6);
    unmount();
    await new Promise((resolve) => setTimeout(resolve));
    server.on('createExam', create);
    renderSetupPage();
    expect(await screen.findByText('6 paquetes por crear')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('9 exámenes por crear')).toBeTruthy());
    await clickButton('Crear lo marcado');
    await waitFor(() => expect(callsTo('setExamPackage')).toHaveLength(1));
    await expectDone('Exámenes y paquetes');
  });

  it('P10.433 the usual packages stay ticked in a clinic that has exams and no packages', async () => {
    lackOnly();
    server.exams.push({ id: NEW_DOCTOR_ID, code: 'EMO', name: 'Evaluación', is_active: true });
    renderSetupPage();
    expect(await screen.findByText('6 paquetes por crear')).toBeTruthy();
  });
});

describe('P10.431 parts that a run creates', () => {
  it('P10.431 the set-up creates nothing and names the list that could not be loaded', async () => {
    lackOnly('exams');
    server.on('listExams', rejectedResponse(500));
    renderSetupPage();
    expect(await screen.findByText('6 paquetes por crear')).toBeTruthy();
    await createAll();
    expect(await screen.findByText(/^Todavía no se ha podido cargar: exámenes\./)).toBeTruthy();
    expect(callsTo('setExamPackage')).toEqual([]);
  });

  it('P10.431 the set-up creates no receptionist when another device has created one in the meantime', async () => {
    lackOnly('people');
    renderSetupPage();
    await enterReceptionist();
    server.users.push({
      ...INVITED_USER,
      id: NEW_DOCTOR_ID,
      email: 'eva@clinica.test',
      actions: ['register_patients'],
    });
    await createAll();
    await expectDone('Recepción');
    await waitFor(() => expect(callsTo('listUsers')).toHaveLength(3));
    expect(callsTo('createUser')).toEqual([]);
  });

  it('P10.431 P10.277 a repetition updates the doctor of the first attempt and keeps a stored signature', async () => {
    lackOnly('doctor');
    const sign = server.response('setDoctorSignature');
    server.on('setDoctorSignature', (input) => {
      sign(input);
      return noResponse;
    });
    server.on('replaceDoctor', ({ body }) => okResponse(Object.assign(server.doctors[0] ?? {}, body)));
    renderSetupPage();
    await enterDoctor('');
    await createAll();
    expect(await screen.findByText(/^El médico quedó guardado, su firma no\./)).toBeTruthy();
    await enterTexts({ 'Nombre y apellidos': ' Vega' });
    await createAll();
    await expectDone('Médico con su firma');
    expect(server.doctors[0]?.['name']).toBe('Dra. Zoe Demo Vega');
    expect([callsTo('createDoctor').length, callsTo('setDoctorSignature').length]).toEqual([1, 1]);
  });

  it('P10.430 P10.431 the branch becomes active after a failed part, once the new state is read, and the failure survives the remount', async () => {
    lackOnly('people');
    const message = 'Ya existe un usuario con este correo.';
    server.on('createUser', rejectedResponse(409, message, [{ field: 'email', message }]));
    let readsBefore = 0;
    setupMocks.setActiveBranch.mockImplementation(() => {
      readsBefore = callsTo('listUsers').length;
      return Promise.resolve({ type: 'changed' });
    });
    const { unmount } = renderSetupPage({ branchId: null });
    expect(await screen.findByText('Elige la sede con la que vas a trabajar.')).toBeTruthy();
    await enterReceptionist();
    await createAll();
    await waitFor(() => expect(setupMocks.setActiveBranch).toHaveBeenCalledExactlyOnceWith(BRANCH_ID));
    // The state is read before and after the creation, and the address of the new user is searched once.
    expect(readsBefore).toBe(4);
    unmount();
    renderSetupPage();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('P10.431 the set-up ignores the draft of an earlier form for another role', async () => {
    lackOnly('people');
    const texts = { display_name: 'Zoe', email: 'zoe@clinica.test', role: 'doctor' };
    setupMocks.drafts.set('people', { ...emptySetupDraft, texts });
    renderSetupPage();
    expect((await findField('Nombre de recepcionista')).value).toBe('');
  });
});
