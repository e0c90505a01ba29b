import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CheckingSession } from './checking-session.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { returnTo } from './return-to.ts';
import { useSession } from './session.tsx';

const Shell = lazyScreen(async () => (await import('./shell.tsx')).Shell);

/** The shell for whoever is signed in; everybody else goes to sign in and comes back here (spec §2). */
export function Protected() {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_out':
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
