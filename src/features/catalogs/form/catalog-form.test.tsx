// Renders the forms that create and edit rows in happy-dom; the test gives the responses.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  OTHER_COMPANY_ROW_ID,
  createCompanyRow,
  okResponse,
  createListPage,
  rejectedResponse,
  noResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/render-read-screen.tsx';
import { CatalogsPage } from '../catalogs-page.tsx';

const mockState = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  link: { name: 'up', since: 0 } as object,
  kept: null as CatalogFilters | null,
  refreshCatalog: vi.fn(() => Promise.resolve('replaced')),
  refreshBranding: vi.fn(() => Promise.resolve()),
  revalidateSession: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
  bytes: vi.fn(),
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/render-read-screen.tsx')).useQueryOnce,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mockState.provider.ask(...call),
  requestBytes: mockState.bytes,
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => mockState);
vi.mock('#sync/administration/branding.ts', () => mockState);
vi.mock('#sync/session/session.ts', () => mockState);
vi.mock('#ui/notices/toast.ts', () => mockState);
vi.mock('#storage/device/connection-state.ts', () => ({ readConnectionState: async () => mockState.link }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return {
    readCatalogFilters: () => Promise.resolve(mockState.kept ?? allRows),
    saveCatalogFilters: () => Promise.resolve(),
  };
});
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: () => ({
    source: '',
    search: () => Promise.resolve([]),
    find: () => Promise.resolve(null),
    fits: () => true,
  }),
}));
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;

const CODE_AND_NAME_REQUIRED_TEXT = 'El código y el nombre son obligatorios.';
const CORRECT_MARKED_FIELDS_TEXT = 'Corrige los campos marcados antes de continuar.';
const renderCatalogsPage = (path: string) =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs', 'user_management'])} />,
    '/admin/catalogs/*',
    `/admin/catalogs/${path}`,
  );
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const alertText = async () => (await screen.findByRole('alert')).textContent;
const getShownAddress = () => screen.getByTestId('where').textContent;
async function replaceFieldText(name: string, text: string) {
  const input = await field(name);
  await userEvent.clear(input);
  if (text !== '') await enterText(input, text);
}
const doctor = (patch: object = {}) => ({
  id: OTHER_COMPANY_ROW_ID,
  name: 'Dra. Demo',
  license_number: 'L-1',
  signature_key: null,
  is_active: true,
  revision: 1,
  ...patch,
});

beforeEach(() => {
  vi.clearAllMocks();
  mockState.link = { name: 'up', since: 0 };
  const server = new CatalogServer();
  mockState.provider = server;
  server.on('listCompanies', okResponse(createListPage([createCompanyRow()])));
  server.on('getCompany', okResponse(createCompanyRow()));
  server.on('listBranches', okResponse(createListPage([])));
  server.on('listExams', okResponse(createListPage([])));
  server.on('listEvaluationTypes', okResponse(createListPage([])));
  server.on('listDoctors', okResponse(createListPage([doctor()])));
});

describe('form in a new clinic', () => {
  it('P5.16 the branch form explains that a branch needs a company first, and links to the company form', async () => {
    mockState.provider.on('listCompanies', okResponse(createListPage([])));
    renderCatalogsPage('branches/new');
    await userEvent.click(await screen.findByRole('link', { name: 'Crea primero la empresa' }));
    expect(getShownAddress()).toBe('/admin/catalogs/companies/new');
  });
});

