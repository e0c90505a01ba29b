import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { NewListPage } from './new-list-page.tsx';

const TYPE_ID = '11111111-1111-4111-8111-111111111111';
const COMPANY_ID = '33333333-3333-4333-8333-333333333333';
const mocks = vi.hoisted(() => ({
  checkExpectedPeople: vi.fn<(body: unknown) => Promise<unknown>>(),
  createExpectedList:
    vi.fn<(body: { id: string; people: unknown[] }, branchId: string | null) => Promise<unknown>>(),
  toast: vi.fn(),
  link: { name: 'up', since: 0 } as ConnectionState,
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/cache/catalogs.ts', async (original) => ({
  ...(await original<object>()),
  loadCatalogRows: () => Promise.resolve([{ id: TYPE_ID, name: 'Ingreso', code: 'ING', active: true }]),
}));
vi.mock('#storage/cache/additional-fields.ts', () => ({
  listActiveAdditionalFields: () => Promise.resolve([]),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => {
  const createSource = (id: string, name: string) => ({
    source: name,
    search: () => Promise.resolve([{ id, name, aside: '' }]),
    find: () => Promise.resolve({ id, name, aside: '' }),
    fits: () => true,
  });
  return {
    createCatalogSource: () => createSource('11111111-1111-4111-8111-111111111111', 'Ingreso'),
    createCompanyFilterSource: () => createSource('33333333-3333-4333-8333-333333333333', 'Flores Demo'),
  };
});
vi.mock('#sync/expected/expected-lists.ts', () => ({
  checkExpectedPeople: mocks.checkExpectedPeople,
  createExpectedList: mocks.createExpectedList,
}));
vi.mock('../import/run-import.ts', async () => {
  const { doImportWork } = await import('../import/work.ts');
  return {
    runImport: (
      request: Parameters<typeof doImportWork>[0],
      { onProgress }: { onProgress: (n: number) => void },
    ) => doImportWork(request, onProgress),
  };
});
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: () => undefined }));

const TITLES = 'Cédula;Nombres;Apellidos;Fecha de nacimiento';
const renderPage = () =>
  renderReadScreen(<NewListPage account={createAccount(['register_patients'])} />, '/expected/new');
const getButton = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function bringFile(...lines: string[]) {
  const input = await screen.findByLabelText<HTMLInputElement>('Elegir archivo', { selector: 'input' });
  await userEvent.upload(input, new File([[TITLES, ...lines].join('\r\n')], 'lista.csv'));
  await screen.findByRole('list', { name: 'Columnas del archivo' });
}
async function chooseCompanyAndDay() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Empresa' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Flores Demo' }));
  await enterText(screen.getByLabelText(/^Día/), '2026-12-01');
}
const check = async () => {
  await waitFor(() => expect(getButton('Revisar antes de importar').disabled).toBe(false));
  await userEvent.click(getButton('Revisar antes de importar'));
};
const savedList = (people: readonly unknown[]) => ({
  type: 'saved',
  etag: null,
  body: {
    id: '44444444-4444-4444-8444-444444444444',
    counts: { expected: people.length, arrived: 0, registered: 0, no_show: 0, cancelled: 0 },
  },
});

beforeEach(() => {
  vi.clearAllMocks();
  mocks.link = { name: 'up', since: 0 };
  mocks.checkExpectedPeople.mockResolvedValue([]);
  mocks.createExpectedList.mockImplementation(({ people }) => Promise.resolve(savedList(people)));
});

