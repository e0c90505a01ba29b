// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { CatalogServer, okResponse, rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createTemplate, NO_TEMPLATE_DECISIONS } from '#tests/support/documents/templates.ts';
import { TemplatesPage } from './templates-page.tsx';

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
const TYPE = { id: '11111111-1111-4111-8111-111111111111', name: 'Ingreso', code: 'ING' };
const EXAM = { id: '22222222-2222-4222-8222-222222222222', name: 'Visiometría', code: 'VIS' };
vi.mock('#storage/cache/catalogs.ts', () => ({ findCatalogRow: () => Promise.resolve(EXAM) }));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: (resource: string) => {
    const row = { ...(resource === 'exams' ? EXAM : TYPE), aside: '', recent: false };
    return {
      source: resource,
      search: () => Promise.resolve([row]),
      find: () => Promise.resolve(row),
      fits: () => true,
    };
  },
}));

const stored = createTemplate({
  name: 'Ingreso sano',
  evaluation_type: TYPE,
  results: [{ exam: { ...EXAM, is_active: true }, result_notes: '20/20.' }],
  decisions: { ...NO_TEMPLATE_DECISIONS, aptitude: 'apto', restrictions: [] },
  revision: 4,
});
const inactive = createTemplate({
  id: '7a000000-0000-4000-8000-000000000002',
  name: 'Vieja',
  is_active: false,
  notes: [{ note_type: 'habitos', content: 'x' }],
});
const renderPage = () =>
  renderReadScreen(
    <>
      <Link to="/home">Inicio</Link>
      <TemplatesPage account={createAccount(['manage_catalogs'])} />
    </>,
    '/admin/catalogs/templates',
  );
const button = (name: string) => screen.getByRole('button', { name });
const openForm = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const lastSent = () =>
  mockState.provider.calls.filter(({ name }) => name === 'setEvaluationTemplate').at(-1)?.input;
const saveTemplate = () => userEvent.click(button('Guardar plantilla'));

beforeEach(() => {
  mockState.provider = new CatalogServer();
  mockState.provider.on('listEvaluationTemplates', okResponse({ items: [stored, inactive] }));
  mockState.provider.on(
    'getDecisionOptions',
    okResponse({ programmes: ['voz'], aptitudes_off: [], revision: 1 }),
  );
  mockState.provider.on('setEvaluationTemplate', okResponse({ ...stored, revision: 5 }));
});

it('P10.420 the templates page lists all templates with scope and content, and marks inactive ones', async () => {
  renderPage();
  const list = await screen.findByRole('list', { name: 'Plantillas' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Ingreso sano Ingreso · todos los cargos · 1 resultado · 0 notas · AptoEditar',
    'Vieja InactivaTodos los tipos · todos los cargos · 0 resultados · 1 notaEditar',
  ]);
});

it('P10.420 the template form sends a change with the revision that was read, and keeps the other values', async () => {
  renderPage();
  await openForm('Editar Ingreso sano');
  await enterText(screen.getByLabelText('Texto: Hábitos y estilos de vida'), 'Actividad física.');
  await userEvent.selectOptions(screen.getByLabelText('Inclusión en SVE'), 'Programas');
  await userEvent.click(button('Agregar programa'));
  await saveTemplate();
  expect(await screen.findByRole('list', { name: 'Plantillas' })).toBeTruthy();
  expect(lastSent()).toMatchObject({
    params: { id: stored.id },
    body: {
      name: 'Ingreso sano',
      evaluation_type_id: TYPE.id,
      job: null,
      results: [{ exam_id: EXAM.id, result_notes: '20/20.' }],
      notes: [{ note_type: 'habitos', content: 'Actividad física.' }],
      decisions: {
        aptitude: 'apto',
        surveillance: [{ programme: 'voz', act: 'ingresa' }],
        referral: null,
        restrictions: [],
        tasks: null,
      },
      is_active: true,
    },
    headers: { 'if-match': '"r4"' },
  });
});

