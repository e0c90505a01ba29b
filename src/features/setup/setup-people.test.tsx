// @module-tag landing
//
// Runs in happy-dom: addresses of existing users in the set-up, with a server provided by the test.
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
} from '#tests/support/screens/setup-screen.tsx';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { INVITED_USER, NEW_DOCTOR_ID } from '#tests/support/screens/empty-clinic.ts';
import { OTHER_ROW_ID } from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { SetupPage } from './setup-page.tsx';

const renderSetupPage = () =>
  renderReadScreen(<SetupPage account={createAccount(ADMINISTRATOR_PERMISSIONS)} />, '/setup');
const addUser = (patch: object) =>
  server.users.push({
    ...INVITED_USER,
    id: OTHER_ROW_ID,
    email: 'zoe@clinica.test',
    display_name: 'Zoe',
    actions: ['register_patients'],
    ...patch,
  });
async function createDoctorOfUser(patch: object): Promise<void> {
  lackOnly('doctor');
  addUser(patch);
  renderSetupPage();
  await enterDoctor('zoe@clinica.test');
  await createAll();
}

describe('P10.277 existing user of the new doctor', () => {
  it('P10.277 an existing user gets the permissions of a doctor that the user lacks', async () => {
    await createDoctorOfUser({ status: 'active' });
    await expectDone('Médico con su firma');
    expect(server.users[1]).toMatchObject({
      actions: ['register_patients', 'manage_evaluations', 'view_dashboard'],
      doctor: { id: NEW_DOCTOR_ID },
    });
  });

  it.each([
    ['a suspended user', { status: 'suspended' }, /^Este usuario está suspendido\./],
    [
      'a user of another doctor',
      { status: 'active', doctor: { id: OTHER_ROW_ID, name: 'Dr. Otro' } },
      /^Este usuario ya es de otro médico\./,
    ],
  ])('P10.277 the address of %s is rejected at its field', async (_user, patch, text) => {
    await createDoctorOfUser(patch);
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await findField('Correo del médico')).getAttribute('aria-invalid')).toBe('true');
    for (const call of ['setUserPermissions', 'setUserDoctor', 'setDoctorSignature'])
      expect(callsTo(call)).toEqual([]);
  });

  it('P10.277 the receptionist’s address is rejected as the doctor’s', async () => {
    lackOnly('people', 'doctor');
    renderSetupPage();
    await enterTexts({
      'Nombre de recepcionista': 'Leo Demo',
      'Correo de recepcionista': 'leo@clinica.test',
    });
    await enterDoctor('LEO@clinica.test');
    await createAll();
    expect(await screen.findByText(/^Es el mismo correo de recepción\./)).toBeTruthy();
    expect(server.calls.filter(({ name }) => name.startsWith('create'))).toEqual([]);
  });

  it('P10.432 P10.277 the link of an invited user stays valid when the user is the doctor’s already', async () => {
    await createDoctorOfUser({ doctor: { id: NEW_DOCTOR_ID, name: 'Dra. Zoe' } });
    await expectDone('Médico con su firma');
    expect(callsTo('resetUserPassword')).toEqual([]);
  });

  it('P10.432 P10.100 the link of a receptionist who was invited in Usuarios stays valid', async () => {
    lackOnly('people');
    addUser({ actions: [] });
    renderSetupPage();
    await enterTexts({ 'Nombre de recepcionista': 'Zoe', 'Correo de recepcionista': 'zoe@clinica.test' });
    await createAll();
    await waitFor(() =>
      expect(server.users[1]?.['actions']).toEqual(['register_patients', 'view_dashboard']),
    );
    expect([...callsTo('createUser'), ...callsTo('resetUserPassword')]).toEqual([]);
  });
});

describe('P10.97 step of the receptionist', () => {
  it('P10.97 the user of a doctor does not complete the step of the receptionist', async () => {
    lackOnly('people');
    addUser({ actions: ['manage_evaluations', 'view_dashboard'] });
    renderSetupPage();
    expect(await findField('Nombre de recepcionista')).toBeTruthy();
    expect((await findStep('Recepción')).dataset['state']).toBe('left');
  });
});
