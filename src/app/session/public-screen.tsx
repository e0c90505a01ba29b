import { Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import { toast } from '#ui/notices/toast.ts';
import { CheckingSession } from './checking-session.tsx';
import { readReturnAddress } from './return-to.ts';
import { useSession } from './session.tsx';

interface PublicScreenProps {
  /** Content for a visitor who is not signed in. Receives the reason if the device does not allow a sign-in; otherwise null. */
  children: (trouble: DeviceTrouble | null) => ReactNode;
  /** Message for a user who is redirected because a session is already open. Null if the user expects the redirect. */
  wordsOnLeading?: () => string | null;
  /** Address of the redirect; null for the address that the user had requested before. */
  leadsTo?: () => string | null;
}

const returnNull = () => null;

function RedirectWithMessage({ to, words }: { to: string; words: () => string | null }) {
  useEffect(() => {
    const said = words();
    if (said !== null) toast('warn', said);
  }, [words]);
  return <Navigate to={to} replace />;
}

export function PublicScreen({
  children,
  wordsOnLeading: redirectMessage = returnNull,
  leadsTo = returnNull,
}: PublicScreenProps) {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_in':
      return (
        <RedirectWithMessage to={leadsTo() ?? readReturnAddress(location.state)} words={redirectMessage} />
      );
    case 'signed_out':
      return <Suspense fallback={null}>{children(state.trouble)}</Suspense>;
  }
}