describe('form of a new row', () => {
  it.each([
    ['evaluation-types', CODE_AND_NAME_REQUIRED_TEXT],
    ['companies', CODE_AND_NAME_REQUIRED_TEXT],
    ['branches', 'Debes seleccionar una empresa y asignar un nombre a la sede.'],
    ['exams', 'El código y el nombre del examen son obligatorios.'],
    ['doctors', 'El nombre y la licencia son obligatorios.'],
  ])('P2.15 P5.16 the form %s shows missing required fields and sends nothing', async (route, text) => {
    renderCatalogsPage(`${route}/new`);
    await clickButton('Crear');
    expect((await screen.findAllByText(text)).length).toBe(2);
    expect(mockState.provider.calls.filter(({ name }) => name.startsWith('create'))).toEqual([]);
  });

  it('P5.17 the form of a new row trims texts, sends empty ones as null, and updates the list and the device', async () => {
    mockState.provider.on(
      'createCompany',
      okResponse(createCompanyRow({ id: OTHER_COMPANY_ROW_ID, name: 'Nueva' }), 201),
    );
    mockState.provider.on(
      'getCompany',
      okResponse(createCompanyRow({ id: OTHER_COMPANY_ROW_ID, name: 'Nueva' })),
    );
    renderCatalogsPage('companies/new?a=1');
    await replaceFieldText('Código', ' N-1 ');
    await replaceFieldText('Nombre', ' Nueva ');
    await clickButton('Crear');
    await waitFor(() => expect(mockState.toast).toHaveBeenCalledWith('ok', 'Empresa creada.'));
    expect(mockState.provider.last('createCompany')?.body).toEqual({
      code: 'N-1',
      name: 'Nueva',
      billing_name: null,
      city: null,
    });
    expect(mockState.refreshCatalog).toHaveBeenCalledWith('companies');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/companies?a=1'));
    expect(await screen.findByRole('complementary', { name: 'Nueva' })).toBeTruthy();
  });

  it('P10.9 the exam form saves an exam that the concept does not name, and shows the reason next to the switch', async () => {
    mockState.provider.on(
      'createExam',
      okResponse({ ...doctor(), code: 'VIH', shown_on_concept: false }, 201),
    );
    renderCatalogsPage('exams/new');
    await replaceFieldText('Código', 'VIH');
    await replaceFieldText('Nombre', 'Prueba de VIH');
    const shown = screen.getByRole<HTMLInputElement>('switch', { name: 'Se nombra en el concepto' });
    expect(shown.checked).toBe(true);
    await userEvent.click(shown);
    await clickButton('Crear');
    await waitFor(() =>
      expect(mockState.provider.last('createExam')?.body).toMatchObject({ shown_on_concept: false }),
    );
  });

  it('P4.20 P5.21 P5.22 P7.35 the branch form offers only active companies, and disables the logo upload until the branch is saved', async () => {
    renderCatalogsPage('branches/new');
    expect(await screen.findAllByText(/^Guarda la sede antes de (cargar|eliminar)/)).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>(/^Subir logo/).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Empresa' }));
    await userEvent.click(await screen.findByRole('option', { name: /Flores del Páramo/ }));
    await replaceFieldText('Nombre de la sede', 'Norte');
    const asked = mockState.provider.last('listCompanies')?.query;
    expect(asked).toMatchObject({ pageSize: 100, includeInactive: undefined });
    mockState.provider.on('createBranch', rejectedResponse(500));
    await clickButton('Crear');
    expect(await alertText()).toBe('No se pudo guardar la sede. (500)');
    expect(mockState.provider.last('createBranch')?.body).toMatchObject({
      company_id: COMPANY_ID,
      name: 'Norte',
      contact_email: null,
    });
  });

  it('P10.4 the company form warns about a code that looks like an invalid NIT, and saves it', async () => {
    mockState.provider.on('createCompany', okResponse(createCompanyRow(), 201));
    renderCatalogsPage('companies/new');
    await replaceFieldText('Código', '860.002.964-5');
    expect(await screen.findByText(/el dígito de verificación no coincide: sería 4/)).toBeTruthy();
    await replaceFieldText('Nombre', 'Banco');
    await clickButton('Crear');
    await waitFor(() =>
      expect(mockState.provider.last('createCompany')?.body).toMatchObject({ code: '860.002.964-5' }),
    );
  });
});

