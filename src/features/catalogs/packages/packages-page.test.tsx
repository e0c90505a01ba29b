import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { CatalogServer, okResponse, rejectedResponse } from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { PackagesPage } from './packages-page.tsx';

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
const SAMPLE_EVALUATION_TYPE = { id: '11111111-1111-4111-8111-111111111111', name: 'Ingreso', code: 'ING' };
const SAMPLE_EXAM = { id: '22222222-2222-4222-8222-222222222222', name: 'Visiometría', code: 'VIS' };
const SAMPLE_COMPANY = { id: '44444444-4444-4444-8444-444444444444', name: 'Flores', code: 'FLO' };
const SAMPLE_FIELD = { id: '55555555-5555-4555-8555-555555555555', name: 'ARL' };
const SAMPLE_ROWS: Readonly<Record<string, object>> = {
  exams: SAMPLE_EXAM,
  companies: SAMPLE_COMPANY,
  'evaluation-types': SAMPLE_EVALUATION_TYPE,
};
vi.mock('#storage/cache/additional-fields.ts', () => ({
  listActiveAdditionalFields: () => Promise.resolve([SAMPLE_FIELD]),
}));
vi.mock('#storage/cache/catalogs.ts', () => ({ findCatalogRow: () => Promise.resolve(SAMPLE_EXAM) }));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: (resource: string) => {
    const row = {
      ...SAMPLE_ROWS[resource],
      aside: '',
      recent: false,
    };
    return {
      source: resource,
      search: () => Promise.resolve([row]),
      find: () => Promise.resolve(row),
      fits: () => true,
    };
  },
}));

const AUDIOMETRY = { id: '33333333-3333-4333-8333-333333333333', name: 'Audiometría', code: 'AUD' };
const allJobsPackage = {
  evaluation_type: SAMPLE_EVALUATION_TYPE,
  company: null,
  job: null,
  exams: [AUDIOMETRY],
  emphases: [] as string[],
  additional_fields: [] as { id: string; name: string }[],
  revision: 4,
};
const removedPackage = { ...allJobsPackage, job: 'Soldador', exams: [], revision: 2 };
const jobProfile = {
  ...allJobsPackage,
  company: SAMPLE_COMPANY,
  job: 'Soldador',
  emphases: ['Alturas'],
  additional_fields: [SAMPLE_FIELD],
};
const PROFILE_TITLE = 'Ingreso · Flores · Soldador';
const renderPackagesPage = () =>
  renderReadScreen(
    <>
      <Link to="/home">Inicio</Link>
      <PackagesPage account={createAccount(['manage_catalogs'])} />
    </>,
    '/admin/catalogs/packages',
  );
const isLeavePromptShown = () => screen.queryByRole('dialog', { name: '¿Salir sin guardar?' }) !== null;
const getNamedButton = (name: string) => screen.getByRole('button', { name });
const lastSentInput = () =>
  mockState.provider.calls.filter(({ name }) => name === 'setExamPackage').at(-1)?.input;

async function selectComboboxOption(label: string, name: string) {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}

beforeEach(() => {
  mockState.provider = new CatalogServer();
  mockState.provider.on('listExamPackages', okResponse({ items: [allJobsPackage, removedPackage] }));
  mockState.provider.on('setExamPackage', okResponse({ ...allJobsPackage, revision: 5 }));
});

it('P10.186 the packages page lists all packages except removed ones', async () => {
  renderPackagesPage();
  const list = await screen.findByRole('list', { name: 'Paquetes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ingreso · todos los cargosAudiometríaEditar']);
});

it('P10.186 the packages page sends a changed exam package with the revision that was read', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  await selectComboboxOption('Agregar un examen', 'Visiometría');
  await userEvent.click(getNamedButton('Agregar examen'));
  await screen.findByRole('button', { name: 'Quitar Visiometría' });
  await userEvent.click(getNamedButton('Guardar paquete'));
  expect(await screen.findByRole('list', { name: 'Paquetes' })).toBeTruthy();
  expect(lastSentInput()).toMatchObject({
    body: {
      evaluation_type_id: SAMPLE_EVALUATION_TYPE.id,
      job: null,
      exam_ids: [AUDIOMETRY.id, SAMPLE_EXAM.id],
    },
    headers: { 'if-match': '"r4"' },
  });
});

it('P10.7 P10.186 the package form prompts before the user leaves with added exams and a restored job', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo paquete' }));
  await userEvent.type(screen.getByLabelText('Cargo'), 'S{Backspace}');
  await selectComboboxOption('Agregar un examen', 'Visiometría');
  await userEvent.click(getNamedButton('Agregar examen'));
  await screen.findByRole('button', { name: 'Quitar Visiometría' });
  await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
  await waitFor(() => expect(isLeavePromptShown()).toBe(true));
});

it('P10.186 the packages page reads the packages again when the user closes the form', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  mockState.provider.on('listExamPackages', okResponse({ items: [] }));
  await userEvent.click(getNamedButton('Cancelar'));
  expect(await screen.findByText('Todavía no hay paquetes.')).toBeTruthy();
});

