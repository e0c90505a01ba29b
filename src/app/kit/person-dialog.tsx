import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChangePasswordDialog } from '#features/auth/passwords/change-password-dialog.tsx';
import { PinDialog } from '#features/auth/passwords/pin-dialog.tsx';
import { changePassword } from '#sync/session/passwords.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { toast } from '#ui/notices/toast.ts';
import { reportFailure } from './failures.ts';
import './person-dialog.css';

const OLD_PASSWORD_OFFLINE_TEXT =
  'En este dispositivo, sin conexión, seguirá valiendo la contraseña anterior hasta que inicies sesión aquí con la nueva.';

interface AccountDialogProps {
  account: Account;
  onClose: () => void;
}

function ChangePassword({ account, onClose }: AccountDialogProps) {
  const onChanged = (onDevice: boolean) => {
    onClose();
    const done = 'Contraseña actualizada correctamente.';
    if (onDevice) toast('ok', done);
    else toast('warn', `${done} ${OLD_PASSWORD_OFFLINE_TEXT}`);
  };
  return (
    <ChangePasswordDialog
      email={account.email}
      change={changePassword}
      onChanged={onChanged}
      onClose={onClose}
    />
  );
}

function ChangePin({ account, onClose }: AccountDialogProps) {
  const closeWith = (words: string) => () => {
    onClose();
    toast('ok', words);
  };
  return (
    <PinDialog
      userId={account.userId}
      onSet={closeWith('PIN guardado: abre el bloqueo de este dispositivo.')}
      onRemoved={closeWith('PIN quitado: el bloqueo se abre con tu contraseña.')}
      onClose={onClose}
      onFailure={reportFailure}
    />
  );
}

export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const [changing, setChanging] = useState<'password' | 'pin' | null>(null);
  if (changing === 'password') return <ChangePassword account={account} onClose={onClose} />;
  if (changing === 'pin') return <ChangePin account={account} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={account.displayName}>
      <div className="person-choices">
        <Button
          justify="start"
          leftSection={<Icon name="key" />}
          data-autofocus
          onClick={() => setChanging('password')}
        >
          Cambiar contraseña
        </Button>
        <Button justify="start" leftSection={<Icon name="lock" />} onClick={() => setChanging('pin')}>
          PIN para desbloquear
        </Button>
        <Button
          justify="start"
          component={Link}
          to="/device"
          leftSection={<Icon name="tablet" />}
          onClick={onClose}
        >
          Este dispositivo
        </Button>
        <Button
          justify="start"
          component={Link}
          to="/help"
          leftSection={<Icon name="info" />}
          onClick={onClose}
        >
          Ayuda
        </Button>
      </div>
    </Modal>
  );
}
