import { UnstyledButton } from '@mantine/core';
import type { Account } from '#sync/session.ts';
import { Icon } from '#ui/icon.tsx';
import { useSignOut } from './sign-out.tsx';
import './signed-in-user.css';

/** On a phone the first word is in sight, and all of it is read aloud. */
function Name({ full }: { full: string }) {
  const [first, ...rest] = full.split(' ');
  return (
    <span className="signed-in-name">
      <span className="visually-hidden">Sesión de </span>
      {first} <span className="signed-in-rest">{rest.join(' ')}</span>
    </span>
  );
}

/** Who is signed in, and the way out; on a narrow bar the way out is its icon alone, with the same name. */
export function SignedInUser({ account }: { account: Account }) {
  const { signOut, dialog } = useSignOut(account);
  return (
    <>
      <Name full={account.displayName} />
      <UnstyledButton className="sign-out" onClick={signOut}>
        <Icon name="leave" />
        <span className="sign-out-word">Cerrar sesión</span>
      </UnstyledButton>
      {dialog}
    </>
  );
}
