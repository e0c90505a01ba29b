// @module-tag landing
//
// Runs in happy-dom: the clinic setup with a server provided by the test; device storage is replaced by memory.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import type { SetupDraft } from '#domain/setup/draft.ts';
import type { StoredSetup } from '#storage/device/setup.ts';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  type CatalogServer,
  COMPANY_ID,
  okResponse,
  rejectedResponse,
  noResponse,
} from '#tests/support/screens/catalog-server.ts';
import { BRANCH_ROW, EmptyClinicServer } from '#tests/support/screens/empty-clinic.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/render-read-screen.tsx';
import { SetupPage } from './setup-page.tsx';

const mocks = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  link: { name: 'up', since: 0 } as object,
  kept: { skipped: [], facts: null } as StoredSetup,
  drafts: new Map<string, SetupDraft>(),
  listeners: new Set<() => void>(),
  setActiveBranch: vi.fn(),
  registered: null as number | null,
}));
vi.mock('dexie-react-hooks', async () => {
  const { useEffect, useState } = await import('react');
  return {
    useLiveQuery: (query: () => unknown) => {
      const [value, setValue] = useState<unknown>();
      useEffect(() => {
        const runQuery = () => void Promise.resolve(query()).then(setValue);
        runQuery();
        mocks.listeners.add(runQuery);
        return () => void mocks.listeners.delete(runQuery);
        // oxlint-disable-next-line react/exhaustive-deps
      }, []);
      return value;
    },
  };
});
vi.mock('#storage/device/setup.ts', () => ({
  readStoredSetup: () => Promise.resolve(mocks.kept),
  saveStoredSetup: (_ownerId: string, kept: StoredSetup) => {
    mocks.kept = kept;
    for (const tell of mocks.listeners) tell();
    return Promise.resolve();
  },
}));
vi.mock('#storage/drafts/setup-drafts.ts', () => ({
  loadSetupDraft: (_ownerId: string, step: string) => Promise.resolve(mocks.drafts.get(step) ?? null),
  saveSetupDraft: (_ownerId: string, step: string, draft: SetupDraft) =>
    Promise.resolve(void mocks.drafts.set(step, draft)),
  discardWindowSetupDraft: (_ownerId: string, step: string) =>
    Promise.resolve(void mocks.drafts.delete(step)),
}));
vi.mock('#sync/changes/on-device-aside.ts', () => import('#storage/drafts/setup-drafts.ts'));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mocks.provider.ask(...call),
}));
vi.mock('#sync/administration/branches.ts', async (original) => ({
  ...(await original<object>()),
  setActiveBranch: mocks.setActiveBranch,
}));
vi.mock('#sync/reads/dashboard.ts', () => ({
  fetchFigures: () =>
    Promise.resolve({ summary: { periods: { this_year: { total: 0, previous_total: 0 } } } }),
  toFiguresCacheOwner: () => ({}),
  ALL_COMPANIES: {},
}));
vi.mock('#sync/administration/branding.ts', () => ({ refreshBranding: () => Promise.resolve() }));
vi.mock('#sync/catalogs/catalog-cache.ts', () => ({ refreshCatalog: () => Promise.resolve('replaced') }));
vi.mock('#sync/session/session.ts', () => ({ revalidateSession: () => Promise.resolve() }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/outbox/last-registration.ts', () => ({
  readLastRegistrationTime: () => Promise.resolve(mocks.registered),
}));

const ADMINISTRATOR_PERMISSIONS: Permission[] = ['user_management', 'manage_catalogs', 'view_dashboard'];
let fakeClinicServer: EmptyClinicServer;
const renderSetupPage = (actions = ADMINISTRATOR_PERMISSIONS, patch = {}) =>
  renderReadScreen(<SetupPage account={createAccount(actions, patch)} />, '/setup');
const findStepButton = (name: RegExp) => screen.findByRole('button', { name });
const expectStepOpen = (name: RegExp) =>
  waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-expanded')).toBe('true'));
const findFieldByLabel = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const listCallsTo = (name: string) => fakeClinicServer.calls.filter((call) => call.name === name);

beforeEach(() => {
  fakeClinicServer = new EmptyClinicServer();
  mocks.provider = fakeClinicServer;
  mocks.link = { name: 'up', since: 0 };
  mocks.kept = { skipped: [], facts: null };
  mocks.registered = null;
  mocks.drafts.clear();
  mocks.setActiveBranch.mockReset().mockResolvedValue({ type: 'changed' });
});

async function fillClinicForm() {
  await enterText(await findFieldByLabel('Nombre de la clínica'), 'IPS Muestra');
  await enterText(await findFieldByLabel('NIT'), '999000011-6');
  await enterText(await findFieldByLabel('Nombre de la sede'), 'Sede Palmira');
}

