import type { Unsent } from '#domain/outbox/unsent.ts';
import { SealedNotice } from '#components/sealed-notice.tsx';
import type { DeviceTrouble } from '../pieces/device-trouble.tsx';
import { PublicPage } from '../pieces/public-page.tsx';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import { PublicLink } from '../pieces/public-link.tsx';
import './login-page.css';

interface LoginPageProps {
  signIn: SignIn;
  trouble: DeviceTrouble | null;
  /** Entries that lie sealed on this device until their owners come back. */
  sealed: Unsent;
}

export const LoginPage = ({ signIn, trouble, sealed }: LoginPageProps) => (
  <PublicPage
    title="Iniciar sesión"
    isSignIn
    trouble={trouble}
    foot={
      <p className="login-foot">Lo que registras queda guardado en este dispositivo, con red o sin ella.</p>
    }
  >
    <SealedNotice {...sealed} ofAnother={false} />
    <SignInForm signIn={signIn} />
    <PublicLink to="/forgot-password">¿Olvidaste tu contraseña?</PublicLink>
  </PublicPage>
);
