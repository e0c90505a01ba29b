import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { serverMessageOrCodeText, setPermissionsForMessages } from '#sync/messages/code-text.ts';
import { Shell } from './shell.tsx';

const renderNothing = vi.hoisted(() => () => null);
vi.mock('../lock/lock-gate.tsx', () => ({ LockGate: ({ children }: { children: unknown }) => children }));
vi.mock('../top-bar/top-bar.tsx', () => ({ TopBar: renderNothing }));
vi.mock('./main-nav.tsx', () => ({ MainNav: renderNothing }));
vi.mock('./session-banner.tsx', () => ({ SessionBanner: renderNothing }));
vi.mock('./space-notice.tsx', () => ({ SpaceNotice: renderNothing }));
vi.mock('./update-notice.tsx', () => ({ UpdateNotice: renderNothing }));
vi.mock('./toasts.tsx', () => ({ Toasts: renderNothing }));

function RejectedSaveTestScreen() {
  const [message, setMessage] = useState('');
  return (
    <button
      type="button"
      onClick={() => setMessage(serverMessageOrCodeText({ code: 'branch_not_resolved', message: '' }))}
    >
      Guardar {message}
    </button>
  );
}

afterEach(() => setPermissionsForMessages([]));

it.each<[Permission, RegExp]>([
  ['user_management', /Elígela de nuevo en la barra superior/],
  ['register_patients', /Pide a un administrador que te asigne una/],
])('P6 the error about a missing branch tells a user with %s what to do', async (permission, sentence) => {
  const account = { userId: 'ana', actions: [permission] } as unknown as Account;
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Shell account={account} />}>
          <Route path="*" element={<RejectedSaveTestScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toMatch(sentence);
});