describe('P11.24 a new list', () => {
  it('shows wrong cells with their reason, takes the correction, and imports all rows', async () => {
    renderPage();
    await bringFile('1020304050;Ana;Gil;14/06/1988', '52123456;Luz;Paz;31/02/1990');
    const problems = within(await screen.findByRole('list', { name: 'Filas por corregir' }));
    const cell = problems.getByLabelText<HTMLInputElement>('Fecha de nacimiento (D3)');
    expect(cell.value).toBe('31/02/1990');
    expect(problems.getByText('Esta fecha no existe.')).toBeTruthy();
    await userEvent.clear(cell);
    await userEvent.type(cell, '28/02/1990{Enter}');
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
    await chooseCompanyAndDay();
    await check();
    expect(await screen.findByText(/Ninguna persona choca/)).toBeTruthy();
    await userEvent.click(getButton('Importar 2 personas'));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toMatch(/^\/expected\/4/));
    expect(mocks.createExpectedList.mock.calls[0]?.[0]).toMatchObject({
      company_id: COMPANY_ID,
      day: '2026-12-01',
      brigade: null,
      people: [
        { identification_number: '1020304050', birth_date: '1988-06-14' },
        { identification_number: '52123456', birth_date: '1990-02-28' },
      ],
    });
  });

  it('P11.25 imports only the valid rows on explicit choice, without repeated and wrong ones', async () => {
    renderPage();
    await bringFile('1020304050;Ana;Gil;', '1.020.304.050;Ana;Gil;', '1,23E+09;Luz;Paz;');
    expect(await screen.findByText(/ya está en la fila 2/)).toBeTruthy();
    await chooseCompanyAndDay();
    await check();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar solo la fila válida' }));
    expect(mocks.createExpectedList.mock.calls[0]?.[0].people).toHaveLength(1);
  });

  it('P11.20 names the column that is missing, and reads the rows when the user chooses it', async () => {
    renderPage();
    const input = await screen.findByLabelText<HTMLInputElement>('Elegir archivo', { selector: 'input' });
    await userEvent.upload(input, new File(['Carné;Nombres;Apellidos\n1020304050;Ana;Gil'], 'lista.csv'));
    expect(await screen.findByText(/qué columna trae el número de documento/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Qué trae Carné'), 'identification_number');
    expect(await screen.findByText(/^1 persona lista/)).toBeTruthy();
  });

  it('P11.18 says why a file is rejected, and keeps the list of typed people', async () => {
    renderPage();
    const input = await screen.findByLabelText<HTMLInputElement>('Elegir archivo', { selector: 'input' });
    await userEvent.upload(input, new File(['%PDF-1.7'], 'lista.csv'));
    expect(await screen.findByText(/No es una lista de Excel/)).toBeTruthy();
  });

  it('P11.17 takes pasted cells and typed people', async () => {
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Pegar desde Excel' }));
    await enterText(screen.getByLabelText(/Celdas copiadas/), 'Cédula\tNombre\n1020304050\tAna Gil');
    await userEvent.click(getButton('Usar estas filas'));
    await screen.findByText(/^1 persona lista/);
    await userEvent.click(getButton('Escribir una persona'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    expect(dialog.getByText('Ingrese el número de identificación')).toBeTruthy();
    await enterText(dialog.getByLabelText(/^Número de documento/), '52123456');
    await enterText(dialog.getByLabelText(/^Primer nombre/), 'Luz');
    await enterText(dialog.getByLabelText(/^Primer apellido/), 'Paz');
    await enterText(dialog.getByLabelText(/^Fecha de nacimiento/), '14/06/1988');
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Personas escritas a mano' }).textContent).toContain('Luz Paz');
  });
});

describe('P11.26 comparison before the import', () => {
  it('shows people with other names in the system and people on other lists', async () => {
    mocks.checkExpectedPeople.mockResolvedValue([
      { row: 0, finding: 'other_names', known_name: 'Eva Ríos', is_similar: false },
      { row: 1, finding: 'other_list', list: { id: 'x', company_name: 'Obras', brigade: 'Mina' } },
    ]);
    renderPage();
    await bringFile('1020304050;Ana;Gil;', '52123456;Luz;Paz;');
    await chooseCompanyAndDay();
    await check();
    const found = within(await screen.findByRole('list', { name: 'Avisos del sistema' })).getAllByRole(
      'listitem',
    );
    expect(found.map(({ textContent }) => textContent)).toEqual([
      'Fila 2 Ana Gil, CC 1020304050: en el sistema es Eva Ríos. Puede ser otra persona: revisa el número.',
      'Fila 3 Luz Paz, CC 52123456: también está en la lista de Obras (Mina) de ese día.',
    ]);
    expect(getButton('Importar 2 personas').disabled).toBe(false);
  });

  it('that fails says so and keeps the people', async () => {
    mocks.checkExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    renderPage();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await check();
    expect(await screen.findByText(/No se pudo comparar.*Lo que trajiste sigue aquí/)).toBeTruthy();
    expect(screen.getByText(/^1 persona lista/)).toBeTruthy();
  });
});

describe('P11.27 a failed import', () => {
  it('keeps everything, and repeats the request under the same id', async () => {
    mocks.createExpectedList.mockResolvedValueOnce({ type: 'unreachable', cause: 'no_answer' });
    renderPage();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await check();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    expect(await screen.findByText(/No se pudo importar la lista/)).toBeTruthy();
    await userEvent.click(getButton('Importar 1 persona'));
    await waitFor(() => expect(mocks.createExpectedList).toHaveBeenCalledTimes(2));
    const [first, second] = mocks.createExpectedList.mock.calls;
    expect(second).toEqual(first);
  });

  it('P11.3 names the branch of the opened page, also after another window chose another branch', async () => {
    const PageInSession = () => {
      const [branchId, setBranchId] = useState('b1');
      return (
        <>
          <button type="button" onClick={() => setBranchId('b2')}>
            Otra sede
          </button>
          <NewListPage account={createAccount(['register_patients'], { branchId })} />
        </>
      );
    };
    renderReadScreen(<PageInSession />, '/expected/new');
    await bringFile('1020304050;Ana;Gil;');
    await userEvent.click(getButton('Otra sede'));
    await chooseCompanyAndDay();
    await check();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    await waitFor(() => expect(mocks.createExpectedList).toHaveBeenCalledTimes(1));
    expect(mocks.createExpectedList.mock.calls[0]?.[1]).toBe('b1');
  });

  it("shows the server's errors at their rows", async () => {
    const details = [{ field: 'people.0.birth_date', message: 'La fecha no puede estar en el futuro.' }];
    const refusal = { status: 400, code: 'validation_failed', message: 'Revisa los datos.', details };
    mocks.createExpectedList.mockResolvedValueOnce({ type: 'refused', refusal });
    renderPage();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await check();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    const errors = await screen.findByRole('list', { name: 'Errores del servidor' });
    expect(errors.textContent).toBe('Fila 2 La fecha no puede estar en el futuro.');
  });

  it('is impossible without network, but the list can be prepared', async () => {
    mocks.link = { name: 'down', since: 0, cause: 'no_answer', failures: 1, nextProbeAt: 0 };
    renderPage();
    await bringFile('1020304050;Ana;Gil;');
    expect(await screen.findByText(/^1 persona lista/)).toBeTruthy();
    expect(screen.getByText(/Puedes preparar la lista/)).toBeTruthy();
    expect(getButton('Revisar antes de importar').disabled).toBe(true);
  });
});
