import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Notice } from './notice.tsx';

const renderSupportCode = (supportCode?: string) =>
  render(
    <MantineProvider env="test">
      <Notice kind="error" supportCode={supportCode}>
        El servidor falló.
      </Notice>
    </MantineProvider>,
  );

it('P10.82 a notice shows the support code and copies it at a tap', async () => {
  const user = userEvent.setup();
  renderSupportCode('K7QM3-0XTP4');
  expect(screen.getByRole('alert').textContent).toContain('Código para soporte: K7QM3-0XTP4');
  await user.click(screen.getByRole('button', { name: 'Copiar el código K7QM3-0XTP4' }));
  expect(await navigator.clipboard.readText()).toBe('K7QM3-0XTP4');
  expect(screen.getByText('Copiado.')).toBeTruthy();
});

it('P10.82 a notice shows no support code when the error has none', () => {
  renderSupportCode();
  expect(screen.queryByText(/Código para soporte/)).toBeNull();
});
