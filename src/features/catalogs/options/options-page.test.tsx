import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { CatalogServer, okResponse, rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { OptionsPage } from './options-page.tsx';

const mockState = vi.hoisted(() => ({ provider: null as unknown as CatalogServer }));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mockState.provider.ask(...call),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up', since: 0 }),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
const EVALUATION_TYPE_OPTION = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Ingreso',
  aside: 'ING',
  recent: false,
};
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: (resource: string) => ({
    source: resource,
    search: () => Promise.resolve([EVALUATION_TYPE_OPTION]),
    find: () => Promise.resolve(EVALUATION_TYPE_OPTION),
    fits: () => true,
  }),
}));

const createDecisionOptions = (patch: Partial<DecisionOptions> = {}): DecisionOptions => ({
  programmes: ['osteomuscular', 'visual', 'voz'],
  aptitudes_off: [],
  revision: 4,
  ...patch,
});
const renderOptionsPage = () =>
  renderReadScreen(
    <>
      <Link to="/home">Inicio</Link>
      <OptionsPage account={createAccount(['manage_catalogs'])} />
    </>,
    '/admin/catalogs/options',
  );
const getNamedButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const findProgrammeFields = async () =>
  within(await screen.findByRole('list', { name: 'Programas de SVE' })).getAllByRole<HTMLInputElement>(
    'textbox',
  );
const readProgrammeNames = async () => (await findProgrammeFields()).map(({ value }) => value);
const lastSentInput = () =>
  mockState.provider.calls.filter(({ name }) => name === 'setDecisionOptions').at(-1)?.input;

beforeEach(() => {
  mockState.provider = new CatalogServer();
  mockState.provider.on('getDecisionOptions', okResponse(createDecisionOptions()));
  mockState.provider.on('setDecisionOptions', ({ body }) =>
    okResponse(createDecisionOptions({ ...(body as object), revision: 5 })),
  );
});

describe('P10.274 surveillance programmes', () => {
  it('P10.274 the options page adds, moves and removes programmes, and saves them with the revision that was read', async () => {
    renderOptionsPage();
    expect(await readProgrammeNames()).toEqual(['osteomuscular', 'visual', 'voz']);
    await userEvent.click(getNamedButton('Bajar osteomuscular'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bajar osteomuscular');
    await userEvent.click(getNamedButton('Bajar osteomuscular'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir osteomuscular');
    await userEvent.click(getNamedButton('Quitar voz'));
    await userEvent.click(getNamedButton('Agregar programa'));
    const added = (await findProgrammeFields()).at(-1);
    expect(document.activeElement).toBe(added);
    if (added) await enterText(added, ' Riesgo químico ');
    await userEvent.click(getNamedButton('Guardar opciones'));
    await waitFor(() => expect(getNamedButton('Guardar opciones').disabled).toBe(true));
    expect(lastSentInput()).toMatchObject({
      body: { programmes: ['visual', 'osteomuscular', 'Riesgo químico'], aptitudes_off: [] },
      headers: { 'if-match': '"r4"' },
    });
  });

  it('P10.274 the options page marks an empty or duplicate programme name and sends nothing', async () => {
    renderOptionsPage();
    await findProgrammeFields();
    await userEvent.click(getNamedButton('Agregar programa'));
    await userEvent.click(getNamedButton('Guardar opciones'));
    expect(await screen.findByText('Escribe el nombre del programa, o quítalo.')).toBeTruthy();
    const added = (await findProgrammeFields()).at(-1);
    if (added) await enterText(added, 'Visual');
    await userEvent.click(getNamedButton('Guardar opciones'));
    expect(await screen.findByText('Este programa ya está en la lista.')).toBeTruthy();
    expect(lastSentInput()).toBeUndefined();
  });

  it('P10.274 the options page saves a list that is changed after a save', async () => {
    renderOptionsPage();
    await findProgrammeFields();
    await userEvent.click(getNamedButton('Quitar voz'));
    await userEvent.click(getNamedButton('Guardar opciones'));
    await waitFor(() => expect(getNamedButton('Guardar opciones').disabled).toBe(true));
    await userEvent.click(getNamedButton('Quitar visual'));
    await userEvent.click(getNamedButton('Guardar opciones'));
    await waitFor(() =>
      expect(lastSentInput()).toMatchObject({
        body: { programmes: ['osteomuscular'] },
        headers: { 'if-match': '"r5"' },
      }),
    );
  });
});

describe('P10.274 options offered to doctors', () => {
  it('P10.274 the options page switches aptitudes of an evaluation type off, but not the last one', async () => {
    const five = ['apto', 'apto_recomendaciones', 'apto_restricciones', 'aplazado', 'no_apto'];
    mockState.provider.on(
      'getDecisionOptions',
      okResponse(
        createDecisionOptions({
          aptitudes_off: [{ evaluation_type_id: EVALUATION_TYPE_OPTION.id, aptitudes: five.slice(1) }],
        }),
      ),
    );
    renderOptionsPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar Ingreso' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Apto' }));
    const last = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Examen realizado' });
    expect(last.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(last);
    expect(last.checked).toBe(true);
    expect(screen.getByText('Deja al menos una opción.')).toBeTruthy();
    await userEvent.click(getNamedButton('Guardar opciones'));
    await waitFor(() =>
      expect(lastSentInput()).toMatchObject({
        body: { aptitudes_off: [{ evaluation_type_id: EVALUATION_TYPE_OPTION.id, aptitudes: five }] },
      }),
    );
  });

  it("P10.274 the options page shows another administrator's change, and overwrites it only when the user saves again", async () => {
    mockState.provider.on('setDecisionOptions', rejectedResponse(412));
    renderOptionsPage();
    await findProgrammeFields();
    await userEvent.click(getNamedButton('Quitar voz'));
    mockState.provider.on(
      'getDecisionOptions',
      okResponse(createDecisionOptions({ programmes: ['auditivo'], revision: 9 })),
    );
    await userEvent.click(getNamedButton('Guardar opciones'));
    expect(await screen.findByText('Otra persona cambió las opciones mientras lo editabas.')).toBeTruthy();
    expect(screen.getByText('auditivo')).toBeTruthy();
    mockState.provider.on(
      'setDecisionOptions',
      okResponse(createDecisionOptions({ programmes: ['osteomuscular', 'visual'], revision: 10 })),
    );
    await userEvent.click(getNamedButton('Guardar lo mío'));
    await waitFor(() =>
      expect(lastSentInput()).toMatchObject({
        body: { programmes: ['osteomuscular', 'visual'] },
        headers: { 'if-match': '"r9"' },
      }),
    );
  });

  it('P10.7 P10.274 the options page prompts before the user leaves with unsaved changes', async () => {
    renderOptionsPage();
    await findProgrammeFields();
    await userEvent.click(getNamedButton('Quitar voz'));
    await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
    expect(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).toBeTruthy();
  });
});
