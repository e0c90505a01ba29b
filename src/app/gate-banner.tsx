import { Button } from '@mantine/core';
import { useState } from 'react';
import { SignInAgainDialog } from '#features/auth/sign-in-again-dialog.tsx';
import { signIn, type Account } from '#sync/session.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.ts';

/** S9: the session ended; it is opened again in place, and nothing navigates away. */
export function GateBanner({ account }: { account: Account }) {
  const [opened, setOpened] = useState(false);
  if (account.gate === 'open') return null;
  return (
    <>
      <Notice
        kind="warn"
        action={
          <Button variant="filled" onClick={() => setOpened(true)}>
            Iniciar sesión
          </Button>
        }
      >
        Tu sesión venció. Inicia sesión para seguir enviando; nada se ha perdido.
      </Notice>
      <SignInAgainDialog
        opened={opened}
        email={account.email}
        signIn={signIn}
        onSignedIn={() => {
          setOpened(false);
          toast('ok', 'Sesión iniciada. Se sigue enviando lo pendiente.');
        }}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
