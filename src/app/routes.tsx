import { Suspense, type ComponentType } from 'react';
import { matchPath, Navigate, Route, Routes, useOutletContext } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { lazyScreen, type LazyScreen, type LazyScreenOptions } from './kit/lazy-screen.ts';
import { LoginScreen, LoginPage } from './session/login.tsx';
import { NotFoundContent, NotFoundPage } from './shell/not-found.tsx';
import { ProtectedShell, Shell } from './protected.tsx';

type ShellScreen = ComponentType<{ account: Account }>;

const PatientReceptionScreen = lazyScreen(
  async () => (await import('#features/reception/reception-page.tsx')).ReceptionPage,
);
const DaySheetScreen = lazyScreen(
  async () => (await import('#features/day-sheet/day-sheet-page.tsx')).DaySheetPage,
);
const PendingScreen = lazyScreen(
  async () => (await import('#features/pending/pending-page.tsx')).PendingPage,
);
const DeviceScreen = lazyScreen(
  async () => (await import('#features/this-device/device-page.tsx')).DevicePage,
);

const HelpScreen = lazyScreen(async () => (await import('#features/help/help-page.tsx')).HelpPage);
const GuideScreen = lazyScreen(async () => (await import('#features/help/guide-page.tsx')).GuidePage);
const VerifyScreen = lazyScreen(async () => (await import('#features/verify/verify-page.tsx')).VerifyPage);

const lazyScreenWithQueryClient = (load: () => Promise<ShellScreen>, options?: LazyScreenOptions) =>
  lazyScreen(async () => {
    const [{ withQueryClient: withQueries }, screen] = await Promise.all([
      import('./kit/with-queries.tsx'),
      load(),
    ]);
    return withQueries(screen);
  }, options);
const HomeScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/home/home-page.tsx')).HomePage,
);
const EvaluationsScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/evaluations/list/evaluations-page.tsx')).EvaluationsPage,
);
const TodayScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/evaluations/today/today-page.tsx')).TodayPage,
);
const DeliveriesScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/evaluations/deliveries/deliveries-page.tsx')).DeliveriesPage,
);
const ExpectedScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/expected-lists/expected-pages.tsx')).ExpectedPages,
  { isNetworkOnly: true },
);
const BrigadeScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/brigade/preparation/brigade-page.tsx')).BrigadePage,
);
const BrigadeClosingScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/brigade/closing/closing-page.tsx')).BrigadeClosingPage,
);
const EvaluationDetailScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/evaluations/detail/evaluation-page.tsx')).EvaluationPage,
);
const ActivityScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/activity/activity-page.tsx')).ActivityPage,
);

const OrganizationScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/organization/organization-page.tsx')).OrganizationPage,
);
const SetupScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/setup/setup-page.tsx')).SetupPage,
);
const UsersScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/users/list/users-page.tsx')).UsersPage,
);
const NewUserScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/users/new-user/new-user-page.tsx')).NewUserPage,
);
const UserDetailScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/users/user/user-page.tsx')).UserPage,
);
const DevicesScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/device-fleet/devices-page.tsx')).DevicesPage,
);
const SystemScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/system/system-page.tsx')).SystemPage,
);
const CatalogsScreen = lazyScreenWithQueryClient(
  async () => (await import('#features/catalogs/catalogs-page.tsx')).CatalogsPage,
);
const AdminFrame = lazyScreen(async () => (await import('./shell/admin-frame.tsx')).AdminFrame);

const importSignedOutScreens = () => import('./session/account-screens.tsx');
const ForgotPasswordScreen = lazyScreen(async () => (await importSignedOutScreens()).ForgotPassword);
const ResetPasswordScreen = lazyScreen(async () => (await importSignedOutScreens()).ResetPassword);
const FirstAdminScreen = lazyScreen(async () => (await importSignedOutScreens()).FirstAdmin);
/**
 * Screens for a user who cannot sign in, for example after forgetting the password. They are loaded separately, because most
 * devices never show them.
 */
const SIGNED_OUT_SCREENS = {
  '/forgot-password': ForgotPasswordScreen,
  '/reset-password': ResetPasswordScreen,
  '/first-admin': FirstAdminScreen,
};

const START_PATH = '/home';

/**
 * All screens inside the shell. A new screen needs an entry here, and an entry in nav-entries.ts to appear in the navigation.
 */
const SHELL_SCREENS: readonly (readonly [path: string, screen: LazyScreen<{ account: Account }>])[] = [
  ['/home', HomeScreen],
  ['/reception', PatientReceptionScreen],
  ['/pacientes', PatientReceptionScreen],
  ['/pending', PendingScreen],
  ['/device', DeviceScreen],
  ['/ledger', DaySheetScreen],
  ['/brigade', BrigadeScreen],
  ['/brigade/close', BrigadeClosingScreen],
  ['/help', HelpScreen],
  ['/help/guide', GuideScreen],
  ['/verify', VerifyScreen],
  ['/evaluations', EvaluationsScreen],
  ['/evaluations/today', TodayScreen],
  ['/evaluations/:id', EvaluationDetailScreen],
  ['/deliveries', DeliveriesScreen],
  ['/expected/*', ExpectedScreen],
  ['/organization', OrganizationScreen],
  ['/setup', SetupScreen],
  ['/admin/catalogs/*', CatalogsScreen],
];
/** Screens next to the administration sidebar: all addresses under /admin except the catalogues (P2). */
const ADMIN_SCREENS: typeof SHELL_SCREENS = [
  ['/admin/users', UsersScreen],
  ['/admin/users/new', NewUserScreen],
  ['/admin/users/:id', UserDetailScreen],
  ['/admin/devices', DevicesScreen],
  ['/admin/activity', ActivityScreen],
  ['/admin/system', SystemScreen],
];

/** Fetches the code of the shell and of the screen at this address, while the device still determines the signed-in user. */
export async function preloadScreen(pathname: string): Promise<void> {
  const address = pathname === '/' ? START_PATH : pathname;
  const shown = [...SHELL_SCREENS, ...ADMIN_SCREENS].find(([path]) => matchPath(path, address) !== null);
  await Promise.all([Shell.preload(), shown?.[1].preload()]);
}

export const preloadLoginPage = (): Promise<void> => LoginPage.preload();

const createScreenRoutes = (screens: typeof SHELL_SCREENS) =>
  screens.map(([path, screen]) => (
    <Route key={path} path={path} element={<ScreenInShell screen={screen} />} />
  ));

const ScreenInShell = ({ screen: Screen }: { screen: ShellScreen }) => (
  <Screen account={useOutletContext<Account>()} />
);

export const AppRoutes = () => (
  <Routes>
    <Route path="/login" element={<LoginScreen />} />
    {Object.entries(SIGNED_OUT_SCREENS).map(([path, AccountScreen]) => (
      <Route
        key={path}
        path={path}
        element={
          <Suspense fallback={null}>
            <AccountScreen />
          </Suspense>
        }
      />
    ))}
    <Route path="/" element={<Navigate to={START_PATH} replace />} />
    <Route element={<ProtectedShell />}>
      {createScreenRoutes(SHELL_SCREENS)}
      <Route element={<AdminFrame />}>{createScreenRoutes(ADMIN_SCREENS)}</Route>
    </Route>
    <Route element={<ProtectedShell signedOut={<NotFoundPage />} />}>
      <Route path="*" element={<NotFoundContent />} />
    </Route>
  </Routes>
);
