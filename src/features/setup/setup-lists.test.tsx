// @module-tag landing
//
// Runs in happy-dom: lists, users and links of the set-up with a server provided by the test.
import {
  ADMINISTRATOR_PERMISSIONS,
  callsTo,
  clickButton,
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
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ANA_ID } from '#tests/support/device/device.ts';
import { noResponse, rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { NEW_DOCTOR_ID } from '#tests/support/screens/empty-clinic.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { isContentLostOnLeave } from '#ui/dialogs/unsaved.ts';
import { SetupPage } from './setup-page.tsx';

const renderSetupPage = (patch = {}) =>
  renderReadScreen(<SetupPage account={createAccount(ADMINISTRATOR_PERMISSIONS, patch)} />, '/setup');
const openList = async (title: string) =>
  userEvent.click((await within(await findStep(title)).findAllByText('Cambiar'))[0] as HTMLElement);
const enterReceptionist = () =>
  enterTexts({ 'Nombre de recepcionista': 'Leo Demo', 'Correo de recepcionista': 'leo@clinica.test' });
const leavePage = async (unmount: () => void) => {
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
};

describe('P10.433 proposals of the set-up', () => {
  it('P10.433 P10.99 the user adds an evaluation type to the proposed ones, with errors at its fields', async () => {
    lackOnly('types');
    renderSetupPage();
    await openList('Tipos de evaluación');
    await clickButton('Otro tipo');
    await enterTexts({ Nombre: 'Trabajo en alturas', Código: 'ING' });
    await clickButton('Agregar');
    expect(await screen.findByText('Ese código ya está en la lista.')).toBeTruthy();
    await userEvent.clear(await findField('Código'));
    await enterTexts({ Código: 'ALT' });
    await clickButton('Agregar');
    expect(await screen.findByText('7 tipos por crear')).toBeTruthy();
    await createAll();
    await waitFor(() =>
      expect(server.types.at(-1)).toMatchObject({ code: 'ALT', name: 'Trabajo en alturas' }),
    );
  });

  it('P10.433 a clinic that already has rows gets no row that the user has not ticked', async () => {
    lackOnly();
    server.exams.push({ id: NEW_DOCTOR_ID, code: 'EMO', name: 'Evaluación', is_active: true });
    server.packages.push({
      evaluation_type: server.types[0],
      company: null,
      job: null,
      exams: [],
      revision: 1,
    });
    renderSetupPage();
    expect(await screen.findByText('1 tipo en tu catálogo')).toBeTruthy();
    await clickButton('Crear lo marcado');
    await waitFor(() => expect(callsTo('listEvaluationTypes').length).toBeGreaterThan(1));
    expect(server.calls.filter(({ name }) => /^(create|set)/.test(name))).toEqual([]);
  });

  it('P10.433 a package contains the proposed exams that the clinic has', async () => {
    lackOnly('exams');
    renderSetupPage();
    await openList('Exámenes y paquetes');
    for (const name of [/^Audiometría/, /^Visiometría/, /^Espirometría/])
      await userEvent.click(await screen.findByRole('checkbox', { name }));
    await createAll();
    await expectDone('Exámenes y paquetes');
    const ids = ['EMO', 'EMO-OST'].map((code) => server.exams.find((row) => row['code'] === code)?.['id']);
    expect(callsTo('setExamPackage').map(({ input }) => input.body)).toEqual([
      { evaluation_type_id: server.types[0]?.['id'], company_id: null, job: null, exam_ids: ids },
    ]);
  });

  it('P10.433 the set-up creates no packages on a server without them', async () => {
    lackOnly('exams');
    server.on('listExamPackages', {
      type: 'error',
      refusal: { status: 404, code: 'call_unknown', message: '', details: [] },
      retryAfter: null,
    });
    renderSetupPage();
    await waitFor(() => expect(screen.queryByText(/paquetes? por crear/)).toBeNull());
    await createAll();
    await expectDone('Exámenes y paquetes');
    expect(server.exams).toHaveLength(12);
  });

  it('P10.433 the city proposes the branch’s name until the user types another one', async () => {
    renderSetupPage({ branchId: null });
    await enterTexts({ Ciudad: 'Palmira' });
    expect((await findField('Nombre de la sede')).value).toBe('Sede Palmira');
    await enterTexts({ 'Nombre de la sede': ' Norte', Ciudad: ' (Valle)' });
    expect((await findField('Nombre de la sede')).value).toBe('Sede Palmira Norte');
  });
});

describe('P10.432 sign-in links', () => {
  it('P10.432 P10.100 the links of the created users are shown with code and focus until the page is left', async () => {
    lackOnly('people', 'doctor');
    const { unmount } = renderSetupPage();
    await enterReceptionist();
    await enterDoctor('zoe@clinica.test');
    await createAll();
    const link = await findField('Enlace de Leo Demo');
    expect(link.value).toBe(`${location.origin}/reset-password?token=token-of-leo%40clinica.test`);
    expect(screen.getByRole('img', { name: 'Enlace de Dra. Zoe Demo, como código QR' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Entrega estos enlaces ahora' }));
    await leavePage(unmount);
    renderSetupPage();
    await expectDone('Recepción');
    expect(screen.queryByLabelText('Enlace de Leo Demo')).toBeNull();
  });

  it('P10.448 the page prompts before the links are lost', async () => {
    lackOnly('people');
    renderSetupPage();
    await enterReceptionist();
    await createAll();
    await findField('Enlace de Leo Demo');
    const away = document.createElement('a');
    away.href = '/home';
    document.body.append(away);
    fireEvent.click(away);
    const prompt = within(await screen.findByRole('dialog', { name: '¿Salir sin entregar los enlaces?' }));
    await userEvent.click(prompt.getByRole('button', { name: 'Seguir aquí' }));
    expect(await findField('Enlace de Leo Demo')).toBeTruthy();
    expect(isContentLostOnLeave()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Copiar enlace' }));
    await screen.findByText('Enlace copiado.');
    expect(isContentLostOnLeave(), 'every link is copied').toBe(false);
    away.remove();
  });

  it('P10.432 P10.431 a user whose creation got no response is invited once and gets a new link', async () => {
    lackOnly('people');
    renderSetupPage();
    await enterReceptionist();
    const create = server.response('createUser');
    server.on('createUser', (input) => {
      create(input);
      return noResponse;
    });
    await createAll();
    expect(await screen.findByText(/Lo que escribiste sigue aquí\./)).toBeTruthy();
    await createAll();
    await expectDone('Recepción');
    expect((await findField('Enlace de Leo Demo')).value).toContain('token=new-token');
    expect(callsTo('createUser')).toHaveLength(1);
  });
});

function lackSignatureOfDoctor(): void {
  lackOnly('doctor');
  server.doctors.push({
    id: NEW_DOCTOR_ID,
    name: 'Dra. Zoe Demo',
    license_number: 'LIC-1',
    is_active: true,
  });
}

describe('P10.277 user of the new doctor', () => {
  it('P10.277 the set-up links administrators who type their own address, and creates no user', async () => {
    lackOnly('doctor');
    renderSetupPage();
    await enterDoctor('ANA@clinica.test');
    await createAll();
    await expectDone('Médico con su firma');
    expect(server.last('setUserDoctor')).toMatchObject({
      params: { id: ANA_ID },
      body: { doctor_id: NEW_DOCTOR_ID },
    });
    expect(callsTo('createUser')).toEqual([]);
    expect(screen.queryByLabelText(/^Enlace de/)).toBeNull();
  });

  it('P10.277 the set-up creates a doctor without an address, and no user', async () => {
    lackOnly('doctor');
    renderSetupPage();
    await enterDoctor('');
    await createAll();
    await expectDone('Médico con su firma');
    expect([...callsTo('createUser'), ...callsTo('setUserDoctor')]).toEqual([]);
  });

  it('P10.277 the set-up invites the doctor without a link when the server cannot link users to doctors', async () => {
    lackOnly('doctor');
    const create = server.response('createUser');
    server.on('createUser', (input) => {
      const created = create(input);
      Object.assign(server.users.at(-1) ?? {}, { doctor: undefined });
      return created;
    });
    renderSetupPage();
    await enterDoctor('zoe@clinica.test');
    await createAll();
    await expectDone('Médico con su firma');
    expect(callsTo('setUserDoctor')).toEqual([]);
  });

  it('P10.277 a doctor without a signature is completed, and its fields cannot be changed', async () => {
    lackSignatureOfDoctor();
    server.on('setDoctorSignature', rejectedResponse(422, 'La firma no sirve.'));
    renderSetupPage();
    const name = await findField('Nombre y apellidos');
    expect([name.value, name.readOnly]).toEqual(['Dra. Zoe Demo', true]);
  });

  it('P10.277 the fields of a doctor without a signature stay fixed after an e-mail was typed and the page reloaded', async () => {
    lackSignatureOfDoctor();
    const { unmount } = renderSetupPage();
    await findField('Nombre y apellidos');
    await enterTexts({ 'Correo del médico': 'zoe@clinica.test' });
    await waitFor(() => expect(setupMocks.drafts.get('doctor')?.texts['email']).toBe('zoe@clinica.test'));
    unmount();
    renderSetupPage();
    expect((await findField('Licencia')).readOnly).toBe(true);
    expect((await findField('Correo del médico')).value).toBe('zoe@clinica.test');
  });
});

it('P8.29 the doctor’s part reads a doctor without a signature again after a failure', async () => {
  lackOnly('doctor');
  server.doctors.push({ id: NEW_DOCTOR_ID, name: 'Dra. Zoe Demo', license_number: 'LIC-1', is_active: true });
  const list = server.response('listDoctors');
  let isFactsRead = false;
  server.on('listDoctors', (input) => {
    if (isFactsRead) return rejectedResponse(500);
    isFactsRead = true;
    return list(input);
  });
  renderSetupPage();
  const step = within(await findStep('Médico con su firma'));
  const retry = await step.findByRole('button', { name: 'Reintentar' });
  server.on('listDoctors', list);
  await userEvent.click(retry);
  expect((await findField('Nombre y apellidos')).value).toBe('Dra. Zoe Demo');
});
