import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CheckingSession } from './checking-session.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { loadDevice } from './load-device.ts';
import { addressToReturnTo } from './return-to.ts';
import { useSafePointUpdate } from './safe-point.ts';
import { useSession } from './session.tsx';

const LoginPage = lazyScreen(async () => (await import('#features/auth/login-page.tsx')).LoginPage);

const signIn = async (email: string, password: string) => (await loadDevice()).signIn(email, password);

/** Whoever is signed in is led on, to where they came from (spec §2). */
export function Login() {
  const { state } = useSession();
  const location = useLocation();
  useSafePointUpdate(null, state.name === 'signed_out');
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_in':
      return <Navigate to={addressToReturnTo(location.state)} replace />;
    case 'signed_out':
      return (
        <Suspense fallback={null}>
          <LoginPage signIn={signIn} trouble={state.trouble} />
        </Suspense>
      );
  }
}
