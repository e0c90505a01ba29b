import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { BURST_END_PAUSE_MS } from '#domain/card/key-burst.ts';
import { PIN_DIGITS, toPinDigits } from '#domain/password/pin.ts';
import { unlockByPin, type PinUnlockResult } from '#sync/session/pin.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { reportFailure } from '../kit/failures.ts';
import './pin-form.css';

const PIN_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

type PinFailure = Exclude<PinUnlockResult, { type: 'unlocked' }> | { readonly type: 'broken' };

/**
 * Formats the number of remaining attempts. The current attempt is already counted, because it is counted before the PIN is
 * verified.
 */
const attemptsLeftText = (tries: number): string =>
  tries === 1 ? 'Te queda 1 intento.' : `Te quedan ${tries} intentos.`;

function PinFailureNotice({ failure, tries }: { failure: PinFailure; tries: number }) {
  switch (failure.type) {
    case 'wrong':
      return <Notice kind="error">El PIN no es correcto. {attemptsLeftText(tries)}</Notice>;
    case 'storage':
      return <StorageNotice kind={failure.problem.kind} />;
    case 'broken':
      return <Notice kind="error">No se pudo comprobar el PIN. Usa tu contraseña.</Notice>;
    case 'password_only':
      return null;
  }
}

/** Returns the function that verifies a PIN. `busy` stays true after success, until the screen is open. */
function usePinAttempt() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PinFailure | null>(null);
  const attempt = async (whole: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    const result = await unlockByPin(whole).catch((error: unknown): PinFailure => {
      reportFailure(error);
      return { type: 'broken' };
    });
    if (result.type === 'unlocked') return true;
    setFailure(result);
    setBusy(false);
    return false;
  };
  return { busy, failure, attempt };
}

function useDelayedCall() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const runAfter = (ms: number, then: () => void) => {
    cancel();
    timer.current = setTimeout(then, ms);
  };
  return { after: runAfter, cancel };
}

/**
 * Holds the typed digits. A card reader types like a keyboard, so typed digits are verified only after a pause without keys.
 * Input that is longer than a PIN is discarded, together with all keys that follow before such a pause. The on-screen keys need
 * no pause.
 */
function usePinInput() {
  const { busy, failure, attempt } = usePinAttempt();
  const [pin, setPin] = useState('');
  const isTooLong = useRef(false);
  const pause = useDelayedCall();
  const verifyPin = (whole: string) => void attempt(whole).then((opened) => opened || setPin(''));
  const enterDigits = (typed: string, onComplete: (whole: string) => void) => {
    if (busy) return;
    pause.cancel();
    const digits = toPinDigits(typed);
    setPin(digits);
    if (digits.length === PIN_DIGITS) onComplete(digits);
  };
  const rejectExcessDigit = () => {
    isTooLong.current = true;
    setPin('');
    pause.after(BURST_END_PAUSE_MS, () => (isTooLong.current = false));
  };
  const type = (typed: string) => {
    const goesOn = !busy && pin.length === PIN_DIGITS && typed.length > PIN_DIGITS;
    if (goesOn || isTooLong.current) rejectExcessDigit();
    else enterDigits(typed, (whole) => pause.after(BURST_END_PAUSE_MS, () => verifyPin(whole)));
  };
  return { pin, busy, failure, type, press: (typed: string) => enterDigits(typed, verifyPin) };
}

const keepFocus = (event: MouseEvent) => event.preventDefault();

interface PinFormProps {
  tries: number;
  onPassword: () => void;
}

/**
 * Form for the six digits of the PIN, by on-screen keys or keyboard; the sixth digit submits. The field keeps the focus without
 * opening the system keyboard.
 */
export function PinForm({ tries, onPassword }: PinFormProps) {
  const { pin, busy, failure, press, type } = usePinInput();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (failure) field.current?.focus();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  return (
    <form className="pin-form" noValidate onSubmit={submit} aria-busy={busy}>
      <label className="pin-field">
        PIN de {PIN_DIGITS} números
        <input
          ref={field}
          type="password"
          inputMode="none"
          autoComplete="off"
          value={pin}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </label>
      <span className="visually-hidden" aria-live="polite">
        {pin === '' ? '' : `${pin.length} de ${PIN_DIGITS}`}
      </span>
      {failure && <PinFailureNotice failure={failure} tries={tries} />}
      <fieldset className="pin-keys" aria-label="Teclado del PIN">
        {PIN_KEYS.map((digit) => (
          <Button key={digit} className="pin-key" onMouseDown={keepFocus} onClick={() => press(pin + digit)}>
            {digit}
          </Button>
        ))}
        <Button className="pin-key pin-erase" onMouseDown={keepFocus} onClick={() => press(pin.slice(0, -1))}>
          Borrar
        </Button>
      </fieldset>
      <Button variant="subtle" onClick={onPassword}>
        Usar contraseña
      </Button>
    </form>
  );
}
