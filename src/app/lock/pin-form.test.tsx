// In happy-dom: the PIN's keys over a device that answers what the test says.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENCE_MS } from '#domain/card/key-burst.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { PinForm } from './pin-form.tsx';

const unlockByPin = vi.hoisted(() => vi.fn());
const onPassword = vi.fn();
vi.mock('#sync/session/pin.ts', () => ({ unlockByPin }));

const field = () => screen.getByLabelText<HTMLInputElement>('PIN de 6 números');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Key by key, in no time. */
function strike(keys: string): void {
  for (const key of keys) fireEvent.change(field(), { target: { value: field().value + key } });
}

beforeEach(() => {
  vi.clearAllMocks();
  unlockByPin.mockResolvedValue({ type: 'wrong' });
  renderScreen(<PinForm tries={3} onPassword={onPassword} />);
});

afterEach(() => vi.useRealTimers());

it('P10.36 the sixth digit sends the PIN, by the keys on the glass', async () => {
  for (const digit of '70492') await press(digit);
  await press('Borrar');
  expect(field().value).toBe('7049');
  for (const digit of '26') await press(digit);
  expect(unlockByPin).toHaveBeenCalledExactlyOnceWith('704926');
  expect(document.activeElement).toBe(field());
});

it('P10.36 and by a keyboard, without a touch before; a wrong one says what is left, and the field is empty', async () => {
  await userEvent.keyboard('70-4926');
  await waitFor(() => expect(unlockByPin).toHaveBeenCalledExactlyOnceWith('704926'));
  expect((await screen.findByRole('alert')).textContent).toBe('El PIN no es correcto. Te quedan 3 intentos.');
  await waitFor(() => expect(field().value).toBe(''));
});

it('P10.36 while one is judged no other is taken', async () => {
  unlockByPin.mockReturnValue(new Promise(() => undefined));
  await userEvent.keyboard('704926');
  await waitFor(() => expect(unlockByPin).toHaveBeenCalledOnce());
  await userEvent.keyboard('839517');
  await press('1');
  expect(unlockByPin).toHaveBeenCalledOnce();
});

it.each(['7049261', '704926A', '3100000000000000009999000017GIL'])(
  'P10.92 %s is no PIN and counts as no try, to its last key; what is typed after a pause may be one',
  (typed) => {
    vi.useFakeTimers();
    strike(typed);
    expect(field().value).toBe('');
    act(() => void vi.advanceTimersByTime(SILENCE_MS));
    expect(unlockByPin).not.toHaveBeenCalled();
    strike('704926');
    act(() => void vi.advanceTimersByTime(SILENCE_MS));
    expect(unlockByPin).toHaveBeenCalledExactlyOnceWith('704926');
  },
);

it('P10.36 the password is one touch away', async () => {
  await press('Usar contraseña');
  expect(onPassword).toHaveBeenCalledOnce();
});
