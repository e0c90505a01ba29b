import { UnstyledButton } from '@mantine/core';
import { Suspense } from 'react';
import type { Account } from '#sync/session.ts';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { useDialog } from './use-dialog.ts';
import './own-account.css';

const ChangePasswordDialog = lazyScreen(async () => {
  const [{ ChangePasswordDialog: Dialog }, { changePassword }] = await Promise.all([
    import('#features/auth/change-password-dialog.tsx'),
    import('#sync/passwords.ts'),
  ]);
  return (props: { email: string | null; onChanged: () => void; onClose: () => void }) => (
    <Dialog change={changePassword} {...props} />
  );
});

/** Who is signed in; leads to the change of the password. On a narrow bar the name is read aloud only. */
export function OwnAccount({ account }: { account: Account }) {
  const { opened, opener, open, close } = useDialog();
  return (
    <>
      <UnstyledButton className="own-account" aria-haspopup="dialog" ref={opener} onClick={open}>
        <Icon name="person" />
        <span className="own-account-name">{account.displayName}</span>
        <span className="visually-hidden">: cambiar contraseña</span>
        <Icon name="key" size={18} />
      </UnstyledButton>
      {opened && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ChangePasswordDialog
              email={account.email}
              onChanged={() => {
                close();
                toast('ok', 'Contraseña actualizada correctamente.');
              }}
              onClose={close}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
