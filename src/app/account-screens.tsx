import type { FirstAdministratorBody } from '#contract/accounts.ts';
import { lazyScreen } from './lazy-screen.ts';
import { loadDevice } from './load-device.ts';
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

const requestReset = async (email: string) => (await loadDevice()).requestPasswordReset(email);
const completeReset = async (token: string, password: string) =>
  (await loadDevice()).completePasswordReset(token, password);
const createAdministrator = async (body: FirstAdministratorBody) =>
  (await loadDevice()).createFirstAdministrator(body);

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
