import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PinChangeResult } from '#sync/session/pin.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { PinDialog } from './pin-dialog.tsx';

const deviceMock = vi.hoisted(() => ({ tries: null as number | null, setPin: vi.fn(), removePin: vi.fn() }));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: (read: () => unknown) => read() }));
vi.mock('#storage/account/lock-pin.ts', () => ({ readPinAttemptsLeft: () => deviceMock.tries }));
vi.mock('#sync/session/pin.ts', () => ({ setPin: deviceMock.setPin, removePin: deviceMock.removePin }));

const callbacks = { onSet: vi.fn(), onRemoved: vi.fn(), onClose: vi.fn(), onFailure: vi.fn() };
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function submitPinForm(pin: string, again = pin, password = 'Clave-2026'): Promise<void> {
  await enterText(await screen.findByLabelText('Tu contraseña'), password);
  await enterText(screen.getByLabelText('PIN nuevo'), pin);
  await enterText(screen.getByLabelText('Repite el PIN'), again);
  await clickButton('Guardar PIN');
}

beforeEach(() => {
  vi.clearAllMocks();
  deviceMock.tries = null;
  deviceMock.setPin.mockResolvedValue({ type: 'set' } satisfies PinChangeResult);
  deviceMock.removePin.mockResolvedValue(undefined);
});

describe('P10.36 setting a PIN', () => {
  it('the PIN dialog sets the PIN when the user enters it twice and the password once', async () => {
    renderScreen(<PinDialog userId="u1" {...callbacks} />);
    await submitPinForm('704926');
    expect(deviceMock.setPin).toHaveBeenCalledExactlyOnceWith('Clave-2026', '704926');
    expect(callbacks.onSet).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Quitar PIN' })).toBeNull();
  });

  it.each([
    ['7049', '7049', 'Clave-2026', 'El PIN son 6 números.'],
    ['111111', '111111', 'Clave-2026', /^Ese PIN es fácil de adivinar/],
    ['704926', '704927', 'Clave-2026', 'Los dos PIN no son iguales.'],
    ['704926', '704926', '', 'Escribe tu contraseña.'],
  ])(
    'the PIN dialog rejects the PIN «%s» with the repetition «%s» and the password «%s»',
    async (pin, again, password, words) => {
      renderScreen(<PinDialog userId="u1" {...callbacks} />);
      await submitPinForm(pin, again, password);
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
      expect(deviceMock.setPin).not.toHaveBeenCalled();
    },
  );

  it('the PIN dialog shows an error and sets no PIN when the password is wrong', async () => {
    deviceMock.setPin.mockResolvedValue({ type: 'wrong', judged: true } satisfies PinChangeResult);
    renderScreen(<PinDialog userId="u1" {...callbacks} />);
    await submitPinForm('704926');
    expect((await screen.findByRole('alert')).textContent).toBe('La contraseña no es correcta.');
    expect(callbacks.onSet).not.toHaveBeenCalled();
  });
});

it('P10.36 the PIN dialog removes the PIN without asking for a password', async () => {
  deviceMock.tries = 0;
  renderScreen(<PinDialog userId="u1" {...callbacks} />);
  await clickButton('Quitar PIN');
  expect(deviceMock.removePin).toHaveBeenCalledExactlyOnceWith('u1');
  expect(callbacks.onRemoved).toHaveBeenCalledOnce();
});
