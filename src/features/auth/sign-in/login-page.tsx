import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { UnreadableEntriesNotice } from '#components/connection/unreadable-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import type { DeviceTrouble } from '../pieces/device-trouble.tsx';
import { PublicPage } from '../pieces/public-page.tsx';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import { PublicLink } from '../pieces/public-link.tsx';
import './login-page.css';

interface LoginPageProps {
  signIn: SignIn;
  trouble: DeviceTrouble | null;
  /** Counts of the encrypted entries on this device; their owners can decrypt them after a sign-in. */
  sealed: UnsentCounts;
  /** True while the server has no user account. */
  awaitsAdministrator?: boolean;
}

const NoUserNotice = () => (
  <Notice kind="info" title="Todavía no hay usuarios.">
    El enlace para crear la primera cuenta está en la terminal o en el registro (log) del servidor.
  </Notice>
);

export const LoginPage = ({ signIn, trouble, sealed, awaitsAdministrator = false }: LoginPageProps) => (
  <PublicPage
    title="Iniciar sesión"
    isSignIn
    trouble={trouble}
    foot={
      <p className="login-foot">Lo que registras queda guardado en este dispositivo, con red o sin ella.</p>
    }
  >
    {awaitsAdministrator && <NoUserNotice />}
    <UnreadableEntriesNotice {...sealed} ofAnother={false} />
    <SignInForm signIn={signIn} />
    <PublicLink to="/forgot-password">¿Olvidaste tu contraseña?</PublicLink>
  </PublicPage>
);
