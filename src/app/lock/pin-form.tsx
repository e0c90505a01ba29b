import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { PIN_DIGITS, pinDigits } from '#domain/password/pin.ts';
import { unlockByPin, type PinUnlockResult } from '#sync/session/pin.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { reportFailure } from '../kit/failures.ts';
import './pin-form.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

type Failure = Exclude<PinUnlockResult, { type: 'unlocked' }> | { readonly type: 'broken' };

/** Tries as the parent has them: they are counted before a PIN is judged. */
const triesWords = (tries: number): string =>
  tries === 1 ? 'Te queda 1 intento.' : `Te quedan ${tries} intentos.`;

function Trouble({ failure, tries }: { failure: Failure; tries: number }) {
  switch (failure.type) {
    case 'wrong':
      return <Notice kind="error">El PIN no es correcto. {triesWords(tries)}</Notice>;
    case 'storage':
      return <StorageNotice kind={failure.problem.kind} />;
    case 'broken':
      return <Notice kind="error">No se pudo comprobar el PIN. Usa tu contraseña.</Notice>;
    case 'password_only':
      return null; // The parent shows the password's field.
  }
}

/** Stays busy after success, until the screen is open. */
function usePin() {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = async (whole: string) => {
    setBusy(true);
    setFailure(null);
    const result = await unlockByPin(whole).catch((error: unknown): Failure => {
      reportFailure(error);
      return { type: 'broken' };
    });
    if (result.type === 'unlocked') return;
    setFailure(result);
    setPin('');
    setBusy(false);
  };
  const take = (typed: string) => {
    if (busy) return;
    const digits = pinDigits(typed);
    setPin(digits);
    if (digits.length === PIN_DIGITS) void attempt(digits);
  };
  return { pin, busy, failure, take };
}

/** A touch on a key leaves the focus in the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface PinFormProps {
  tries: number;
  onPassword: () => void;
}

/**
 * Six digits by the keys on the glass or by a keyboard; the sixth sends them. The field keeps the focus, and the
 * system's own keyboard stays away.
 */
export function PinForm({ tries, onPassword }: PinFormProps) {
  const { pin, busy, failure, take } = usePin();
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
          onChange={(event) => take(event.currentTarget.value)}
        />
      </label>
      <span className="visually-hidden" aria-live="polite">
        {pin === '' ? '' : `${pin.length} de ${PIN_DIGITS}`}
      </span>
      {failure && <Trouble failure={failure} tries={tries} />}
      <fieldset className="pin-keys" aria-label="Teclado del PIN">
        {KEYS.map((digit) => (
          <Button key={digit} className="pin-key" onMouseDown={keepFocus} onClick={() => take(pin + digit)}>
            {digit}
          </Button>
        ))}
        <Button className="pin-key pin-erase" onMouseDown={keepFocus} onClick={() => take(pin.slice(0, -1))}>
          Borrar
        </Button>
      </fieldset>
      <Button variant="subtle" onClick={onPassword}>
        Usar contraseña
      </Button>
    </form>
  );
}
