import { Suspense, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CheckingSession } from './session/checking-session.tsx';
import { lazyScreen } from './kit/lazy-screen.ts';
import { returnTo } from './session/return-to.ts';
import { useSession } from './session/session.tsx';

export const Shell = lazyScreen(async () => (await import('./shell/shell.tsx')).Shell);

interface ProtectedProps {
  /** What strangers see here; without it, and after a sign-out, it is the sign-in form, which leads back (P2). */
  signedOut?: ReactNode;
}

/** The shell for whoever is signed in; nobody is sent to the sign-in form before the cookie was asked for (P2). */
export function Protected({ signedOut }: ProtectedProps) {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_out':
      if (!state.certain) return <CheckingSession />;
      if (signedOut !== undefined && !state.left) return signedOut;
      return <Navigate to="/login" replace state={state.left ? null : returnTo(location)} />;
    case 'signed_in':
      return (
        <Suspense fallback={<CheckingSession />}>
          {/* Another user's screens start from nothing. */}
          <Shell key={state.account.userId} account={state.account} />
        </Suspense>
      );
  }
}