describe('errors from the server', () => {
  it("P5.18 the form shows the server's first error about each field below that field", async () => {
    const details = [
      { field: 'code', message: 'Ya hay una empresa con este código.' },
      { field: 'code', message: 'Otra cosa.' },
    ];
    mockState.provider.on(
      'createCompany',
      rejectedResponse(409, 'Ya hay una empresa con este código.', details),
    );
    renderCatalogsPage('companies/new');
    await replaceFieldText('Código', 'FLO');
    await replaceFieldText('Nombre', 'Otra');
    await clickButton('Crear');
    expect(await alertText()).toBe(CORRECT_MARKED_FIELDS_TEXT);
    expect(screen.getByText('Ya hay una empresa con este código.')).toBeTruthy();
    expect(screen.queryByText('Otra cosa.')).toBeNull();
    expect((await field('Código')).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Nombre')).value).toBe('Otra');
  });

  it.each([
    [
      rejectedResponse(403, 'No tienes permiso para cambiar los catálogos.'),
      'No tienes permiso para cambiar los catálogos.',
    ],
    [noResponse, 'No se pudo guardar la empresa. El servidor no responde. Lo que escribiste sigue aquí.'],
  ])('P8.2 P8.21 a failed save shows the error and keeps the typed values', async (answer, text) => {
    mockState.provider.on('replaceCompany', answer);
    renderCatalogsPage(`companies/${COMPANY_ID}`);
    await replaceFieldText('Ciudad', 'Madrid');
    await clickButton('Guardar cambios');
    expect(await alertText()).toBe(text);
    expect((await field('Ciudad')).value).toBe('Madrid');
  });

  it('P8.27 the form shows an error when its company fails to load, and loads the company on retry', async () => {
    mockState.provider.on('getCompany', rejectedResponse(404));
    renderCatalogsPage(`companies/${COMPANY_ID}`);
    expect(await alertText()).toContain('No se pudo cargar la empresa seleccionada.');
    mockState.provider.on('getCompany', okResponse(createCompanyRow()));
    await clickButton('Reintentar');
    expect((await field('Nombre')).value).toBe('Flores del Páramo');
  });

  it.each([
    ['evaluation-types', 'No se encontró el tipo seleccionado con los filtros aplicados.'],
    ['exams', 'El examen seleccionado no está disponible con los filtros aplicados.'],
  ])(
    'P8.28 the form shows a notice with a button to clear the filters when the filters exclude its row: %s',
    async (route, text) => {
      renderCatalogsPage(`${route}/${COMPANY_ID}`);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Limpiar filtros' })).toBeTruthy();
    },
  );
});

describe('P10.5 two users editing one row', () => {
  it("the form shows another user's newer values next to the typed ones, and overwrites them only after confirmation", async () => {
    mockState.provider.on('replaceCompany', rejectedResponse(412));
    renderCatalogsPage(`companies/${COMPANY_ID}`);
    await replaceFieldText('Ciudad', 'Madrid');
    mockState.provider.on('getCompany', okResponse(createCompanyRow({ city: 'Bogotá', revision: 4 })));
    await clickButton('Guardar cambios');
    const notice = await screen.findByText('Otra persona cambió esta empresa mientras lo editabas.');
    expect(notice.parentElement?.textContent).toContain('CiudadBogotá');
    expect((await field('Ciudad')).value).toBe('Madrid');
    mockState.provider.on('replaceCompany', okResponse(createCompanyRow({ city: 'Madrid', revision: 5 })));
    await clickButton('Guardar lo mío');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/companies'));
    expect(mockState.provider.last('replaceCompany')).toMatchObject({
      headers: { 'if-match': '"r4"' },
      body: { city: 'Madrid' },
    });
  });
});

describe('P10.7 unsaved changes', () => {
  it('the form prompts about unsaved changes before the user leaves, and keeps the values when the user stays', async () => {
    renderCatalogsPage(`companies/${COMPANY_ID}`);
    await replaceFieldText('Ciudad', 'Madrid');
    await userEvent.click(screen.getByRole('link', { name: 'Volver al listado' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Seguir editando' }),
    );
    expect((await field('Ciudad')).value).toBe('Madrid');
    await userEvent.click(screen.getByRole('link', { name: 'Exámenes' }));
    await clickButton('Salir sin guardar');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/exams'));
  });

  it('the form shows no prompt about unsaved changes when nothing was typed', async () => {
    renderCatalogsPage(`companies/${COMPANY_ID}`);
    await field('Ciudad');
    await userEvent.click(screen.getByRole('link', { name: 'Exámenes' }));
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/exams'));
  });
});

describe('a doctor’s signature', () => {
  const png = () =>
    new File(
      [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array<number>(24).fill(1)])],
      'f.png',
      { type: 'image/png' },
    );
  const pick = async (file: File) =>
    userEvent.setup({ applyAccept: false }).upload(await field('Subir firma'), file);

  it('P2.43 the doctor form uploads and shows the signature without a conflict with the unsaved fields', async () => {
    mockState.provider.on('setDoctorSignature', okResponse(doctor({ signature_key: 's', revision: 2 })));
    mockState.provider.on('replaceDoctor', okResponse(doctor({ signature_key: 's', revision: 3 })));
    mockState.bytes.mockResolvedValue(okResponse({ bytes: new ArrayBuffer(1), mime: 'image/png' }));
    renderCatalogsPage(`doctors/${OTHER_COMPANY_ROW_ID}`);
    await replaceFieldText('Especialidad', 'Salud');
    mockState.provider.on(
      'listDoctors',
      okResponse(createListPage([doctor({ signature_key: 's', revision: 2 })])),
    );
    await pick(png());
    expect(await screen.findByAltText('Firma de la Dra. Demo')).toBeTruthy();
    expect((await field('Especialidad')).value).toBe('Salud');
    await clickButton('Guardar cambios');
    await waitFor(() =>
      expect(mockState.provider.last('replaceDoctor')?.headers).toEqual({ 'if-match': '"r2"' }),
    );
  });

  it('P5.24 P8.24 the doctor form accepts only PNG or JPEG as signature, and shows why an upload failed', async () => {
    mockState.provider.on('setDoctorSignature', rejectedResponse(500));
    renderCatalogsPage(`doctors/${OTHER_COMPANY_ROW_ID}`);
    await pick(new File(['<svg/>'], 'f.svg'));
    expect(await screen.findByText('La firma debe ser una imagen PNG o JPEG.')).toBeTruthy();
    expect(mockState.provider.last('setDoctorSignature')).toBeUndefined();
    await pick(png());
    expect(await screen.findByText('No se pudo actualizar la firma del médico. (500)')).toBeTruthy();
  });
});
