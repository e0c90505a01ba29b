import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { USER_STATUS_REASON_MAX_LENGTH } from '#contract/limits.ts';
import { setUserStatus } from '#sync/administration/users/users.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ConcurrentChangeNotice } from './changed-concurrently.tsx';
import { useUserChange, type UserEditContext } from './use-user-change.ts';
import { USER_STATUS_LABELS } from '../messages.ts';
import { UserCard, UserHint } from './user-card.tsx';
import './status-card.css';

const STATUS_SAVE_FAILED_TEXT = 'No se pudo actualizar el estado del usuario.';

type StatusChangeHandle = ReturnType<typeof useUserChange>;

/** Suspends the user after a confirmation. The optional reason stays in its field after a failure. */
function SuspendUserForm({ subject, change }: { subject: UserEditContext; change: StatusChangeHandle }) {
  const [isPrompting, setPrompting] = useState(false);
  const [reason, setReason] = useState('');
  const { user, account } = subject;
  const isOwn = user.id === account.userId;
  const suspend = async () => {
    const body = { status: 'suspended' as const, reason };
    await change.start({
      send: () => setUserStatus(user, body),
      success: 'Usuario suspendido.',
      refused: STATUS_SAVE_FAILED_TEXT,
    });
    setPrompting(false);
  };
  return (
    <>
      {isOwn && <UserHint>No puedes suspender tu propia cuenta.</UserHint>}
      <Button disabled={isOwn} onClick={() => setPrompting(true)}>
        Suspender
      </Button>
      <ConfirmDialog
        opened={isPrompting}
        title="¿Suspender a este usuario?"
        confirmLabel="Suspender"
        tone="danger"
        busy={change.busy}
        onConfirm={() => void suspend()}
        onCancel={() => setPrompting(false)}
      >
        <p>
          Se cierran sus sesiones y no puede volver a entrar hasta que alguien lo reactive. Lo que registró y
          no ha enviado queda guardado en su dispositivo.
        </p>
        <Textarea
          className="user-reason"
          label="Motivo"
          autosize
          minRows={2}
          maxLength={USER_STATUS_REASON_MAX_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}

const STATUS_TEXTS = {
  active: 'Puede entrar con su correo y su contraseña.',
  suspended: 'No puede entrar.',
  invited: 'Todavía no ha elegido su contraseña con el enlace de activación.',
} as const;

export function StatusCard({ subject }: { subject: UserEditContext }) {
  const { user } = subject;
  const change = useUserChange(subject);
  const activate = () =>
    void change.start({
      send: () => setUserStatus(user, { status: 'active', reason: undefined }),
      success: 'Usuario reactivado.',
      refused: STATUS_SAVE_FAILED_TEXT,
    });
  return (
    <UserCard title="Estado">
      <p>{STATUS_TEXTS[user.status]}</p>
      {user.status === 'suspended' && user.status_reason && (
        <p className="user-quote">Motivo: {user.status_reason}</p>
      )}
      {change.trouble?.type === 'stale' ? (
        <ConcurrentChangeNotice>
          Ahora su estado es «{USER_STATUS_LABELS[user.status]}».
        </ConcurrentChangeNotice>
      ) : (
        change.trouble && (
          <Notice kind="error" supportCode={change.trouble.supportCode}>
            {change.trouble.text}
          </Notice>
        )
      )}
      {user.status === 'active' ? (
        <SuspendUserForm subject={subject} change={change} />
      ) : (
        <Button loading={change.busy} onClick={activate}>
          {user.status === 'invited' ? 'Activar' : 'Reactivar'}
        </Button>
      )}
    </UserCard>
  );
}
