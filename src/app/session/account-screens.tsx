import { useMemo, useRef } from 'react';
import type { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import { FirstAdminPage } from '#features/auth/passwords/first-admin-page.tsx';
import { ForgotPasswordPage } from '#features/auth/passwords/forgot-password-page.tsx';
import { ResetPasswordPage } from '#features/auth/passwords/reset-password-page.tsx';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { PublicScreen } from './public-screen.tsx';
import { useServerSignInInfo } from './server-facts.ts';

/** Loads the code for passwords together with the device code. The forms are shown before this code is loaded. */
const importPasswordCode = () => import('#sync/session/passwords.ts');

const requestResetLink = async (email: string) => (await importPasswordCode()).requestPasswordReset(email);
const completeResetWithToken = async (token: string, password: string) =>
  (await importPasswordCode()).completeResetAndSignIn(token, password);
const createFirstAdminByLink = async (body: FirstAdministratorBody) =>
  (await importPasswordCode()).createFirstAdminAndSignIn(body);

const SESSION_ALREADY_OPEN_TEXT =
  'Ya hay una sesión abierta en este dispositivo. Ciérrala y abre el enlace otra vez para usarlo.';

/**
 * Wraps the request that a page sends with the token of a link. `words` returns the warning that the link cannot be used while
 * a session is open; null if the link itself opened the session.
 */
function useLinkTokenRequest<Args extends unknown[]>(call: (...args: Args) => Promise<SignInResult>) {
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
      words: () => (used.current ? null : SESSION_ALREADY_OPEN_TEXT),
    }),
    [call],
  );
}

function ForgotPasswordContent({ trouble }: { trouble: DeviceTrouble | null }) {
  const { sendsResetLinks } = useServerSignInInfo(trouble === 'insecure');
  return (
    <ForgotPasswordPage sendsLinks={sendsResetLinks} requestReset={requestResetLink} trouble={trouble} />
  );
}

export const ForgotPassword = () => (
  <PublicScreen>{(trouble) => <ForgotPasswordContent trouble={trouble} />}</PublicScreen>
);

export function ResetPassword() {
  const link = useLinkTokenRequest(completeResetWithToken);
  return (
    <PublicScreen wordsOnLeading={link.words}>
      {(trouble) => <ResetPasswordPage completeReset={link.use} trouble={trouble} />}
    </PublicScreen>
  );
}

export function FirstAdmin() {
  const link = useLinkTokenRequest(createFirstAdminByLink);
  return (
    <PublicScreen wordsOnLeading={link.words} leadsTo={() => (link.wasUsed() ? '/setup' : null)}>
      {(trouble) => <FirstAdminPage createAdministrator={link.use} trouble={trouble} />}
    </PublicScreen>
  );
}
