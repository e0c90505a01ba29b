// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkbook } from '#tests/support/base/workbook.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  bringFile,
  checkPeople,
  chooseCompanyAndDay,
  chooseFile,
  correctCell,
  getButton,
  newListMocks,
  renderNewList,
  resetNewListMocks,
  TYPE_ID,
} from '#tests/support/screens/expected/new-list.tsx';

const WRONG_ROW = '52123456;Luz;Paz;31/02/1990';
const findWrongCell = () => screen.findByLabelText<HTMLInputElement>('Fecha de nacimiento (D2)');
const bringCorrected = async () => {
  await bringFile(WRONG_ROW);
  await correctCell(await findWrongCell(), '28/02/1990');
  await screen.findByText(/^1 persona lista/);
};
const PDF = () => new File(['%PDF-1.7'], 'carta.csv');
const answer = async (button: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: '¿Descartar lo que corregiste?' }));
  await userEvent.click(dialog.getByRole('button', { name: button }));
};

beforeEach(resetNewListMocks);

describe('P11.24 a row of the list', () => {
  const openRow = async (row: number) => {
    const [button] = await screen.findAllByRole('button', { name: `Ver la fila ${row}` });
    await userEvent.click(button as HTMLElement);
    return within(await screen.findByRole('dialog', { name: `Fila ${row}` }));
  };

  it('that is valid is shown with its split name, and corrected', async () => {
    renderNewList();
    await bringFile('1020304050;Gil;Ana;14/06/1988');
    await userEvent.click(await screen.findByRole('button', { name: 'Ver las personas' }));
    const people = screen.getByRole('list', { name: 'Personas listas' });
    expect(people.textContent).toMatch(/^Ana, Gil Fila 2.*CC 1020304050.*14\/06\/1988/u);
    const dialog = await openRow(2);
    await correctCell(dialog.getByLabelText('Nombres (B2)'), 'Zoé');
    await waitFor(() => expect(people.textContent).toMatch(/^Ana, Zoé/));
  });

  it('that repeats a document is corrected', async () => {
    renderNewList();
    await bringFile('1020304050;Ana;Gil;', '1020304050;Luz;Paz;');
    await screen.findByText(/ya está en la fila 2/);
    await chooseCompanyAndDay();
    await checkPeople();
    expect(await screen.findByText(/^1 fila queda fuera\. Corrígela arriba/)).toBeTruthy();
    const dialog = await openRow(3);
    await userEvent.clear(dialog.getByLabelText('Cédula (A3)'));
    await enterText(dialog.getByLabelText('Cédula (A3)'), '52123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar la fila' }));
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
  });

  it('P11.25 about which the system reports something is not imported if the user excludes it', async () => {
    newListMocks.checkExpectedPeople.mockResolvedValueOnce([
      { row: 1, finding: 'other_names', known_name: 'Eva Ríos', is_similar: false },
    ]);
    renderNewList();
    await bringFile('1020304050;Ana;Gil;', '52123456;Luz;Paz;');
    await chooseCompanyAndDay();
    await checkPeople();
    await screen.findByRole('list', { name: 'Avisos del sistema' });
    await userEvent.click((await openRow(3)).getByRole('button', { name: 'No importar esta fila' }));
    const excluded = await screen.findByRole('list', { name: 'Filas que no se importan' });
    expect(excluded.textContent).toContain('Fila 3 52123456 · Luz · Paz');
    await userEvent.click((await openRow(3)).getByRole('button', { name: 'Importar esta fila' }));
    expect(await screen.findByText(/^2 personas listas/)).toBeTruthy();
    await userEvent.click(getButton('Ver las personas'));
    await userEvent.click((await openRow(3)).getByRole('button', { name: 'No importar esta fila' }));
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    expect(newListMocks.createExpectedList.mock.calls[0]?.[0].people).toMatchObject([{ first_name: 'Ana' }]);
  });
});

