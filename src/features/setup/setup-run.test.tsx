// @module-tag landing
//
// Runs in happy-dom: interrupted and repeated runs of 'Crear todo' with a server provided by the test.
import {
  ADMINISTRATOR_PERMISSIONS,
  callsTo,
  clickButton,
  createAll,
  expectDone,
  lackOnly,
  server,
  setupMocks,
} from '#tests/support/screens/setup-screen.tsx';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { NEW_DOCTOR_ID } from '#tests/support/screens/empty-clinic.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/render-read-screen.tsx';
import { SetupPage } from './setup-page.tsx';

const renderSetupPage = (patch = {}) =>
  renderReadScreen(<SetupPage account={createAccount(ADMINISTRATOR_PERMISSIONS, patch)} />, '/setup');

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
