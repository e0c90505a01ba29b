// Renders the forms that create and edit rows in happy-dom; the test gives the responses.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  OTHER_ROW_ID,
  companyRow,
  doctorRow,
  okResponse,
  createListPage,
  rejectedResponse,
  noResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { CatalogsPage } from '../catalogs-page.tsx';

const mock = vi.hoisted(() => ({
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
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mock.provider.ask(...call),
  requestBytes: mock.bytes,
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => mock);
vi.mock('#sync/administration/clinic/branding.ts', () => mock);
vi.mock('#sync/session/session.ts', () => mock);
vi.mock('#ui/notices/toast.ts', () => mock);
vi.mock('#storage/device/connection-state.ts', () => ({ readConnectionState: async () => mock.link }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return {
    readCatalogFilters: () => Promise.resolve(mock.kept ?? allRows),
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
const renderPage = (path: string) =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs', 'user_management'])} />,
    '/admin/catalogs/*',
    `/admin/catalogs/${path}`,
  );
const findFormField = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findAlertMessage = async () => (await screen.findByRole('alert')).textContent;
const getShownAddress = () => screen.getByTestId('where').textContent;
async function replaceFieldText(name: string, text: string) {
  const input = await findFormField(name);
  await userEvent.clear(input);
  if (text !== '') await enterText(input, text);
}

beforeEach(() => {
  vi.clearAllMocks();
  mock.link = { name: 'up', since: 0 };
  const server = new CatalogServer();
  mock.provider = server;
  server.on('listCompanies', okResponse(createListPage([companyRow()])));
  server.on('getCompany', okResponse(companyRow()));
  server.on('listBranches', okResponse(createListPage([])));
  server.on('listExams', okResponse(createListPage([])));
  server.on('listEvaluationTypes', okResponse(createListPage([])));
  server.on('listDoctors', okResponse(createListPage([doctorRow()])));
});

describe('form in a new clinic', () => {
  it('P5.16 the branch form explains that a branch needs a company first, and links to the company form', async () => {
    mock.provider.on('listCompanies', okResponse(createListPage([])));
    renderPage('branches/new');
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
    renderPage(`${route}/new`);
    await clickButton('Crear');
    expect((await screen.findAllByText(text)).length).toBe(2);
    expect(mock.provider.calls.filter(({ name }) => name.startsWith('create'))).toEqual([]);
  });

  it('P5.17 the form of a new row trims texts, sends empty texts as null, and updates the list and the catalogue cache', async () => {
    mock.provider.on('createCompany', okResponse(companyRow({ id: OTHER_ROW_ID, name: 'Nueva' }), 201));
    mock.provider.on('getCompany', okResponse(companyRow({ id: OTHER_ROW_ID, name: 'Nueva' })));
    renderPage('companies/new?a=1');
    await replaceFieldText('Código', ' N-1 ');
    await replaceFieldText('Nombre', ' Nueva ');
    await clickButton('Crear');
    await waitFor(() => expect(mock.toast).toHaveBeenCalledWith('ok', 'Empresa creada.'));
    expect(mock.provider.last('createCompany')?.body).toEqual({
      code: 'N-1',
      name: 'Nueva',
      billing_name: null,
      city: null,
      contact_email: null,
    });
    expect(mock.refreshCatalog).toHaveBeenCalledWith('companies');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/companies?a=1'));
    expect(await screen.findByRole('complementary', { name: 'Nueva' })).toBeTruthy();
  });

  it("P10.9 the exam form saves an exam as not named in the concept when the administrator turns off 'Se nombra en el concepto'", async () => {
    mock.provider.on('createExam', okResponse({ ...doctorRow(), code: 'VIH', shown_on_concept: false }, 201));
    renderPage('exams/new');
    await replaceFieldText('Código', 'VIH');
    await replaceFieldText('Nombre', 'Prueba de VIH');
    const shown = screen.getByRole<HTMLInputElement>('switch', { name: 'Se nombra en el concepto' });
    expect(shown.checked).toBe(true);
    await userEvent.click(shown);
    await clickButton('Crear');
    await waitFor(() =>
      expect(mock.provider.last('createExam')?.body).toMatchObject({ shown_on_concept: false }),
    );
  });

  it('P4.20 P5.21 P5.22 P7.35 the branch form offers only active companies, and disables the logo upload until the branch is saved', async () => {
    renderPage('branches/new');
    expect(await screen.findAllByText(/^Guarda la sede antes de (cargar|eliminar)/)).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>(/^Subir logo/).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Empresa' }));
    await userEvent.click(await screen.findByRole('option', { name: /Flores del Páramo/ }));
    await replaceFieldText('Nombre de la sede', 'Norte');
    const asked = mock.provider.last('listCompanies')?.query;
    expect(asked).toMatchObject({ pageSize: 100, includeInactive: undefined });
    mock.provider.on('createBranch', rejectedResponse(500));
    await clickButton('Crear');
    expect(await findAlertMessage()).toBe('No se pudo guardar la sede. (500)');
    expect(mock.provider.last('createBranch')?.body).toMatchObject({
      company_id: COMPANY_ID,
      name: 'Norte',
      contact_email: null,
    });
  });

  it('P10.4 the company form warns about a code that looks like an invalid NIT, and saves it', async () => {
    mock.provider.on('createCompany', okResponse(companyRow(), 201));
    renderPage('companies/new');
    await replaceFieldText('Código', '860.002.964-5');
    expect(await screen.findByText(/el dígito de verificación no coincide: sería 4/)).toBeTruthy();
    await replaceFieldText('Nombre', 'Banco');
    await clickButton('Crear');
    await waitFor(() =>
      expect(mock.provider.last('createCompany')?.body).toMatchObject({ code: '860.002.964-5' }),
    );
  });
});

describe('errors from the server', () => {
  it("P5.18 the catalogue form shows the server's first error about each field below that field", async () => {
    const details = [
      { field: 'code', message: 'Ya hay una empresa con este código.' },
      { field: 'code', message: 'Otra cosa.' },
    ];
    mock.provider.on('createCompany', rejectedResponse(409, 'Ya hay una empresa con este código.', details));
    renderPage('companies/new');
    await replaceFieldText('Código', 'FLO');
    await replaceFieldText('Nombre', 'Otra');
    await clickButton('Crear');
    expect(await findAlertMessage()).toBe(CORRECT_MARKED_FIELDS_TEXT);
    expect(screen.getByText('Ya hay una empresa con este código.')).toBeTruthy();
    expect(screen.queryByText('Otra cosa.')).toBeNull();
    expect((await findFormField('Código')).getAttribute('aria-invalid')).toBe('true');
    expect((await findFormField('Nombre')).value).toBe('Otra');
  });

  it.each([
    [
      rejectedResponse(403, 'No tienes permiso para cambiar los catálogos.'),
      'No tienes permiso para cambiar los catálogos.',
    ],
    [noResponse, 'No se pudo guardar la empresa. El servidor no responde. Lo que escribiste sigue aquí.'],
  ])(
    'P8.2 P8.21 the catalogue form shows the error of a failed save and keeps the typed values',
    async (answer, text) => {
      mock.provider.on('replaceCompany', answer);
      renderPage(`companies/${COMPANY_ID}`);
      await replaceFieldText('Ciudad', 'Madrid');
      await clickButton('Guardar cambios');
      expect(await findAlertMessage()).toBe(text);
      expect((await findFormField('Ciudad')).value).toBe('Madrid');
    },
  );

  it('P8.27 the company form shows an error when the company fails to load, and loads the company on retry', async () => {
    mock.provider.on('getCompany', rejectedResponse(404));
    renderPage(`companies/${COMPANY_ID}`);
    expect(await findAlertMessage()).toContain('No se pudo cargar la empresa seleccionada.');
    mock.provider.on('getCompany', okResponse(companyRow()));
    await clickButton('Reintentar');
    expect((await findFormField('Nombre')).value).toBe('Flores del Páramo');
  });

  it.each([
    ['evaluation-types', 'No se encontró el tipo seleccionado con los filtros aplicados.'],
    ['exams', 'El examen seleccionado no está disponible con los filtros aplicados.'],
  ])(
    'P8.28 the catalogue form shows a notice with a button to clear the filters when the filters exclude its row: %s',
    async (route, text) => {
      renderPage(`${route}/${COMPANY_ID}`);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Limpiar filtros' })).toBeTruthy();
    },
  );
});

describe('P10.5 two users editing one row', () => {
  it("the catalogue form shows another user's newer values next to the typed ones, and overwrites them only after confirmation", async () => {
    mock.provider.on('replaceCompany', rejectedResponse(412));
    renderPage(`companies/${COMPANY_ID}`);
    await replaceFieldText('Ciudad', 'Madrid');
    mock.provider.on('getCompany', okResponse(companyRow({ city: 'Bogotá', revision: 4 })));
    await clickButton('Guardar cambios');
    const notice = await screen.findByText('Otra persona cambió esta empresa mientras lo editabas.');
    expect(notice.parentElement?.textContent).toContain('CiudadBogotá');
    expect((await findFormField('Ciudad')).value).toBe('Madrid');
    mock.provider.on('replaceCompany', okResponse(companyRow({ city: 'Madrid', revision: 5 })));
    await clickButton('Guardar lo mío');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/companies'));
    expect(mock.provider.last('replaceCompany')).toMatchObject({
      headers: { 'if-match': '"r4"' },
      body: { city: 'Madrid' },
    });
  });
});

describe('P10.7 unsaved changes', () => {
  it('the catalogue form prompts about unsaved changes before the user leaves, and keeps the values when the user stays', async () => {
    renderPage(`companies/${COMPANY_ID}`);
    await replaceFieldText('Ciudad', 'Madrid');
    await userEvent.click(screen.getByRole('link', { name: 'Volver al listado' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Seguir editando' }),
    );
    expect((await findFormField('Ciudad')).value).toBe('Madrid');
    await userEvent.click(screen.getByRole('link', { name: 'Exámenes' }));
    await clickButton('Salir sin guardar');
    await waitFor(() => expect(getShownAddress()).toBe('/admin/catalogs/exams'));
  });

  it('the catalogue form shows no prompt about unsaved changes when nothing was typed', async () => {
    renderPage(`companies/${COMPANY_ID}`);
    await findFormField('Ciudad');
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
    userEvent.setup({ applyAccept: false }).upload(await findFormField('Subir firma'), file);

  it('P2.43 the doctor form uploads and shows the signature, and then saves its unsaved fields without a conflict', async () => {
    mock.provider.on('setDoctorSignature', okResponse(doctorRow({ signature_key: 's', revision: 2 })));
    mock.provider.on('replaceDoctor', okResponse(doctorRow({ signature_key: 's', revision: 3 })));
    mock.bytes.mockResolvedValue(okResponse({ bytes: new ArrayBuffer(1), mime: 'image/png' }));
    renderPage(`doctors/${OTHER_ROW_ID}`);
    await replaceFieldText('Especialidad', 'Salud');
    mock.provider.on(
      'listDoctors',
      okResponse(createListPage([doctorRow({ signature_key: 's', revision: 2 })])),
    );
    await pick(png());
    expect(await screen.findByAltText('Firma de la Dra. Demo')).toBeTruthy();
    expect((await findFormField('Especialidad')).value).toBe('Salud');
    await clickButton('Guardar cambios');
    await waitFor(() => expect(mock.provider.last('replaceDoctor')?.headers).toEqual({ 'if-match': '"r2"' }));
  });

  it('P5.24 P8.24 the doctor form accepts only PNG or JPEG as signature, and shows why an upload failed', async () => {
    mock.provider.on('setDoctorSignature', rejectedResponse(500));
    renderPage(`doctors/${OTHER_ROW_ID}`);
    await pick(new File(['<svg/>'], 'f.svg'));
    expect(await screen.findByText('La firma debe ser una imagen PNG o JPEG.')).toBeTruthy();
    expect(mock.provider.last('setDoctorSignature')).toBeUndefined();
    await pick(png());
    expect(await screen.findByText('No se pudo actualizar la firma del médico. (500)')).toBeTruthy();
  });
});
