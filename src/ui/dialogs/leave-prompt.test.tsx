import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenToHistory } from './history-guard.ts';
import { LeavePrompt } from './leave-prompt.tsx';
import { theme } from '../theme/theme.ts';

function FormWithLeavePrompt() {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Texto" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="/other">Otra</Link>
      <a href="#below">Abajo</a>
      <LeavePrompt dirty={text !== ''} />
      <LeavePrompt dirty={text.length > 4} />
    </>
  );
}

async function renderForm() {
  window.history.replaceState(null, '', '/first');
  render(
    <MantineProvider theme={theme} env="test" forceColorScheme="light">
      <BrowserRouter>
        <Routes>
          <Route path="/first" element={<Link to="/form">Al formulario</Link>} />
          <Route path="/form" element={<FormWithLeavePrompt />} />
          <Route path="/other" element={<p>Otra página</p>} />
        </Routes>
      </BrowserRouter>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Al formulario' }));
}

const typeText = () => userEvent.type(screen.getByLabelText('Texto'), 'algo');
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const queryPrompt = () => screen.queryByRole('dialog');

beforeAll(listenToHistory);
beforeEach(renderForm);

describe('P10.7 leaving a page with unsaved input', () => {
  it("going back in the browser's history opens a prompt about unsaved input, and leaves the page only when the user confirms", async () => {
    await typeText();
    window.history.back();
    await clickButton('Seguir editando');
    expect(window.location.pathname).toBe('/form');
    expect(screen.getByLabelText<HTMLInputElement>('Texto').value).toBe('algo');
    window.history.back();
    await clickButton('Salir sin guardar');
    expect(await screen.findByRole('link', { name: 'Al formulario' })).toBeTruthy();
  });

  it('a click on a link opens a prompt about unsaved input; the app follows the link only when the user confirms', async () => {
    await typeText();
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    await clickButton('Seguir editando');
    await waitFor(() => expect(queryPrompt()).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    await clickButton('Salir sin guardar');
    expect(await screen.findByText('Otra página')).toBeTruthy();
  });

  it('the page cancels the `beforeunload` event of a tab with unsaved input, so that the browser shows a prompt', async () => {
    const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(unload()).toBe(true);
    await typeText();
    expect(unload()).toBe(false);
  });
});

describe('P10.7 leaving a page without a prompt', () => {
  it('a link is followed without a prompt when the user has typed nothing', async () => {
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    expect(await screen.findByText('Otra página')).toBeTruthy();
  });

  it('the page shows no prompt for a link that opens another tab or a part of the same page', async () => {
    await typeText();
    fireEvent.click(screen.getByRole('link', { name: 'Otra' }), { ctrlKey: true });
    fireEvent.click(screen.getByRole('link', { name: 'Abajo' }));
    expect(queryPrompt()).toBeNull();
  });
});

it('P10.7 two forms of a page with unsaved input prompt once', async () => {
  await userEvent.type(screen.getByLabelText('Texto'), 'de los dos');
  await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await clickButton('Salir sin guardar');
  expect(await screen.findByText('Otra página')).toBeTruthy();
});
