import { Menu, UnstyledButton } from '@mantine/core';
import type { Account } from '#sync/session.ts';
import { Icon } from '#ui/icon.tsx';
import { useSignOut } from './sign-out.tsx';
import './user-menu.css';

/** On a phone the first word is in sight, and all of it is read aloud. */
function Name({ full }: { full: string }) {
  const [first, ...rest] = full.split(' ');
  return (
    <span className="user-menu-name">
      {first} <span className="user-menu-rest">{rest.join(' ')}</span>
    </span>
  );
}

/** The signed-in user and what concerns them: changing the password and the branch join here in later issues. */
export function UserMenu({ account }: { account: Account }) {
  const { signOut, dialog } = useSignOut(account);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} width={260} radius={12} shadow="md">
        <Menu.Target>
          <UnstyledButton className="user-menu">
            <Icon name="person" />
            <Name full={account.displayName} />
            <Icon name="down" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="leave" />} onClick={signOut}>
            Cerrar sesión
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
