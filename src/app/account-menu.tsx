import { Menu, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { changePassword } from '#sync/passwords.ts';
import type { Account } from '#sync/session.ts';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreen } from './lazy-screen.ts';
import './account-menu.css';

const ChangePasswordDialog = lazyScreen(
  async () => (await import('#features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

const ChangePassword = ({ onClose }: { onClose: () => void }) => (
  <ErrorBoundary>
    <Suspense fallback={null}>
      <ChangePasswordDialog
        change={changePassword}
        onChanged={() => {
          onClose();
          toast('ok', 'Contraseña actualizada correctamente.');
        }}
        onClose={onClose}
      />
    </Suspense>
  </ErrorBoundary>
);

/** Who is signed in; opens what one does with one's own account. On a narrow bar the name is read aloud only. */
export function AccountMenu({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={264} radius={12} shadow="md">
        <Menu.Target>
          <UnstyledButton className="account-menu">
            <Icon name="person" />
            <span className="visually-hidden">Tu cuenta: </span>
            <span className="account-menu-name">{account.displayName}</span>
            <Icon name="down" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <strong className="account-menu-who">{account.displayName}</strong>
            {account.email}
          </Menu.Label>
          <Menu.Item leftSection={<Icon name="key" />} onClick={() => setChanging(true)}>
            Cambiar contraseña
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </>
  );
}