describe('P11.23 columns that do not decide', () => {
  it('are reported, and read as the user chooses', async () => {
    renderNewList();
    await chooseFile(new File(['Cédula;Nombre;Sexo\n1020304050;Xkq Wzt Vbn;M'], 'lista.csv'));
    expect(await screen.findByText(/No se sabe si en «Nombre»/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Orden de los nombres'), 'Apellidos primero');
    await userEvent.selectOptions(screen.getByLabelText('La M en el género'), 'Mujer');
    await userEvent.click(await screen.findByRole('button', { name: 'Ver las personas' }));
    expect(screen.getByRole('list', { name: 'Personas listas' }).textContent).toMatch(
      /^Xkq Wzt, Vbn .*Femenino/u,
    );
    expect(screen.queryByText(/No se sabe/)).toBeNull();
  });
});

describe('P11.24 the focus after a correction with Enter', () => {
  it('is on the next wrong cell, and on the summary after the last one', async () => {
    renderNewList();
    await bringFile('52123456;Luz;Paz;31/02/1990', '1020304050;Ana;Gil;31/02/1988');
    await correctCell(await findWrongCell(), '28/02/1990');
    const next = screen.getByLabelText('Fecha de nacimiento (D3)');
    await waitFor(() => expect(document.activeElement).toBe(next));
    await correctCell(next, '31/02/1989');
    await waitFor(() => expect(screen.getByDisplayValue('31/02/1989')).toBe(document.activeElement));
    await correctCell(next, '28/02/1989');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^2 personas listas/));
  });
});

describe('P11.24 a correction', () => {
  const bringEqualRows = async () => {
    renderNewList();
    await bringFile(
      '52123456;Luz;Paz;31/02/1990',
      '1020304050;Ana;Gil;31/02/1990',
      '79400200;Eva;Rua;30/02/1990',
    );
    await correctCell(await findWrongCell(), '28/02/1990');
  };

  it('is offered for the other rows with the same text in the column, and no others', async () => {
    await bringEqualRows();
    expect(await screen.findByText('Otra fila dice «31/02/1990» en Fecha de nacimiento.')).toBeTruthy();
    await userEvent.click(getButton('Corregirla igual'));
    await screen.findByText(/^2 personas listas/);
    expect(screen.getByText(/^1 fila por corregir/)).toBeTruthy();
    expect(screen.getByDisplayValue('30/02/1990')).toBeTruthy();
    expect(screen.queryByText(/Otra fila dice/)).toBeNull();
  });

  it('that leaves its cell wrong, or of a document number, is not offered', async () => {
    renderNewList();
    await bringFile('5x;Luz;Paz;31/02/1990', '5x;Ana;Gil;31/02/1990');
    await correctCell(await findWrongCell(), '31/02/1991');
    await waitFor(() => expect(screen.getByDisplayValue('31/02/1991')).toBeTruthy());
    await correctCell(screen.getByLabelText('Cédula (A2)'), '52123456');
    await waitFor(() => expect(screen.queryByLabelText('Cédula (A2)')).toBeNull());
    expect(screen.queryByText(/Otra fila/)).toBeNull();
  });
});

