import { Button, Modal, PasswordInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { ChangePasswordBody } from '#contract/records/people/accounts.ts';
import type { PasswordChangeResult } from '#sync/session/passwords.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { accountProblemText } from './account-problem.ts';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { NewPasswordFields, newPasswordSchema, type NewPasswordValues } from '../pieces/new-password.tsx';
import { DialogButtons } from '../pieces/dialog-buttons.tsx';
import './change-password-dialog.css';

type ChangePassword = (current: string, next: string) => Promise<PasswordChangeResult>;

interface ChangePasswordValues extends NewPasswordValues {
  current: string;
}

const CHANGE_PASSWORD_FAILED_TEXT = 'No fue posible actualizar la contraseña.';
const changePasswordSchema = newPasswordSchema(
  { current: ChangePasswordBody.shape.current_password },
  'La nueva contraseña y su confirmación no coinciden.',
);

function passwordChangeProblemText(change: Exclude<PasswordChangeResult, { type: 'changed' }>): string {
  switch (change.type) {
    case 'wrong_password':
      return 'La contraseña actual no es válida.';
    case 'session_ended':
      return `${CHANGE_PASSWORD_FAILED_TEXT} Tu sesión venció: cierra esta ventana e inicia sesión de nuevo.`;
    case 'refused':
      return accountProblemText(change, { fallback: CHANGE_PASSWORD_FAILED_TEXT });
    case 'unreachable': {
      const text = accountProblemText(change, { fallback: CHANGE_PASSWORD_FAILED_TEXT });
      // After a timeout, the server may have changed the password, although its response did not arrive.
      return change.cause === 'no_answer' ? text : `${text} Si la actual deja de servir, ya cambió.`;
    }
  }
}

interface ChangePasswordFormProps {
  change: ChangePassword;
  /** `onDevice`: true if the new password also unlocks this device without network. */
  onChanged: (onDevice: boolean) => void;
  onCancel: () => void;
}

function ChangePasswordForm({ change, onChanged, onCancel }: ChangePasswordFormProps) {
  const { busy, trouble, run, forget } = useChangeRunner<string>();
  const form = useForm<ChangePasswordValues>({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '', confirmation: '' },
    onValuesChange: forget,
    validate: schemaResolver(changePasswordSchema, { sync: true }),
  });
  const send = async ({ current, password }: ChangePasswordValues) => {
    const result = await change(current, password);
    if (result.type !== 'changed') return passwordChangeProblemText(result);
    onChanged(result.onDevice);
    return null;
  };
  return (
    <form
      className="change-password"
      noValidate
      onSubmit={form.onSubmit((values) => void run(() => send(values)), createFirstErrorFocuser(form))}
    >
      <PasswordInput
        label="Contraseña actual"
        autoComplete="current-password"
        data-autofocus
        key={form.key('current')}
        {...form.getInputProps('current')}
      />
      <NewPasswordFields form={form} />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <DialogButtons>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="filled" loading={busy}>
          Actualizar contraseña
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ChangePasswordDialogProps {
  /** Mail address of the account, shown because several users share a tablet. Null if the server never reported it. */
  email: string | null;
  change: ChangePassword;
  /** `onDevice`: true if the new password also unlocks this device without network. */
  onChanged: (onDevice: boolean) => void;
  onClose: () => void;
}

/** Dialog over the current screen; the session and the outbox continue. */
export const ChangePasswordDialog = ({ email, change, onChanged, onClose }: ChangePasswordDialogProps) => (
  <Modal opened onClose={onClose} title="Cambiar contraseña">
    <p className="change-password-text">
      {email !== null && <strong>{email}</strong>} Las sesiones de tu cuenta en otros equipos se cierran.
    </p>
    <ChangePasswordForm change={change} onChanged={onChanged} onCancel={onClose} />
  </Modal>
);
