import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { CallInput } from '#network/client.ts';
import { createAdditionalField } from '#tests/support/screens/additional-fields.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  OTHER_ROW_ID,
  okResponse,
  createListPage,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { CatalogsPage } from '../../catalogs-page.tsx';

const mocks = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  toast: vi.fn(),
  refreshAdditionalFields: vi.fn(() => Promise.resolve('replaced')),
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/catalogs/additional-fields.ts', () => mocks);
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mocks.provider.ask(...call),
}));
vi.mock('#ui/notices/toast.ts', () => mocks);
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up', since: 0 }),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return { readCatalogFilters: () => Promise.resolve(allRows) };
});

const EPS_ID = '99999999-9999-4999-8999-999999999999';
const createEpsField = (patch: Partial<AdditionalField> = {}) =>
  createAdditionalField(1, {
    id: EPS_ID,
    name: 'EPS',
    kind: 'choice',
    choices: ['Sanitas', 'Sura'],
    is_required: true,
    position: 10,
    revision: 2,
    ...patch,
  });
const createShiftField = (patch: Partial<AdditionalField> = {}) =>
  createAdditionalField(2, {
    id: OTHER_ROW_ID,
    name: 'Turno',
    subject: 'visit',
    position: 20,
    on_concept: true,
    evaluation_type_ids: [COMPANY_ID],
    ...patch,
  });
const createTypeRow = (id: string, name: string, isActive = true) => ({
  id,
  code: name,
  name,
  is_active: isActive,
});

let fieldRows: { id: string }[];
const renderPage = (path = '') =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs'])} />,
    '/admin/catalogs/*',
    `/admin/catalogs/additional-fields${path}`,
  );
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const selectOption = async (label: string, option: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), option);
const replaceFieldText = async (label: string, text: string) => {
  const input = await screen.findByLabelText(label);
  await userEvent.clear(input);
  if (text !== '') await enterText(input, text);
};
/** Opens the form of a new field and enters its name, subject and kind. */
const startNewField = async (name: string, subject: string, kind: string) => {
  renderPage('/new');
  await replaceFieldText('Nombre', name);
  await selectOption('De quién es el dato', subject);
  await selectOption('Tipo de dato', kind);
};
const lastCreationBody = () => mocks.provider.last('createAdditionalField')?.body;

beforeEach(() => {
  vi.clearAllMocks();
  fieldRows = [createEpsField(), createShiftField()];
  mocks.provider = new CatalogServer();
  mocks.provider.on('listAdditionalFields', () => okResponse(createListPage(fieldRows)));
  mocks.provider.on(
    'listEvaluationTypes',
    okResponse(
      createListPage([createTypeRow(COMPANY_ID, 'Ingreso'), createTypeRow(OTHER_ROW_ID, 'Retirado', false)]),
    ),
  );
  mocks.provider.on('createAdditionalField', ({ body }: CallInput) =>
    okResponse(createEpsField({ ...(body as object), id: OTHER_ROW_ID }), 201),
  );
});

