import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BURST_END_PAUSE_MS } from '#domain/card/key-burst.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { PinForm } from './pin-form.tsx';

const unlockByPinMock = vi.hoisted(() => vi.fn());
const onPassword = vi.fn();
vi.mock('#sync/session/pin.ts', () => ({ unlockByPin: unlockByPinMock }));

const getPinField = () => screen.getByLabelText<HTMLInputElement>('PIN de 6 números');
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

function typeKeys(keys: string): void {
  for (const key of keys) fireEvent.change(getPinField(), { target: { value: getPinField().value + key } });
}

beforeEach(() => {
  vi.clearAllMocks();
  unlockByPinMock.mockResolvedValue({ type: 'wrong' });
  renderScreen(<PinForm tries={3} onPassword={onPassword} />);
});

afterEach(() => vi.useRealTimers());

it('P10.36 the PIN form submits the PIN when the user touches the sixth digit', async () => {
  for (const digit of '70492') await clickButton(digit);
  await clickButton('Borrar');
  expect(getPinField().value).toBe('7049');
  for (const digit of '26') await clickButton(digit);
  expect(unlockByPinMock).toHaveBeenCalledExactlyOnceWith('704926');
  expect(document.activeElement).toBe(getPinField());
});

it('P10.36 the PIN form accepts keyboard input; a wrong PIN clears the field and shows the remaining attempts', async () => {
  await userEvent.keyboard('70-4926');
  await waitFor(() => expect(unlockByPinMock).toHaveBeenCalledExactlyOnceWith('704926'));
  expect((await screen.findByRole('alert')).textContent).toBe('El PIN no es correcto. Te quedan 3 intentos.');
  await waitFor(() => expect(getPinField().value).toBe(''));
});

it('P10.36 the PIN form ignores input while a PIN is being verified', async () => {
  unlockByPinMock.mockReturnValue(new Promise(() => undefined));
  await userEvent.keyboard('704926');
  await waitFor(() => expect(unlockByPinMock).toHaveBeenCalledOnce());
  await userEvent.keyboard('839517');
  await clickButton('1');
  expect(unlockByPinMock).toHaveBeenCalledOnce();
});

it.each(['7049261', '704926A', '3100000000000000009999000017GIL'])(
  'P10.92 the PIN form discards the fast input %s without counting an attempt, and accepts a PIN typed afterwards',
  (typed) => {
    vi.useFakeTimers();
    typeKeys(typed);
    expect(getPinField().value).toBe('');
    act(() => void vi.advanceTimersByTime(BURST_END_PAUSE_MS));
    expect(unlockByPinMock).not.toHaveBeenCalled();
    typeKeys('704926');
    act(() => void vi.advanceTimersByTime(BURST_END_PAUSE_MS));
    expect(unlockByPinMock).toHaveBeenCalledExactlyOnceWith('704926');
  },
);

it('P10.36 the PIN form switches to the password with one touch', async () => {
  await clickButton('Usar contraseña');
  expect(onPassword).toHaveBeenCalledOnce();
});