describe('P10.98 company and branch form', () => {
  it('the company and branch form shows an error at each missing field and sends no request', async () => {
    renderSetupPage();
    await expectStepOpen(/^Empresa y sede/);
    await clickButton('Guardar y seguir');
    expect(await screen.findByText('Escribe el nombre de la clínica.')).toBeTruthy();
    expect(screen.getByText('Escribe el nombre de la sede.')).toBeTruthy();
    expect(document.activeElement).toBe(await findFieldByLabel('Nombre de la clínica'));
    expect(listCallsTo('createCompany')).toEqual([]);
  });

  it('the company and branch form creates company and branch, makes the branch active, and focuses the next step', async () => {
    renderSetupPage(ADMINISTRATOR_PERMISSIONS, { branchId: null });
    await fillClinicForm();
    await clickButton('Guardar y seguir');
    await expectStepOpen(/^Logo/);
    expect(fakeClinicServer.last('createCompany')?.body).toMatchObject({
      code: '999000011-6',
      name: 'IPS Muestra',
    });
    expect(fakeClinicServer.last('createBranch')?.body).toMatchObject({
      company_id: COMPANY_ID,
      name: 'Sede Palmira',
    });
    expect(mocks.setActiveBranch).toHaveBeenCalledExactlyOnceWith(BRANCH_ID);
    await waitFor(async () => expect(document.activeElement).toBe(await findStepButton(/^Logo/)));
    expect(screen.getByText('1 de 7 pasos')).toBeTruthy();
  });

  it('the company and branch form shows the server’s error at the branch field, and the next attempt creates no second company', async () => {
    fakeClinicServer.on(
      'createBranch',
      rejectedResponse(422, 'Revisa.', [{ field: 'name', message: 'Ya hay una así.' }]),
    );
    renderSetupPage(ADMINISTRATOR_PERMISSIONS, { branchId: null });
    await fillClinicForm();
    await clickButton('Guardar y seguir');
    expect(await screen.findByText('Ya hay una así.')).toBeTruthy();
    expect((await findFieldByLabel('Nombre de la sede')).getAttribute('aria-invalid')).toBe('true');
    await clickButton('Guardar y seguir');
    await waitFor(() => expect(listCallsTo('createBranch')).toHaveLength(2));
    expect(listCallsTo('createCompany')).toHaveLength(1);
  });

  it('the company and branch form reports that the server does not respond, and keeps the typed values after a reload', async () => {
    const { unmount } = renderSetupPage(ADMINISTRATOR_PERMISSIONS, { branchId: null });
    await fillClinicForm();
    fakeClinicServer.on('listCompanies', noResponse);
    await clickButton('Guardar y seguir');
    expect(await screen.findByText(/Lo que escribiste sigue aquí\./)).toBeTruthy();
    unmount();
    renderSetupPage(ADMINISTRATOR_PERMISSIONS, { branchId: null });
    expect((await findFieldByLabel('Nombre de la sede')).value).toBe('Sede Palmira');
  });
});

describe('P10.97 interrupted clinic setup', () => {
  it('the setup page shows the last known state and the typed values offline, and explains why saving is disabled', async () => {
    mocks.kept = {
      skipped: [],
      facts: {
        hasBranch: true,
        hasLogo: true,
        types: 6,
        exams: 12,
        doctors: 'signed',
        colleagues: 0,
        hasRegistered: false,
      },
    };
    mocks.drafts.set('people', {
      texts: { display_name: 'Zoe', email: '', role: 'doctor' },
      ticked: null,
      added: [],
      drawing: null,
    });
    mocks.link = { name: 'down', since: 0, cause: 'no_answer' };
    for (const call of ['catalogOverview', 'listBranches', 'listDoctors', 'listUsers'] as const)
      fakeClinicServer.on(call, noResponse);
    renderSetupPage();
    await expectStepOpen(/^Invitar a tu equipo/);
    expect((await findFieldByLabel('Nombre')).value).toBe('Zoe');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invitar' }).disabled).toBe(true);
    expect(screen.getAllByText(/los cambios necesitan red\./).length).toBeGreaterThan(0);
  });

  it("'Ahora no' marks the step for later and opens the next step", async () => {
    fakeClinicServer.branches.push(BRANCH_ROW);
    renderSetupPage();
    await expectStepOpen(/^Logo/);
    await clickButton('Ahora no');
    await expectStepOpen(/^Tipos de evaluación/);
    expect(mocks.kept.skipped).toEqual(['logo']);
    expect(within(await findStepButton(/^Logo/)).getByText('Para después')).toBeTruthy();
  });

  it('the setup page redirects a user without all required permissions to the home page', () => {
    renderSetupPage(['user_management', 'register_patients']);
    expect(screen.getByTestId('where').textContent).toBe('/home');
    expect(fakeClinicServer.calls).toEqual([]);
  });
});