describe('P10.357 list of additional fields', () => {
  it('the list shows subject, kind, requiredness and printing documents of each field, in the order in which forms show the fields', async () => {
    renderPage();
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toBe('EPSDel paciente · obligatorio2 opcionesHistoriaActivo');
    expect(second?.textContent).toBe('TurnoDe la evaluaciónTextoHistoria y conceptoActivo');
    expect(mocks.provider.last('listAdditionalFields')?.query).toMatchObject({ sort: 'position' });
  });

  it("the empty list of additional fields tells the administrator to begin with the button 'Agregar campos listos'", async () => {
    fieldRows = [];
    renderPage();
    expect(await screen.findByText(/^Empieza con «Agregar campos listos»/)).toBeTruthy();
  });

  it('P10.375 when the server lacks additional fields, the page says so and has no buttons for new fields or ready fields', async () => {
    mocks.provider.on('catalogOverview', okResponse({ additional_fields: { total: 1, active: 1 } }));
    const { unmount } = renderPage();
    expect(await screen.findByText('Turno')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Agregar campos listos' })).toBeTruthy();
    unmount();
    mocks.provider.on('catalogOverview', okResponse({}));
    mocks.provider.on('listAdditionalFields', rejectedResponse(404));
    renderPage();
    expect(await screen.findByText('El servidor no ofrece «Campos adicionales».')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Agregar campos listos' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Nuevo campo' })).toBeNull();
  });

  it("the panel shows the server's reason when a field cannot be activated", async () => {
    const message = 'Ya hay 40 campos activos. Desactiva uno que no se use.';
    const rejection = rejectedResponse(422, 'Hay datos que corregir.', [{ field: 'is_active', message }]);
    mocks.provider.on('setAdditionalFieldStatus', rejection);
    fieldRows = [createEpsField({ is_active: false })];
    renderPage();
    await clickButton('EPS');
    await clickButton('Activar');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('the panel shows options only for a field whose kind is a list', async () => {
    renderPage();
    await clickButton('Turno');
    const panel = await screen.findByRole('complementary', { name: 'Turno' });
    expect(panel.textContent).toContain('Tipos de evaluación que lo piden1 tipo');
    expect(panel.textContent).not.toContain('Opciones');
    await clickButton('EPS');
    expect((await screen.findByRole('complementary', { name: 'EPS' })).textContent).toContain(
      'Opciones2 opciones',
    );
  });
});

describe('P10.357 form of an additional field', () => {
  it('the form creates an additional field of the kind list with its options, for the chosen evaluation types', async () => {
    renderPage('/new');
    await replaceFieldText('Nombre', 'ARL');
    await selectOption('De quién es el dato', 'Del paciente');
    expect(screen.queryByLabelText('Opciones')).toBeNull();
    await selectOption('Tipo de dato', 'Lista de opciones');
    await userEvent.type(await screen.findByLabelText('Opciones'), 'Sura{Enter}Positiva{Enter}');
    expect(screen.getByText(/2 opciones\./)).toBeTruthy();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Ingreso' }));
    expect(screen.queryByRole('checkbox', { name: /Retirado/ })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Obligatorio' }));
    await clickButton('Crear');
    await waitFor(() => expect(mocks.toast).toHaveBeenCalledWith('ok', 'Campo creado.'));
    expect(mocks.refreshAdditionalFields).toHaveBeenCalledOnce();
    expect(lastCreationBody()).toEqual({
      name: 'ARL',
      subject: 'patient',
      kind: 'choice',
      choices: ['Sura', 'Positiva'],
      is_required: true,
      position: 100,
      evaluation_type_ids: [COMPANY_ID],
      on_history: true,
      on_concept: false,
      is_searchable: false,
    });
  });

  it('the form saves no options when the administrator types options of a list and then chooses another kind', async () => {
    await startNewField('Turno', 'De la evaluación', 'Lista de opciones');
    await userEvent.type(await screen.findByLabelText('Opciones'), 'Uno');
    await selectOption('Tipo de dato', 'Texto');
    await clickButton('Crear');
    await waitFor(() => expect(lastCreationBody()).toMatchObject({ kind: 'text', choices: [] }));
  });

  it('P10.358 the form shows all errors at their inputs, names the invalid option line and sends no request', async () => {
    renderPage('/new');
    await selectOption('Tipo de dato', 'Lista de opciones');
    await userEvent.type(await screen.findByLabelText('Opciones'), 'Sura{Enter}{Enter}SURA');
    await replaceFieldText('Orden', '0');
    await clickButton('Crear');
    for (const text of [
      'Escribe el nombre del campo.',
      'Elige de quién es el dato.',
      'La línea 2 está vacía. La línea 3 repite la línea 1.',
      'Escribe un número entero de 1 a 999.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(lastCreationBody()).toBeUndefined();
  });

  it('the form of a saved field shows its subject and kind as read-only, with a hint', async () => {
    mocks.provider.on(
      'replaceAdditionalField',
      okResponse(createEpsField({ name: 'EPS o régimen', revision: 3 })),
    );
    renderPage(`/${EPS_ID}`);
    const kind = await screen.findByLabelText<HTMLInputElement>('Tipo de dato');
    expect([kind.value, kind.readOnly]).toEqual(['Lista de opciones', true]);
    expect(screen.getByLabelText<HTMLInputElement>('De quién es el dato').value).toBe('Del paciente');
    expect(screen.getAllByText(/^No se puede cambiar: ya puede haber datos guardados/)).toHaveLength(2);
    await replaceFieldText('Nombre', 'EPS o régimen');
    await clickButton('Guardar cambios');
    await waitFor(() => expect(mocks.toast).toHaveBeenCalledWith('ok', 'Campo actualizado.'));
    expect(mocks.provider.last('replaceAdditionalField')).toMatchObject({
      headers: { 'if-match': '"r2"' },
      body: { name: 'EPS o régimen', subject: 'patient', kind: 'choice', choices: ['Sanitas', 'Sura'] },
    });
  });

  it("the form warns next to the switch 'Sale en el concepto' that the employer reads the concept", async () => {
    renderPage('/new');
    const toConcept = await screen.findByRole('switch', { name: 'Sale en el concepto' });
    const hint = document.getElementById(toConcept.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe(
      'Solo datos administrativos: el concepto lo lee el empleador. Nada de salud.',
    );
  });
});

it("P10.374 the form shows the server's error below the field 'Nombre' when an active additional field has the same name", async () => {
  const message = 'Ya hay un campo activo con este nombre. Escribe otro.';
  mocks.provider.on(
    'createAdditionalField',
    rejectedResponse(400, 'Corrige los campos marcados antes de continuar.', [{ field: 'name', message }]),
  );
  await startNewField('EPS', 'Del paciente', 'Texto');
  await clickButton('Crear');
  const { id } = await screen.findByText(message);
  expect(screen.getByLabelText('Nombre').getAttribute('aria-describedby')?.split(' ')).toContain(id);
});

it('P10.363 the form previews the input that reception will see, even while the typed options contain a repeated line', async () => {
  renderPage('/new');
  await replaceFieldText('Nombre', 'ARL');
  await selectOption('Tipo de dato', 'Lista de opciones');
  await userEvent.type(await screen.findByLabelText('Opciones'), 'Sura{Enter}Sura{Enter}Positiva');
  const preview = within(screen.getByRole('region', { name: 'Así lo verá recepción' }));
  await userEvent.click(preview.getByRole('combobox', { name: 'ARL' }));
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Sura', 'Positiva']));
  await selectOption('Tipo de dato', 'Sí o no');
  expect(preview.getByLabelText('ARL').textContent).toBe('Sin indicarSíNo');
});

describe('P10.359 order of additional fields', () => {
  const moveRequests = () =>
    mocks.provider.calls
      .filter(({ name }) => name === 'replaceAdditionalField')
      .map(({ input }) => [input.params?.['id'], (input.body as { position: number }).position]);

  it("the button 'Bajar' exchanges the positions of the field and the next field, and keeps all other values of both", async () => {
    mocks.provider.on('replaceAdditionalField', ({ params, body }: CallInput) => {
      fieldRows = fieldRows.map((row) => (row.id === params?.['id'] ? { ...row, ...(body as object) } : row));
      return okResponse(fieldRows.find(({ id }) => id === params?.['id']));
    });
    renderPage();
    await clickButton('EPS');
    expect(await screen.findByText('Lugar 1 de 2')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subir' }).disabled).toBe(true);
    await clickButton('Bajar');
    expect(await screen.findByText('Lugar 2 de 2')).toBeTruthy();
    expect(moveRequests()).toEqual([
      [OTHER_ROW_ID, 10],
      [EPS_ID, 20],
    ]);
    expect(mocks.provider.last('replaceAdditionalField')).toMatchObject({
      headers: { 'if-match': '"r2"' },
      body: { name: 'EPS', choices: ['Sanitas', 'Sura'], is_required: true },
    });
  });

  it('the panel shows why a field could not be moved', async () => {
    mocks.provider.on('replaceAdditionalField', rejectedResponse(500));
    renderPage();
    await clickButton('EPS');
    await clickButton('Bajar');
    expect((await screen.findByRole('alert')).textContent).toBe('No se pudo cambiar el orden. (500)');
  });

  it('the panel of an inactive field has no buttons to move it', async () => {
    fieldRows = [createEpsField(), createShiftField({ is_active: false })];
    renderPage();
    await clickButton('Turno');
    expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subir' })).toBeNull();
  });
});
