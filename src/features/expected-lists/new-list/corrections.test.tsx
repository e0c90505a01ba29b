import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkbook } from '#tests/support/base/workbook.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  bringFile,
  chooseFile,
  correctCell,
  getButton,
  renderNewList,
  resetNewListMocks,
} from '#tests/support/screens/new-list.tsx';

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