describe('P10.99 setup steps for evaluation types and exams', () => {
  beforeEach(() => {
    fakeClinicServer.branches.push(BRANCH_ROW);
    mocks.kept = { skipped: ['logo'], facts: null };
  });

  it('a click in the setup step creates all preselected evaluation types', async () => {
    renderSetupPage();
    await expectStepOpen(/^Tipos/);
    await clickButton('Guardar los 6 y seguir');
    await expectStepOpen(/^Exámenes/);
    expect(fakeClinicServer.types.map(({ code }) => code)).toEqual([
      'ING',
      'PER',
      'CAM',
      'EGR',
      'POS',
      'RET',
    ]);
  });

  it('the setup step for evaluation types names the type that the server rejected, and the next attempt continues with it', async () => {
    const create = fakeClinicServer.types;
    let fail = true;
    fakeClinicServer.on('createEvaluationType', (input) => {
      const body = input.body as { code: string };
      if (body.code === 'CAM' && fail) return rejectedResponse(500);
      create.push(body);
      return okResponse({ ...body, id: BRANCH_ID, is_active: true }, 201);
    });
    renderSetupPage();
    await clickButton('Guardar los 6 y seguir');
    expect(
      await screen.findByText(/Quedaron guardados 2\. «Periódica por cambio de ocupación»:/),
    ).toBeTruthy();
    fail = false;
    await clickButton('Guardar los 4 y seguir');
    await expectStepOpen(/^Exámenes/);
    expect(create.map(({ code }) => code)).toEqual(['ING', 'PER', 'CAM', 'EGR', 'POS', 'RET']);
  });

  it('the user can add an evaluation type to the list of the setup step, and errors are shown at its fields', async () => {
    renderSetupPage();
    await clickButton('Otro tipo');
    await enterText(await findFieldByLabel('Nombre'), 'Trabajo en alturas');
    await enterText(await findFieldByLabel('Código'), 'ING');
    await clickButton('Agregar');
    expect(await screen.findByText('Ese código ya está en la lista.')).toBeTruthy();
    await userEvent.clear(await findFieldByLabel('Código'));
    await enterText(await findFieldByLabel('Código'), 'ALT');
    await clickButton('Agregar');
    await clickButton('Guardar los 7 y seguir');
    await waitFor(() =>
      expect(fakeClinicServer.types.at(-1)).toMatchObject({ code: 'ALT', name: 'Trabajo en alturas' }),
    );
  });
});

describe('P10.100 setup step that invites colleagues', () => {
  beforeEach(() => {
    fakeClinicServer.branches.push(BRANCH_ROW);
    mocks.kept = { skipped: ['logo', 'exams', 'doctor'], facts: null };
    fakeClinicServer.types.push({ code: 'ING' });
  });

  it('the setup step for colleagues invites a user with the permissions of the role, and shows the link as text and QR code', async () => {
    renderSetupPage();
    await expectStepOpen(/^Invitar/);
    await enterText(await findFieldByLabel('Nombre'), 'Zoe Demo');
    await enterText(await findFieldByLabel('Correo electrónico'), 'zoe@clinica.test');
    await userEvent.click(screen.getByRole('radio', { name: 'Médico' }));
    await clickButton('Invitar');
    const link = await findFieldByLabel('Enlace de Zoe Demo');
    expect(link.value).toBe(`${location.origin}/reset-password?token=t0k`);
    expect(screen.getByRole('img', { name: 'Enlace de Zoe Demo, como código QR' })).toBeTruthy();
    expect(fakeClinicServer.last('createUser')?.body).toMatchObject({
      actions: ['manage_evaluations', 'view_dashboard'],
      branch_id: BRANCH_ID,
      status: 'invited',
    });
    expect(await screen.findByText('Médico · falta que acepte')).toBeTruthy();
    expect((await findFieldByLabel('Nombre')).value).toBe('');
  });

  it('the setup step for colleagues shows an error at the e-mail field when the address is taken', async () => {
    const message = 'Ya existe un usuario con este correo.';
    fakeClinicServer.on('createUser', rejectedResponse(409, message, [{ field: 'email', message }]));
    renderSetupPage();
    await enterText(await findFieldByLabel('Nombre'), 'Zoe Demo');
    await enterText(await findFieldByLabel('Correo electrónico'), 'zoe@clinica.test');
    await clickButton('Invitar');
    expect(await screen.findByText(message)).toBeTruthy();
    expect((await findFieldByLabel('Nombre')).value).toBe('Zoe Demo');
  });
});
