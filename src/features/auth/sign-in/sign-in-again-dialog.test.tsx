import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

const account: Account = {
  userId: 'u1',
  email: 'ana@alisos.demo',
  displayName: 'Ana',
  branchId: null,
  actions: [],
  gate: 'open',
};

it('S9 P8.3 the sign-in dialog signs the same user in again after the session has ended, without leaving the screen', async () => {
  const signIn = vi.fn(() => Promise.resolve({ type: 'signed_in' as const, account }));
  const onSignedIn = vi.fn();
  renderScreen(
    <SignInAgainDialog email="ana@alisos.demo" signIn={signIn} onSignedIn={onSignedIn} onClose={vi.fn()} />,
    '/reception',
  );
  const email = screen.getByLabelText<HTMLInputElement>('Correo electrónico');
  expect([email.value, email.readOnly, email.autocomplete]).toEqual(['ana@alisos.demo', true, 'off']);
  await enterText(screen.getByLabelText('Contraseña'), 'Demo-2026{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@alisos.demo', 'Demo-2026');
  expect(screen.getByTestId('where').textContent).toBe('/reception');
});
