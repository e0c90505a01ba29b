import { useMemo, useRef } from 'react';
import type { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { PublicScreen } from './public-screen.tsx';

const ForgotPasswordPage = lazyScreen(
  async () => (await import('#features/auth/passwords/forgot-password-page.tsx')).ForgotPasswordPage,
);
const ResetPasswordPage = lazyScreen(
  async () => (await import('#features/auth/passwords/reset-password-page.tsx')).ResetPasswordPage,
);
const FirstAdminPage = lazyScreen(
  async () => (await import('#features/auth/passwords/first-admin-page.tsx')).FirstAdminPage,
);

/** The device's part comes with it; the forms do not wait for either. */
const passwords = () => import('#sync/session/passwords.ts');

const requestReset = async (email: string) => (await passwords()).requestPasswordReset(email);
const completeReset = async (token: string, password: string) =>
  (await passwords()).completePasswordReset(token, password);
const createAdministrator = async (body: FirstAdministratorBody) =>
  (await passwords()).createFirstAdministrator(body);

const SESSION_IN_THE_WAY =
  'Ya hay una sesión abierta en este dispositivo. Ciérrala y abre el enlace otra vez para usarlo.';

/** A link that somebody else's session keeps from being used; not where it was the link that opened the session. */
function useLink<Args extends unknown[]>(call: (...args: Args) => Promise<SignInResult>) {
  const used = useRef(false);
  return useMemo(
    () => ({
      use: async (...args: Args) => {
        used.current = true;
        const result = await call(...args);
        used.current = result.type === 'signed_in';
        return result;
      },
      wasUsed: () => used.current,
      words: () => (used.current ? null : SESSION_IN_THE_WAY),
    }),
    [call],
  );
}

export const ForgotPassword = () => (
  <PublicScreen>
    {(trouble) => <ForgotPasswordPage requestReset={requestReset} trouble={trouble} />}
  </PublicScreen>
);

export function ResetPassword() {
  const link = useLink(completeReset);
  return (
    <PublicScreen wordsOnLeading={link.words}>
      {(trouble) => <ResetPasswordPage completeReset={link.use} trouble={trouble} />}
    </PublicScreen>
  );
}

export function FirstAdmin() {
  const link = useLink(createAdministrator);
  return (
    // An empty clinic: what has to be done first is there.
    <PublicScreen wordsOnLeading={link.words} leadsTo={() => (link.wasUsed() ? '/setup' : null)}>
      {(trouble) => <FirstAdminPage createAdministrator={link.use} trouble={trouble} />}
    </PublicScreen>
  );
}
