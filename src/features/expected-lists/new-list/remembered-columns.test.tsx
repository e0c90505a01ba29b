// @module-tag landing
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkPeople,
  chooseCompanyAndDay,
  chooseFile,
  COMPANY_ID,
  getButton,
  newListMocks,
  renderNewList,
  resetNewListMocks,
} from '#tests/support/screens/expected/new-list.tsx';

beforeEach(resetNewListMocks);

/** A list whose titles show a number that is not the document, and no order of the names. */
const FILE_TEXT = 'Cédula;Carné;Nombre\n1020304050;98765432;Xkq Wzt';
const LAST_LIST = {
  columns: [
    { column: 1, target: 'identification_number' },
    { column: 2, target: 'full_name' },
  ],
  name_order: 'surnames_first',
} as const;
const bringList = () => chooseFile(new File([FILE_TEXT], 'lista.csv'));
const findTarget = (title: string) => screen.findByLabelText<HTMLSelectElement>(`Qué trae ${title}`);
const importedColumns = () => newListMocks.createExpectedList.mock.calls[0]?.[0].imported_columns;
const rememberLastList = () =>
  newListMocks.fetchRememberedColumns.mockResolvedValue({ ...LAST_LIST, columns: [...LAST_LIST.columns] });
const importOnePerson = async () => {
  await checkPeople();
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
  await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledOnce());
};

describe('P11.78 columns of the last list of a company', () => {
  it('P11.78 are used with a line that says so, and the user changes between them and the guess', async () => {
    rememberLastList();
    renderNewList();
    await bringList();
    expect((await findTarget('Cédula')).value).toBe('identification_number');
    expect(newListMocks.fetchRememberedColumns).not.toHaveBeenCalled();
    await chooseCompanyAndDay();
    expect(await screen.findByText('Columnas como en la última lista de esta empresa.')).toBeTruthy();
    expect(newListMocks.fetchRememberedColumns.mock.calls).toEqual([
      [COMPANY_ID, JSON.stringify(['cedula', 'carne', 'nombre'])],
    ]);
    expect((await findTarget('Carné')).value).toBe('identification_number');
    expect(screen.getByLabelText<HTMLSelectElement>('Orden de los nombres').value).toBe('surnames_first');
    await userEvent.click(getButton('Usar las sugeridas'));
    expect((await findTarget('Carné')).value).toBe('');
    expect((await findTarget('Cédula')).value).toBe('identification_number');
    expect(screen.getByText('Columnas sugeridas por los títulos.')).toBeTruthy();
    expect(document.activeElement).toBe(getButton('Usar las de la última lista'));
    await userEvent.click(getButton('Usar las de la última lista'));
    expect((await findTarget('Carné')).value).toBe('identification_number');
  });

  it('P11.78 are stored with the import as the user chose them, under the digest of the titles', async () => {
    renderNewList();
    await bringList();
    await userEvent.selectOptions(await findTarget('Carné'), 'identification_number');
    await userEvent.selectOptions(screen.getByLabelText('Orden de los nombres'), 'Apellidos primero');
    await chooseCompanyAndDay();
    await importOnePerson();
    const columns = importedColumns();
    expect(columns).toMatchObject(LAST_LIST);
    expect(columns?.titles_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(columns)).not.toMatch(/carn/i);
  });

  it('P11.78 do not replace columns that the user has changed', async () => {
    rememberLastList();
    renderNewList();
    await bringList();
    await userEvent.selectOptions(await findTarget('Carné'), 'notes');
    await chooseCompanyAndDay();
    await waitFor(() => expect(newListMocks.fetchRememberedColumns).toHaveBeenCalledOnce());
    await screen.findByText(/No se sabe si en «Nombre»/);
    expect((await findTarget('Carné')).value).toBe('notes');
    expect(screen.queryByText(/última lista/)).toBeNull();
  });

  it('P11.78 stay as they are for a change of a single column', async () => {
    rememberLastList();
    renderNewList();
    await bringList();
    await chooseCompanyAndDay();
    await screen.findByText(/como en la última lista/);
    await userEvent.selectOptions(await findTarget('Cédula'), 'notes');
    expect((await findTarget('Carné')).value).toBe('identification_number');
    expect(screen.queryByText(/última lista/)).toBeNull();
    await importOnePerson();
    expect(importedColumns()?.columns).toEqual([{ column: 0, target: 'notes' }, ...LAST_LIST.columns]);
  });

  it('P11.78 are not mentioned if the guess is the same', async () => {
    newListMocks.fetchRememberedColumns.mockResolvedValue({
      columns: [
        { column: 0, target: 'identification_number' },
        { column: 2, target: 'full_name' },
      ],
    });
    renderNewList();
    await bringList();
    await chooseCompanyAndDay();
    await waitFor(() => expect(newListMocks.fetchRememberedColumns).toHaveBeenCalledOnce());
    expect(screen.queryByText(/última lista|sugeridas/)).toBeNull();
  });
});

describe('P11.78 columns without remembered ones', () => {
  it('P11.78 that a server cannot give leave the guess', async () => {
    newListMocks.fetchRememberedColumns.mockRejectedValue(new Error('unknown call'));
    renderNewList();
    await bringList();
    await chooseCompanyAndDay();
    await waitFor(() => expect(newListMocks.fetchRememberedColumns).toHaveBeenCalled());
    expect((await findTarget('Cédula')).value).toBe('identification_number');
    expect(screen.queryByText(/última lista/)).toBeNull();
  });

  it('P11.79 are neither requested nor stored without recognised titles', async () => {
    renderNewList();
    await chooseFile(new File(['1020304050;Ana Gil;F\n52123456;Luz Paz;F'], 'lista.csv'));
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 2 personas' }));
    await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledOnce());
    expect(importedColumns()).toBeUndefined();
    expect(newListMocks.fetchRememberedColumns).not.toHaveBeenCalled();
  });
});

describe('P11.81 names whose division is uncertain', () => {
  it('P11.81 are shown with their reading next to the cell, corrected there, and imported as read', async () => {
    renderNewList();
    const rows = ['1020304050;Xkq Wzt Vbn', '52123456;Ana Gómez Ruiz'];
    await chooseFile(new File([['Cédula;Nombres y apellidos', ...rows].join('\n')], 'lista.csv'));
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Nombres por revisar' });
    expect(list.querySelectorAll('li')).toHaveLength(1);
    const cell = screen.getByLabelText<HTMLInputElement>('Nombres y apellidos (B2)');
    expect(list.textContent).toContain('Se lee «Wzt Vbn, Xkq»');
    expect(cell.getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.clear(cell);
    await userEvent.type(cell, 'Vbn, Xkq Wzt{Enter}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Nombres por revisar' })).toBeNull());
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 2 personas' }));
    await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledOnce());
    expect(newListMocks.createExpectedList.mock.calls[0]?.[0].people[0]).toMatchObject({
      first_name: 'Xkq',
      middle_name: 'Wzt',
      last_name: 'Vbn',
    });
  });
});
