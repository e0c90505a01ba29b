import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PasswordChangeResult } from '#sync/session/passwords.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

function renderChangePasswordDialog(answer: PasswordChangeResult) {
  const change = vi.fn((_current: string, _next: string) => Promise.resolve(answer));
  const onChanged = vi.fn();
  renderScreen(
    <ChangePasswordDialog email="ana@alisos.demo" change={change} onChanged={onChanged} onClose={vi.fn()} />,
  );
  return { change, onChanged };
}
const fillPasswordField = (label: string, text: string) => enterText(screen.getByLabelText(label), text);
async function submitPasswords(current = 'Vieja-2025', next = 'Nueva-2026', again = next) {
  if (current !== '') await fillPasswordField('Contraseña actual', current);
  if (next !== '') await fillPasswordField('Nueva contraseña', next);
  if (again !== '') await fillPasswordField('Confirma la contraseña', again);
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar contraseña' }));
}

it("P2.20 the password dialog shows the user's mail address and changes the password", async () => {
  const { change, onChanged } = renderChangePasswordDialog({ type: 'changed', onDevice: true });
  expect(screen.getByText('ana@alisos.demo')).toBeTruthy();
  await submitPasswords();
  await retryUntilPassing(() => expect(onChanged).toHaveBeenCalledExactlyOnceWith(true));
  expect(change).toHaveBeenCalledExactlyOnceWith('Vieja-2025', 'Nueva-2026');
});

it.each([
  ['', 'Nueva-2026', 'Nueva-2026', 'Ingresa la contraseña actual.'],
  ['Vieja', 'corta', 'corta', 'La contraseña debe tener al menos 8 caracteres.'],
  ['Vieja', 'Nueva-2026', 'Nueva-2027', 'La nueva contraseña y su confirmación no coinciden.'],
  ['Vieja', 'Nueva-2026', '', 'La nueva contraseña y su confirmación no coinciden.'],
])(
  'P5.14 P9.13 the password dialog sends nothing for the current password «%s», the new password «%s» and its repetition «%s»',
  async (current, next, again, message) => {
    const { change } = renderChangePasswordDialog({ type: 'changed', onDevice: true });
    await submitPasswords(current, next, again);
    expect(screen.getByText(message)).toBeTruthy();
    expect(change).not.toHaveBeenCalled();
  },
);

it.each<[PasswordChangeResult, RegExp]>([
  [{ type: 'wrong_password' }, /^La contraseña actual no es válida\.$/],
  [{ type: 'refused', status: 429, code: null, message: 'Espera un minuto.' }, /^Espera un minuto\.$/],
  [
    { type: 'refused', status: 500, code: null, message: ' ' },
    /^No fue posible actualizar la contraseña\. \(500\)$/,
  ],
  [{ type: 'session_ended' }, /Tu sesión venció/],
  [{ type: 'unreachable', cause: 'no_answer' }, /No hay conexión con el servidor; esto necesita red\.$/],
  [{ type: 'unreachable', cause: 'timeout' }, /Si la actual deja de servir, ya cambió\.$/],
])(
  'P8.16 the password dialog shows an error and keeps the typed passwords when the result is %j',
  async (answer, words) => {
    const { onChanged } = renderChangePasswordDialog(answer);
    await submitPasswords();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(onChanged).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('Nueva-2026');
  },
);
