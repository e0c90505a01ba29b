// The set-up with a simulated server and with device storage in memory. Import this file before the screen's modules, because it
// mocks modules that they import.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import type { SetupDraft } from '#domain/setup/draft.ts';
import type { StoredSetup } from '#storage/device/setup.ts';
import { COMPANY_ID } from './catalog-server.ts';
import { BRANCH_ROW, EmptyClinicServer } from './empty-clinic.ts';
import { enterText } from './rendering/enter-text.ts';

const mocks = vi.hoisted(() => ({
  provider: null as unknown as EmptyClinicServer,
  link: { name: 'up', since: 0 } as object,
  kept: { skipped: [], facts: null } as StoredSetup,
  drafts: new Map<string, SetupDraft>(),
  listeners: new Set<() => void>(),
  setActiveBranch: vi.fn(),
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
  loadSetupDraft: (_ownerId: string, part: string) => Promise.resolve(mocks.drafts.get(part) ?? null),
  saveSetupDraft: (_ownerId: string, part: string, draft: SetupDraft) =>
    Promise.resolve(void mocks.drafts.set(part, draft)),
  discardWindowSetupDraft: (_ownerId: string, part: string) =>
    Promise.resolve(void mocks.drafts.delete(part)),
}));
vi.mock('#sync/changes/on-device-aside.ts', () => import('#storage/drafts/setup-drafts.ts'));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<EmptyClinicServer['ask']>) => mocks.provider.ask(...call),
}));
vi.mock('#sync/administration/clinic/branches.ts', async (original) => ({
  ...(await original<object>()),
  setActiveBranch: mocks.setActiveBranch,
}));
vi.mock('#sync/reads/dashboard.ts', () => ({
  fetchFigures: () =>
    Promise.resolve({ summary: { periods: { this_year: { total: 0, previous_total: 0 } } } }),
  toFiguresCacheOwner: () => ({}),
  ALL_COMPANIES: {},
}));
vi.mock('#sync/administration/clinic/branding.ts', () => ({ refreshBranding: () => Promise.resolve() }));
vi.mock('#sync/catalogs/catalog-cache.ts', () => ({ refreshCatalog: () => Promise.resolve('replaced') }));
vi.mock('#sync/session/session.ts', () => ({ revalidateSession: () => Promise.resolve() }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/outbox/last-registration.ts', () => ({
  readLastRegistrationTime: () => Promise.resolve(null),
}));
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));

export const setupMocks = mocks;
export const ADMINISTRATOR_PERMISSIONS: Permission[] = [
  'user_management',
  'manage_catalogs',
  'view_dashboard',
];
/** Server of the present test. */
export let server: EmptyClinicServer;
export const findField = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const clickButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));
export const createAll = () => clickButton('Crear todo');
export const callsTo = (name: string) => server.calls.filter((call) => call.name === name);
export const findStep = (title: string) => screen.findByRole('listitem', { name: title });
export const expectDone = (title: string) =>
  waitFor(async () => expect((await findStep(title)).dataset['state']).toBe('done'));

export async function enterTexts(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await enterText(await findField(label), text);
}

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
/** Enters the doctor with an uploaded signature. `email`: address of the doctor's user; empty for none. */
export async function enterDoctor(email: string): Promise<void> {
  await enterTexts({ 'Nombre y apellidos': 'Dra. Zoe Demo', Licencia: 'LIC-1' });
  if (email !== '') await enterTexts({ 'Correo del médico': email });
  const file = new File([PNG], 'firma.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Subir imagen de la firma'), file);
}

type IncludedStep = 'types' | 'exams' | 'people' | 'doctor';
/** Gives the server a clinic that lacks only the given steps. */
export function lackOnly(...steps: IncludedStep[]): void {
  server.branches.push(BRANCH_ROW);
  const skipped = (['exams', 'people', 'doctor'] as const).filter((step) => !steps.includes(step));
  mocks.kept = { skipped, facts: null };
  if (!steps.includes('types')) server.types.push({ id: COMPANY_ID, code: 'ING', is_active: true });
}

beforeEach(async () => {
  // Links of the test before are forgotten after its page has closed.
  await new Promise((resolve) => setTimeout(resolve));
  server = new EmptyClinicServer();
  mocks.provider = server;
  mocks.link = { name: 'up', since: 0 };
  mocks.kept = { skipped: [], facts: null };
  mocks.drafts.clear();
  mocks.setActiveBranch.mockReset().mockResolvedValue({ type: 'changed' });
});
