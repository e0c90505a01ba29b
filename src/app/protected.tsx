import { Suspense, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CheckingSession } from './session/checking-session.tsx';
import { lazyScreen } from './kit/lazy-screen.ts';
import { returnAddressOf } from './session/return-to.ts';
import { useSession } from './session/session.tsx';

export const Shell = lazyScreen(async () => (await import('./shell/shell.tsx')).Shell);

interface ProtectedShellProps {
  /**
   * Content for a visitor who is not signed in. Without it, and after a sign-out, the sign-in form is shown, which returns to
   * this address after the sign-in (P2).
   */
  signedOut?: ReactNode;
}

/**
 * Renders the shell for the signed-in user. Otherwise redirects to the sign-in form, but only after the server has checked the
 * session cookie (P2).
 */
export function ProtectedShell({ signedOut }: ProtectedShellProps) {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_out':
      if (!state.certain) return <CheckingSession />;
      if (signedOut !== undefined && !state.left) return signedOut;
      return <Navigate to="/login" replace state={state.left ? null : returnAddressOf(location)} />;
    case 'signed_in':
      return (
        <Suspense fallback={<CheckingSession />}>
          <Shell key={state.account.userId} account={state.account} />
        </Suspense>
      );
  }
}
