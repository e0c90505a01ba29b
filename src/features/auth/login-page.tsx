import { useEffect } from 'react';
import { BrandMark } from '#ui/brand-mark.tsx';
import { SealedNotice } from '#ui/sealed-notice.tsx';
import { DeviceTroubleNotice, type DeviceTrouble } from './device-trouble.tsx';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import './login-page.css';

interface LoginPageProps {
  signIn: SignIn;
  trouble: DeviceTrouble | null;
  /** Entries that lie sealed on this device until their owners come back. */
  sealed: number;
}

export function LoginPage({ signIn, trouble, sealed }: LoginPageProps) {
  useEffect(() => {
    document.title = 'Iniciar sesión · Ventanilla';
  }, []);
  return (
    <main className="login">
      <div className="login-box">
        <div className="login-brand">
          <BrandMark size={52} />
          <div>
            <h1>Ventanilla</h1>
            <p>Salud ocupacional</p>
          </div>
        </div>
        {trouble && <DeviceTroubleNotice trouble={trouble} />}
        <SealedNotice count={sealed} ofAnother={false} />
        {/* Over plain http nobody should type a password either. */}
        {trouble !== 'insecure' && <SignInForm signIn={signIn} />}
      </div>
      {trouble !== 'insecure' && (
        <p className="login-foot">Lo que registras queda guardado en este dispositivo, con red o sin ella.</p>
      )}
    </main>
  );
}
