import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { OwnAccountButton } from './own-account.tsx';

const accountMocks = vi.hoisted(() => ({ changePassword: vi.fn(), toast: vi.fn() }));
vi.mock('#sync/session/passwords.ts', () => ({ changePassword: accountMocks.changePassword }));
vi.mock('#ui/notices/toast.ts', () => ({ toast: accountMocks.toast }));

it('P8.17 the password dialog closes after the change, and a message confirms the change', async () => {
  accountMocks.changePassword.mockResolvedValue({ type: 'changed', onDevice: true });
  renderScreen(<OwnAccountButton account={createAccount([])} />);
  await userEvent.click(screen.getByRole('button', { name: /contraseña y dispositivo/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar contraseña' }));
  await enterText(await screen.findByLabelText('Contraseña actual'), 'Vieja-2025');
  await enterText(screen.getByLabelText('Nueva contraseña'), 'Nueva-2026');
  await enterText(screen.getByLabelText('Confirma la contraseña'), 'Nueva-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar contraseña' }));
  await retryUntilPassing(() =>
    expect(accountMocks.toast).toHaveBeenCalledExactlyOnceWith('ok', 'Contraseña actualizada correctamente.'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
