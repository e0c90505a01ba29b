import { Button, Modal, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ChangeEvent } from 'react';
import { isGuessablePin } from '#domain/password/guessable-pin.ts';
import { PIN_DIGITS, MAX_WRONG_PINS, isPin, toPinDigits } from '#domain/password/pin.ts';
import { readPinAttemptsLeft } from '#storage/account/lock-pin.ts';
import { removePin, setPin, type PinChangeResult } from '#sync/session/pin.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { unlockProblemText } from '../sign-in/unlock-problem.ts';
import { DialogButtons } from '../pieces/dialog-buttons.tsx';
import './pin-dialog.css';

interface PinValues {
  password: string;
  pin: string;
  again: string;
}

const INVALID_PIN_TEXT = `El PIN son ${PIN_DIGITS} números.`;
const GUESSABLE_PIN_TEXT =
  'Ese PIN es fácil de adivinar. Evita números repetidos o seguidos, fechas y dibujos en el teclado.';

function pinProblem(pin: string): string | null {
  if (!isPin(pin)) return INVALID_PIN_TEXT;
  return isGuessablePin(pin) ? GUESSABLE_PIN_TEXT : null;
}

const PIN_FORM_VALIDATORS = {
  password: (password: string) => (password === '' ? 'Escribe tu contraseña.' : null),
  pin: pinProblem,
  again: (again: string, { pin }: PinValues) => (again === pin ? null : 'Los dos PIN no son iguales.'),
};

type PinChangeFailure = Exclude<PinChangeResult, { type: 'set' }>;

function PinChangeFailureNotice({ trouble }: { trouble: PinChangeFailure }) {
  switch (trouble.type) {
    case 'storage':
      return <StorageNotice kind={trouble.problem.kind} />;
    case 'no_pin':
      return <Notice kind="error">{INVALID_PIN_TEXT}</Notice>;
    case 'guessable':
      return <Notice kind="error">{GUESSABLE_PIN_TEXT}</Notice>;
    case 'locked':
    case 'no_way':
    case 'overtaken':
    case 'refused':
    case 'unreachable':
    case 'wait':
    case 'wrong':
      return <Notice kind="error">{unlockProblemText(trouble)}</Notice>;
  }
}

interface PinFormProps {
  isSet: boolean;
  onSet: () => void;
  onRemove: () => void;
}

function PinForm({ isSet, onSet, onRemove }: PinFormProps) {
  const { busy, trouble, run, forget } = useChangeRunner<PinChangeFailure>();
  const form = useForm<PinValues>({
    initialValues: { password: '', pin: '', again: '' },
    onValuesChange: forget,
    validate: PIN_FORM_VALIDATORS,
  });
  const send = async ({ password, pin }: PinValues) => {
    const result = await setPin(password, pin);
    if (result.type !== 'set') return result;
    onSet();
    return null;
  };
  const digits = (field: 'pin' | 'again') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...form.getInputProps(field),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, toPinDigits(event.currentTarget.value)),
  });
  return (
    <form
      className="pin-change"
      noValidate
      onSubmit={form.onSubmit((values) => void run(() => send(values)), createFirstErrorFocuser(form))}
    >
      <PasswordInput
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <PasswordInput label="PIN nuevo" description={INVALID_PIN_TEXT} {...digits('pin')} />
      <PasswordInput label="Repite el PIN" {...digits('again')} />
      {trouble && <PinChangeFailureNotice trouble={trouble} />}
      <DialogButtons>
        {isSet && <Button onClick={onRemove}>Quitar PIN</Button>}
        <Button type="submit" variant="filled" loading={busy}>
          Guardar PIN
        </Button>
      </DialogButtons>
    </form>
  );
}

interface PinDialogProps {
  userId: string;
  onSet: () => void;
  onRemoved: () => void;
  onClose: () => void;
  onFailure: (error: unknown) => void;
}

export function PinDialog({ userId, onSet, onRemoved, onClose, onFailure }: PinDialogProps) {
  const tries = useLiveQuery(() => readPinAttemptsLeft(userId), [userId]);
  const isSet = tries !== undefined && tries !== null;
  const remove = () => void removePin(userId).then(onRemoved).catch(onFailure);
  return (
    <Modal opened onClose={onClose} title={isSet ? 'Cambiar o quitar el PIN' : 'Poner un PIN'}>
      <p className="pin-change-text">
        Abre el bloqueo de este dispositivo con {PIN_DIGITS} números en vez de tu contraseña. Vale solo para
        ti y solo aquí. Después de {MAX_WRONG_PINS} errores se pide la contraseña; si la cambias, el PIN se
        borra.
      </p>
      <PinForm isSet={isSet} onSet={onSet} onRemove={remove} />
    </Modal>
  );
}