describe('P11.27 corrections', () => {
  it('stay when another file cannot be read', async () => {
    renderNewList();
    await bringCorrected();
    await chooseFile(PDF());
    await answer('Descartar');
    expect(
      await screen.findByText(/No es una lista de Excel.*Lo que trajiste antes sigue aquí/),
    ).toBeTruthy();
    expect(screen.getByText(/^1 persona lista/)).toBeTruthy();
  });

  it('are dropped only after a prompt, for another file and for the removal of the present one', async () => {
    renderNewList();
    await bringCorrected();
    await chooseFile(PDF());
    await answer('Conservar');
    expect(screen.queryByText(/No se leyó/)).toBeNull();
    await userEvent.click(getButton('Quitar'));
    await answer('Conservar');
    expect(screen.getByText(/^1 persona lista/)).toBeTruthy();
    await userEvent.click(getButton('Quitar'));
    await answer('Descartar');
    expect(screen.queryByText(/^1 persona lista/)).toBeNull();
  });

  it('stay with their sheet while the user looks at another sheet of the file', async () => {
    const titles = ['Cédula', 'Nombres', 'Apellidos', 'Fecha de nacimiento'];
    const rowOf = (number: number, texts: readonly string[]) =>
      `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const rows = rowOf(1, titles) + rowOf(2, WRONG_ROW.split(';'));
    const bytes = createWorkbook([
      { name: 'Mina', rows },
      { name: 'Sede', rows },
    ]);
    renderNewList();
    await chooseFile(new File([Uint8Array.from(bytes)], 'lista.xlsx'));
    await correctCell(await findWrongCell(), '28/02/1990');
    await screen.findByText(/^1 persona lista/);
    await userEvent.selectOptions(screen.getByLabelText('Hoja'), 'Sede');
    expect((await findWrongCell()).value).toBe('31/02/1990');
    await userEvent.selectOptions(screen.getByLabelText('Hoja'), 'Mina');
    expect(await screen.findByText(/^1 persona lista/)).toBeTruthy();
  });
});

describe('P11.27 pasted cells', () => {
  it('stay in the dialog when they cannot be read', async () => {
    renderNewList();
    await userEvent.click(await screen.findByRole('button', { name: 'Pegar desde Excel' }));
    await enterText(screen.getByLabelText(/Celdas copiadas/), '<html>Ana Gil');
    await userEvent.click(getButton('Usar estas filas'));
    await userEvent.click(await screen.findByRole('button', { name: 'Ver lo pegado' }));
    const cells = await screen.findByLabelText<HTMLTextAreaElement>(/Celdas copiadas/);
    await waitFor(() => expect(cells.value).toBe('<html>Ana Gil'));
  });
});

describe('P11.24 a typed person', () => {
  const typePerson = async (number: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Escribir una persona' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
    await enterText(dialog.getByLabelText(/^Número de documento/), number);
    await enterText(dialog.getByLabelText(/^Primer nombre/), 'Luz');
    await enterText(dialog.getByLabelText(/^Primer apellido/), 'Paz');
    return dialog;
  };

  it('gets the evaluation type that the user chooses later for the list', async () => {
    renderNewList();
    const dialog = await typePerson('52123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    await screen.findByText(/^1 persona lista/);
    await userEvent.click(screen.getByRole('combobox', { name: 'Tipo de evaluación' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ingreso' }));
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    const [body] = newListMocks.createExpectedList.mock.calls[0] ?? [];
    expect(body?.people).toMatchObject([{ first_name: 'Luz', evaluation_type_id: TYPE_ID }]);
  });

  it('P11.27 is named in an error of the server', async () => {
    const details = [{ field: 'people.0.birth_date', message: 'La fecha no puede estar en el futuro.' }];
    const refusal = { status: 400, code: 'validation_failed', message: 'Revisa los datos.', details };
    newListMocks.createExpectedList.mockResolvedValueOnce({ type: 'refused', refusal });
    renderNewList();
    const dialog = await typePerson('52123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    await chooseCompanyAndDay();
    await checkPeople();
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
    const errors = await screen.findByRole('list', { name: 'Errores del servidor' });
    expect(errors.textContent).toBe('Escrita a mano, Luz Paz: La fecha no puede estar en el futuro.');
  });

  it('has the evaluation type of the list as the chosen one in the form', async () => {
    renderNewList();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Tipo de evaluación' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ingreso' }));
    const dialog = await typePerson('52123456');
    const types = dialog.getByLabelText<HTMLSelectElement>('Tipo de evaluación');
    expect(types.selectedOptions[0]?.textContent).toBe('El de la lista: Ingreso');
  });
});
