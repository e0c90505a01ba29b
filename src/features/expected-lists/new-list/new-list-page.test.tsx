// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Unreachable } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import {
  bringFile,
  checkPeople,
  chooseFile,
  chooseCompanyAndDay,
  COMPANY_ID,
  correctCell,
  getButton,
  newListMocks,
  renderNewList,
  resetNewListMocks,
} from '#tests/support/screens/expected/new-list.tsx';
import { NewListPage } from './new-list-page.tsx';

beforeEach(resetNewListMocks);

describe('P11.24 a new list', () => {
  it('shows wrong cells with their reason, takes the correction, and imports all rows', async () => {
    renderNewList();
    await bringFile('1020304050;Ana;Gil;14/06/1988', '52123456;Luz;Paz;31/02/1990');
    screen.getByText('1020304050 · 52123456');
    const problems = within(await screen.findByRole('list', { name: 'Filas por corregir' }));
    const cell = problems.getByLabelText<HTMLInputElement>('Fecha de nacimiento (D3)');
    expect(cell.value).toBe('31/02/1990');
    expect(problems.getByText('Esta fecha no existe.')).toBeTruthy();
    await correctCell(cell, '28/02/1990');
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
    await chooseCompanyAndDay();
    await checkPeople();
    expect(await screen.findByText(/Ninguna persona choca/)).toBeTruthy();
    await userEvent.click(getButton('Importar 2 personas'));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toMatch(/^\/expected\/4/));
    expect(newListMocks.createExpectedList.mock.calls[0]?.[0]).toMatchObject({
      company_id: COMPANY_ID,
      day: '2026-12-01',
      brigade: null,
      people: [
        { identification_number: '1020304050', birth_date: '1988-06-14' },
        { identification_number: '52123456', birth_date: '1990-02-28' },
      ],
    });
  });

  it('shows the other wrong rows after the only one of the last page is corrected', async () => {
    renderNewList();
    await bringFile(...Array.from({ length: 21 }, (_, nth) => `10203040${nth + 10};Ana;Gil;31/02/1990`));
    await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }));
    await correctCell(screen.getByLabelText(/^Fecha de nacimiento/), '28/02/1990');
    expect(await screen.findByText(/20 filas por corregir/)).toBeTruthy();
    const problems = within(screen.getByRole('list', { name: 'Filas por corregir' }));
    expect(problems.getAllByRole('listitem')).toHaveLength(20);
  });

  it('P11.25 imports only the valid rows on explicit choice, without repeated and wrong ones', async () => {
    renderNewList();
    await bringFile('1020304050;Ana;Gil;', '1.020.304.050;Ana;Gil;', '1,23E+09;Luz;Paz;');
    expect(await screen.findByText(/ya está en la fila 2/)).toBeTruthy();
    expect(screen.getByText(/^, 3 filas$/)).toBeTruthy();
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar solo la fila válida' }));
    expect(newListMocks.createExpectedList.mock.calls[0]?.[0].people).toHaveLength(1);
  });

  it('P11.20 names the column that is missing, and reads the rows when the user chooses it', async () => {
    renderNewList();
    await chooseFile(new File(['Carné;Nombres;Apellidos\n1020304050;Ana;Gil'], 'lista.csv'));
    expect(await screen.findByText(/qué columna trae el número de documento/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Qué trae Carné'), 'identification_number');
    expect(await screen.findByText(/^1 persona lista/)).toBeTruthy();
  });

  it('P11.18 says why a file is rejected, and keeps the list of typed people', async () => {
    renderNewList();
    await chooseFile(new File(['%PDF-1.7'], 'lista.csv'));
    expect(await screen.findByText(/No es una lista de Excel/)).toBeTruthy();
  });

  it('P11.17 takes pasted cells and typed people', async () => {
    renderNewList();
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
    newListMocks.checkExpectedPeople.mockResolvedValue([
      { row: 0, finding: 'other_names', known_name: 'Eva Ríos', is_similar: false },
      { row: 1, finding: 'other_list', list: { id: 'x', company_name: 'Obras', brigade: 'Mina' } },
    ]);
    renderNewList();
    await bringFile('1020304050;Ana;Gil;', '52123456;Luz;Paz;');
    await chooseCompanyAndDay();
    await checkPeople();
    const found = within(await screen.findByRole('list', { name: 'Avisos del sistema' })).getAllByRole(
      'listitem',
    );
    expect(found.map(({ textContent }) => textContent)).toEqual([
      'Fila 2 Ana Gil, CC 1020304050: en el sistema es Eva Ríos. Puede ser otra persona: revisa el número.Ver la fila',
      'Fila 3 Luz Paz, CC 52123456: también está en la lista de Obras (Mina) de ese día.Ver la fila',
    ]);
    expect(getButton('Importar 2 personas').disabled).toBe(false);
  });

  it('stays valid after a reconnection, when the app invalidates its queries', async () => {
    const { askAgain } = renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await checkPeople();
    await screen.findByRole('button', { name: 'Importar 1 persona' });
    await askAgain();
    expect(getButton('Importar 1 persona').disabled).toBe(false);
  });

  it('that fails says so and keeps the people', async () => {
    newListMocks.checkExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await checkPeople();
    expect(await screen.findByText(/No se pudo comparar.*Lo que trajiste sigue aquí/)).toBeTruthy();
    expect(screen.getByText(/^1 persona lista/)).toBeTruthy();
  });

  it('that fails permits the import only after a prompt', async () => {
    newListMocks.checkExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar sin comparar' }));
    expect(screen.queryByRole('button', { name: 'Importar 1 persona' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: '¿Importar sin comparar?' }));
    expect(newListMocks.createExpectedList).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Importar sin comparar' }));
    await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledOnce());
  });
});

describe('P11.27 a failed import', () => {
  it('keeps everything, and repeats the request under the same id', async () => {
    newListMocks.createExpectedList.mockResolvedValueOnce({ type: 'unreachable', cause: 'no_answer' });
    renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    expect(await screen.findByText(/No se pudo importar la lista/)).toBeTruthy();
    await userEvent.click(getButton('Importar 1 persona'));
    await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledTimes(2));
    const [first, second] = newListMocks.createExpectedList.mock.calls;
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
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    await waitFor(() => expect(newListMocks.createExpectedList).toHaveBeenCalledTimes(1));
    expect(newListMocks.createExpectedList.mock.calls[0]?.[1]).toBe('b1');
  });

  it("shows the server's errors at their rows", async () => {
    const details = [{ field: 'people.0.birth_date', message: 'La fecha no puede estar en el futuro.' }];
    const refusal = { status: 400, code: 'validation_failed', message: 'Revisa los datos.', details };
    newListMocks.createExpectedList.mockResolvedValueOnce({ type: 'refused', refusal });
    renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    const errors = await screen.findByRole('list', { name: 'Errores del servidor' });
    expect(errors.textContent).toBe('Fila 2 La fecha no puede estar en el futuro.Ver la fila');
  });

  it('is impossible without network, but the list can be prepared', async () => {
    newListMocks.link = { name: 'down', since: 0, cause: 'no_answer', failures: 1, nextProbeAt: 0 };
    renderNewList();
    await bringFile('1020304050;Ana;Gil;');
    expect(await screen.findByText(/^1 persona lista/)).toBeTruthy();
    expect(screen.getByText(/Puedes preparar la lista/)).toBeTruthy();
    expect(getButton('Revisar antes de importar').disabled).toBe(true);
  });
});
