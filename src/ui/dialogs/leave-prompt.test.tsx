import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenToHistory } from './history-guard.ts';
import { LeavePrompt } from './leave-prompt.tsx';
import { theme } from '../theme/theme.ts';

function Form() {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Texto" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="/other">Otra</Link>
      <a href="#below">Abajo</a>
      <LeavePrompt dirty={text !== ''} />
    </>
  );
}

async function showForm() {
  window.history.replaceState(null, '', '/first');
  render(
    <MantineProvider theme={theme} env="test" forceColorScheme="light">
      <BrowserRouter>
        <Routes>
          <Route path="/first" element={<Link to="/form">Al formulario</Link>} />
          <Route path="/form" element={<Form />} />
          <Route path="/other" element={<p>Otra página</p>} />
        </Routes>
      </BrowserRouter>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Al formulario' }));
}

const type = () => userEvent.type(screen.getByLabelText('Texto'), 'algo');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const prompt = () => screen.queryByRole('dialog');

beforeAll(listenToHistory);
beforeEach(showForm);

describe('P10.7 leaving a page with unsaved input', () => {
  it("the browser's back button opens a prompt about unsaved input, and leaves the page only when the user confirms", async () => {
    await type();
    window.history.back();
    await press('Seguir editando');
    expect(window.location.pathname).toBe('/form');
    expect(screen.getByLabelText<HTMLInputElement>('Texto').value).toBe('algo');
    window.history.back();
    await press('Salir sin guardar');
    expect(await screen.findByRole('link', { name: 'Al formulario' })).toBeTruthy();
  });

  it('a link opens a prompt about unsaved input, and leaves the page only when the user confirms', async () => {
    await type();
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    await press('Seguir editando');
    await waitFor(() => expect(prompt()).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    await press('Salir sin guardar');
    expect(await screen.findByText('Otra página')).toBeTruthy();
  });

  it('the browser shows its own prompt when the user closes a tab with unsaved input', async () => {
    const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(unload()).toBe(true);
    await type();
    expect(unload()).toBe(false);
  });
});

describe('P10.7 leaving a page without a prompt', () => {
  it('a link is followed without a prompt when the user has typed nothing', async () => {
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    expect(await screen.findByText('Otra página')).toBeTruthy();
  });

  it('the page shows no prompt for a link that opens another tab or a part of the same page', async () => {
    await type();
    fireEvent.click(screen.getByRole('link', { name: 'Otra' }), { ctrlKey: true });
    fireEvent.click(screen.getByRole('link', { name: 'Abajo' }));
    expect(prompt()).toBeNull();
  });
});
