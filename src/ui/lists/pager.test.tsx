import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Pager } from './pager.tsx';

function renderPager(page: number, total: number, busy = false) {
  const onPage = vi.fn();
  renderScreen(<Pager page={page} pageSize={10} total={total} busy={busy} onPage={onPage} />);
  return onPage;
}
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('P2.32 the last page shows its range of rows and enables only the button to the previous page', async () => {
  const onPage = renderPager(3, 23);
  expect(screen.getByText('Mostrando 21 – 23 de 23')).toBeTruthy();
  expect(getButton('Siguiente').disabled).toBe(true);
  await userEvent.click(getButton('Anterior'));
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
});

it('P2 the first page enables only the button to the next page', async () => {
  const onPage = renderPager(1, 23);
  expect(screen.getByText('Mostrando 1 – 10 de 23')).toBeTruthy();
  expect(getButton('Anterior').disabled).toBe(true);
  await userEvent.click(getButton('Siguiente'));
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
});

it('P2.32 the pager shows «Sin registros» and disables both buttons when there are no rows', () => {
  renderPager(1, 0);
  expect(screen.getByText('Sin registros')).toBeTruthy();
  for (const name of ['Anterior', 'Siguiente']) expect(getButton(name).disabled).toBe(true);
});

it.each([
  [2, 10, 1],
  [7, 23, 3],
  [2, 0, 1],
])(
  'P2.32 when page %i does not exist because the list has only %i rows, the pager goes to page %i',
  (page, total, last) => {
    expect(renderPager(page, total)).toHaveBeenCalledExactlyOnceWith(last, true);
  },
);

it('P2.32 the pager keeps the page number while the rows of another page are still shown', () => {
  expect(renderPager(2, 3, true)).not.toHaveBeenCalled();
});
