import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { createPasswordResetToken } from '#sync/administration/users/users.ts';
import { passwordResetLink } from '#sync/messages/password-link.ts';
import { ShareableLink } from '#components/handed-link.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { UserEditContext } from './use-user-change.ts';
import { UserCard, UserHint } from './user-card.tsx';

const LINK_CREATED_TEXT = 'Se generó un enlace de restablecimiento de contraseña.';
const LINK_HINTS = {
  active: 'Se muestra una sola vez, sirve una sola vez y vence en 1 hora.',
  invited: 'Se muestra una sola vez, sirve una sola vez y vence en 7 días. El anterior ya no sirve.',
} as const;

function useResetLink({ user }: UserEditContext) {
  const [token, setToken] = useState<string | null>(null);
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const toastAfterRedirect = useToastAfterRedirect();
  const makeLink = () =>
    void run(async () => {
      const result = await createPasswordResetToken(user);
      if (result.type === 'saved') {
        setToken(result.body);
        toast('ok', LINK_CREATED_TEXT);
        return null;
      }
      const found = saveFailureOf(
        result,
        result.type === 'refused'
          ? 'No se pudo generar el enlace de restablecimiento.'
          : 'No se pudo solicitar el restablecimiento.',
      );
      toastAfterRedirect(found);
      return found;
    });
  return { busy, trouble, token, make: makeLink };
}

/** Creates a link for choosing a new password, so that an administrator never knows another user's password. */
export function PasswordCard({ subject }: { subject: UserEditContext }) {
  const { busy, trouble, token, make } = useResetLink(subject);
  const { status } = subject.user;
  const isSuspended = status === 'suspended';
  return (
    <UserCard title="Contraseña">
      {token === null || isSuspended ? (
        <UserHint>
          {isSuspended
            ? 'El usuario está suspendido: reactívalo antes de generar un enlace.'
            : 'Genera un enlace para que la persona elija su contraseña, y compártelo con ella.'}
        </UserHint>
      ) : (
        <ShareableLink
          label="Enlace de contraseña"
          link={passwordResetLink(location.origin, token)}
          hint={LINK_HINTS[status]}
        />
      )}
      {trouble && (
        <Notice kind="error" supportCode={trouble.supportCode}>
          {trouble.text}
        </Notice>
      )}
      <Button leftSection={<Icon name="key" />} loading={busy} disabled={isSuspended} onClick={make}>
        {token === null ? 'Generar enlace' : 'Generar otro enlace'}
      </Button>
    </UserCard>
  );
}
