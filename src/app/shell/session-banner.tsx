import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense } from 'react';
import type { SignIn } from '#features/auth/sign-in/sign-in-form.tsx';
import { readConnectionState } from '#storage/device/connection-state.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { loadSignInCode } from '../kit/load-sign-in.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { useDialog } from '../kit/use-dialog.ts';

const SignInAgainDialog = lazyScreen(
  async () => (await import('#features/auth/sign-in/sign-in-again-dialog.tsx')).SignInAgainDialog,
);

const signIn = async (...typed: Parameters<SignIn>) => (await loadSignInCode()).signIn(...typed);

const SESSION_EXPIRED_TEXT = 'Tu sesión venció. Inicia sesión para seguir enviando; nada se ha perdido.';
const OFFLINE_SIGN_IN_TEXT =
  'Entraste sin conexión. Lo que registres queda guardado en este dispositivo; cuando vuelva la red, inicia sesión para enviarlo.';
const BACK_ONLINE_TEXT = 'Ya hay conexión. Inicia sesión para enviar lo que registraste sin ella.';

/** D2: message after an offline sign-in; once the connection is back, it asks the user to sign in again. */
const OfflineSignInMessage = () =>
  useLiveQuery(readConnectionState)?.name === 'up' ? BACK_ONLINE_TEXT : OFFLINE_SIGN_IN_TEXT;

/**
 * S9: says that the session has ended or, after an offline sign-in, is not yet confirmed by the server. The user signs in
 * without leaving the screen.
 */
export function SessionBanner({ account }: { account: Account }) {
  const { opened, opener, open, close } = useDialog();
  if (account.gate === 'open') return null;
  return (
    <>
      <Notice
        kind="warn"
        action={
          <Button variant="filled" ref={opener} onClick={open}>
            Iniciar sesión
          </Button>
        }
      >
        {account.gate === 'offline' ? <OfflineSignInMessage /> : SESSION_EXPIRED_TEXT}
      </Notice>
      {opened && (
        <Suspense fallback={null}>
          <SignInAgainDialog
            email={account.email}
            signIn={signIn}
            onSignedIn={() => {
              close();
              toast('ok', 'Sesión iniciada. Se sigue enviando lo pendiente.');
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
