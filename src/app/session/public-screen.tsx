import { Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import { toast } from '#ui/notices/toast.ts';
import { CheckingSession } from './checking-session.tsx';
import { addressToReturnTo } from './return-to.ts';
import { useSession } from './session.tsx';

interface PublicScreenProps {
  /** Drawn while nobody is signed in; told why nobody can be, where that is so. */
  children: (trouble: DeviceTrouble | null) => ReactNode;
  /** What is said to whoever is led on because a session is open already; null where that is what they wanted. */
  wordsOnLeading?: () => string | null;
  /** Where they are led; null for where they came from. */
  leadsTo?: () => string | null;
}

const nothing = () => null;

function LedOn({ to, words }: { to: string; words: () => string | null }) {
  useEffect(() => {
    const said = words();
    if (said !== null) toast('warn', said);
  }, [words]);
  return <Navigate to={to} replace />;
}

/** Whoever is signed in is led on, to where they came from (P2). */
export function PublicScreen({ children, wordsOnLeading = nothing, leadsTo = nothing }: PublicScreenProps) {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_in':
      return <LedOn to={leadsTo() ?? addressToReturnTo(location.state)} words={wordsOnLeading} />;
    case 'signed_out':
      return <Suspense fallback={null}>{children(state.trouble)}</Suspense>;
  }
}