it('P10.420 the template form shows a stored programme that the clinic no longer offers', async () => {
  const surveillance = [{ programme: 'osteomuscular', act: 'ingresa' as const }];
  const item = { ...stored, decisions: { ...stored.decisions, surveillance } };
  mockState.provider.on('listEvaluationTemplates', okResponse({ items: [item] }));
  renderPage();
  await openForm('Editar Ingreso sano');
  const programme = screen.getByLabelText<HTMLSelectElement>('Programa');
  expect(programme.value).toBe('osteomuscular');
  expect([...programme.options].map(({ value }) => value)).toEqual(['voz', 'osteomuscular']);
});

it('P10.420 the template form creates a template with revision 0 and an id of the device', async () => {
  renderPage();
  await openForm('Nueva plantilla');
  await enterText(screen.getByLabelText(/^Nombre/), 'Sano');
  await userEvent.click(screen.getByRole('combobox', { name: 'Agregar un examen' }));
  await userEvent.click(await screen.findByRole('option', { name: /Visiometría/ }));
  await userEvent.click(button('Agregar examen'));
  await enterText(await screen.findByLabelText('Resultado de Visiometría'), '20/20.');
  await saveTemplate();
  await waitFor(() =>
    expect(lastSent()).toMatchObject({
      params: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
      body: {
        name: 'Sano',
        evaluation_type_id: null,
        results: [{ exam_id: EXAM.id, result_notes: '20/20.' }],
      },
      headers: { 'if-match': '"r0"' },
    }),
  );
});

it('P10.420 the template form shows each error at its field and sends nothing', async () => {
  renderPage();
  await openForm('Nueva plantilla');
  await userEvent.selectOptions(screen.getByLabelText('Restricciones'), 'Restricciones');
  await userEvent.click(button('Agregar restricción'));
  await enterText(screen.getByLabelText(/^Días/), '0');
  await saveTemplate();
  expect(screen.getByLabelText(/^Nombre/).getAttribute('aria-invalid')).toBe('true');
  for (const text of ['Escribe el nombre.', 'Escribe qué no puede hacer.', 'Mínimo 1 día.'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(lastSent()).toBeUndefined();
});

it("P10.420 the template form shows the server's error at its field", async () => {
  mockState.provider.on(
    'setEvaluationTemplate',
    rejectedResponse(400, '', [{ field: 'name', message: 'Ya hay una plantilla con este nombre.' }]),
  );
  renderPage();
  await openForm('Editar Ingreso sano');
  await enterText(screen.getByLabelText('Cargo'), 'Soldador');
  await saveTemplate();
  expect(await screen.findByText('Ya hay una plantilla con este nombre.')).toBeTruthy();
  expect(screen.getByLabelText(/^Nombre/).getAttribute('aria-invalid')).toBe('true');
});

it("P10.420 the template form shows another user's change and overwrites it only when the user says so", async () => {
  mockState.provider.on('setEvaluationTemplate', rejectedResponse(412));
  renderPage();
  await openForm('Editar Ingreso sano');
  await enterText(screen.getByLabelText('Cargo'), 'Soldador');
  mockState.provider.on(
    'listEvaluationTemplates',
    okResponse({ items: [{ ...stored, job: 'Conductor', revision: 9 }] }),
  );
  await saveTemplate();
  expect(await screen.findByText(/Ingreso · Conductor · 1 resultado/)).toBeTruthy();
  mockState.provider.on('setEvaluationTemplate', okResponse({ ...stored, revision: 10 }));
  await userEvent.click(button('Guardar lo mío'));
  await waitFor(() => expect(lastSent()).toMatchObject({ headers: { 'if-match': '"r9"' } }));
});

it('P10.7 P10.420 the template form prompts before the user leaves with changed values', async () => {
  renderPage();
  await openForm('Editar Ingreso sano');
  await enterText(screen.getByLabelText('Cargo'), 'Soldador');
  await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
  expect(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).toBeTruthy();
});
