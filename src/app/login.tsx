import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { SignIn } from '#features/auth/sign-in-form.tsx';
import { CheckingSession } from './checking-session.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { reportFailure } from './failures.ts';
import { loadDevice } from './load-device.ts';
import { addressToReturnTo } from './return-to.ts';
import { useSafePointUpdate } from './safe-point.ts';
import { useSession } from './session.tsx';

const LoginPage = lazyScreen(async () => (await import('#features/auth/login-page.tsx')).LoginPage);

const signIn: SignIn = async (...typed) => (await loadDevice()).signIn(...typed);

/** Entries that lie sealed on this device; 0 until the device's part is loaded, which the form does not wait for. */
function useSealedCount(asking: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // Without a secure context nothing was ever kept here, and the device's part does not load.
    if (!asking || !window.isSecureContext) return;
    const read = async () => setCount(await (await loadDevice()).countOthersUnsent(null));
    read().catch(reportFailure);
  }, [asking]);
  return count;
}

/** Whoever is signed in is led on, to where they came from (spec §2). */
export function Login() {
  const { state } = useSession();
  const location = useLocation();
  useSafePointUpdate(null, state.name === 'signed_out');
  const sealed = useSealedCount(state.name === 'signed_out');
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_in':
      return <Navigate to={addressToReturnTo(location.state)} replace />;
    case 'signed_out':
      return (
        <Suspense fallback={null}>
          <LoginPage signIn={signIn} trouble={state.trouble} sealed={sealed} />
        </Suspense>
      );
  }
}