it('P10.186 the package form rejects a duplicate package, and creates a package with the revision of a removed one for the same job', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo paquete' }));
  await userEvent.click(getNamedButton('Guardar paquete'));
  expect(screen.getByText('Elige el tipo de evaluación.')).toBeTruthy();
  await selectComboboxOption('Tipo de evaluación', 'Ingreso');
  await userEvent.click(getNamedButton('Guardar paquete'));
  expect(screen.getByText('Ya hay un paquete de Ingreso · todos los cargos. Edita ese.')).toBeTruthy();
  await enterText(screen.getByLabelText('Cargo'), 'soldador ');
  await selectComboboxOption('Agregar un examen', 'Visiometría');
  await userEvent.click(getNamedButton('Agregar examen'));
  await screen.findByRole('button', { name: 'Quitar Visiometría' });
  await userEvent.click(getNamedButton('Guardar paquete'));
  await waitFor(() =>
    expect(lastSentInput()).toMatchObject({
      body: { evaluation_type_id: SAMPLE_EVALUATION_TYPE.id, job: 'soldador', exam_ids: [SAMPLE_EXAM.id] },
      headers: { 'if-match': '"r2"' },
    }),
  );
});

it('P10.186 the package form says that saving without exams removes the package, and then removes it', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  await userEvent.click(getNamedButton('Quitar Audiometría'));
  expect(screen.getByText('Sin exámenes, el paquete se quita al guardar.')).toBeTruthy();
  await userEvent.click(getNamedButton('Guardar paquete'));
  await waitFor(() => expect(lastSentInput()).toMatchObject({ body: { exam_ids: [] } }));
});

it("P10.186 the package form shows another user's change, and overwrites it only when the user saves again", async () => {
  mockState.provider.on('setExamPackage', rejectedResponse(412));
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  await userEvent.click(getNamedButton('Quitar Audiometría'));
  mockState.provider.on(
    'listExamPackages',
    okResponse({ items: [{ ...allJobsPackage, exams: [SAMPLE_EXAM], revision: 9 }] }),
  );
  await userEvent.click(getNamedButton('Guardar paquete'));
  expect(await screen.findByText(/Otra persona guardó cambios mientras tanto/)).toBeTruthy();
  expect(screen.getByText(/^Ahora tiene: Visiometría\./)).toBeTruthy();
  await userEvent.click(getNamedButton('Guardar paquete'));
  await waitFor(() => expect(lastSentInput()).toMatchObject({ headers: { 'if-match': '"r9"' } }));
});

it('P10.7 P10.186 the package form prompts before the user leaves with changed exams', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  await userEvent.click(getNamedButton('Quitar Audiometría'));
  await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
  await waitFor(() => expect(isLeavePromptShown()).toBe(true));
  await userEvent.click(getNamedButton('Seguir editando'));
  await userEvent.click(getNamedButton('Cancelar'));
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ingreso · todos los cargos' }));
  await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/home'));
  expect(isLeavePromptShown()).toBe(false);
});

it("P11.66 the packages page names a company's package 'Perfil de cargo' and lists its exams, emphases and fields", async () => {
  mockState.provider.on('listExamPackages', okResponse({ items: [allJobsPackage, jobProfile] }));
  renderPackagesPage();
  const list = await screen.findByRole('list', { name: 'Paquetes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ingreso · todos los cargosAudiometríaEditar',
    `${PROFILE_TITLE} Perfil de cargoAudiometría · Énfasis: Alturas · Pide: ARLEditar`,
  ]);
});

it('P11.66 the form creates a profile with company, emphases and fields, also next to the package of all companies', async () => {
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo paquete' }));
  await selectComboboxOption('Tipo de evaluación', 'Ingreso');
  await selectComboboxOption('Empresa empleadora o contratista', 'Flores');
  await selectComboboxOption('Agregar un examen', 'Visiometría');
  await userEvent.click(getNamedButton('Agregar examen'));
  await screen.findByRole('button', { name: 'Quitar Visiometría' });
  await enterText(screen.getByLabelText('Énfasis'), ' Alturas \n\nOsteomuscular');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'ARL' }));
  await userEvent.click(getNamedButton('Guardar perfil'));
  await waitFor(() =>
    expect(lastSentInput()).toMatchObject({
      body: {
        evaluation_type_id: SAMPLE_EVALUATION_TYPE.id,
        company_id: SAMPLE_COMPANY.id,
        job: null,
        exam_ids: [SAMPLE_EXAM.id],
        emphases: ['Alturas', 'Osteomuscular'],
        additional_field_ids: [SAMPLE_FIELD.id],
      },
      headers: { 'if-match': '"r0"' },
    }),
  );
});

it('P11.66 the form of a profile shows its content, and reports a repeated emphasis', async () => {
  mockState.provider.on('listExamPackages', okResponse({ items: [jobProfile] }));
  renderPackagesPage();
  await userEvent.click(await screen.findByRole('button', { name: `Editar ${PROFILE_TITLE}` }));
  expect(screen.getByText(`Perfil de cargo: ${PROFILE_TITLE}`)).toBeTruthy();
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'ARL' })).checked).toBe(true);
  await userEvent.type(screen.getByLabelText('Énfasis'), '{Enter}ALTURAS');
  await userEvent.click(getNamedButton('Guardar perfil'));
  expect(screen.getByText('Cada énfasis va una sola vez.')).toBeTruthy();
  expect(lastSentInput()).toBeUndefined();
});
