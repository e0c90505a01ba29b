import type { FirstAdministratorBody } from '#contract/accounts.ts';
import { lazyScreen } from './lazy-screen.ts';
import { PublicScreen } from './public-screen.tsx';

const ForgotPasswordPage = lazyScreen(
  async () => (await import('#features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
);
const ResetPasswordPage = lazyScreen(
  async () => (await import('#features/auth/reset-password-page.tsx')).ResetPasswordPage,
);
const FirstAdminPage = lazyScreen(
  async () => (await import('#features/auth/first-admin-page.tsx')).FirstAdminPage,
);

/** The device's part comes with it; the forms do not wait for either. */
const passwords = () => import('#sync/passwords.ts');

const requestReset = async (email: string) => (await passwords()).requestPasswordReset(email);
const completeReset = async (token: string, password: string) =>
  (await passwords()).completePasswordReset(token, password);
const createAdministrator = async (body: FirstAdministratorBody) =>
  (await passwords()).createFirstAdministrator(body);

export const ForgotPassword = () => (
  <PublicScreen>
    {(trouble) => <ForgotPasswordPage requestReset={requestReset} trouble={trouble} />}
  </PublicScreen>
);

export const ResetPassword = () => (
  <PublicScreen>
    {(trouble) => <ResetPasswordPage completeReset={completeReset} trouble={trouble} />}
  </PublicScreen>
);

export const FirstAdmin = () => (
  <PublicScreen>
    {(trouble) => <FirstAdminPage createAdministrator={createAdministrator} trouble={trouble} />}
  </PublicScreen>
);
