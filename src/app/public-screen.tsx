import { Suspense, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { DeviceTrouble } from '#features/auth/device-trouble.tsx';
import { CheckingSession } from './checking-session.tsx';
import { addressToReturnTo } from './return-to.ts';
import { useSession } from './session.tsx';

interface PublicScreenProps {
  /** Drawn while nobody is signed in; told why nobody can be, where that is so. */
  children: (trouble: DeviceTrouble | null) => ReactNode;
}

/** Whoever is signed in is led on, to where they came from (spec §2). */
export function PublicScreen({ children }: PublicScreenProps) {
  const { state } = useSession();
  const location = useLocation();
  switch (state.name) {
    case 'checking':
      return <CheckingSession />;
    case 'signed_in':
      return <Navigate to={addressToReturnTo(location.state)} replace />;
    case 'signed_out':
      return <Suspense fallback={null}>{children(state.trouble)}</Suspense>;
  }
}
