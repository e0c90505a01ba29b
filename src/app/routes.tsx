import { Suspense, type ComponentType } from 'react';
import { matchPath, Navigate, Route, Routes, useOutletContext } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { lazyScreen, type LazyScreen } from './kit/lazy-screen.ts';
import { Login, LoginPage } from './session/login.tsx';
import { NotFound, NotFoundPage } from './shell/not-found.tsx';
import { Protected, Shell } from './protected.tsx';

type Screen = ComponentType<{ account: Account }>;

const Reception = lazyScreen(
  async () => (await import('#features/reception/reception-page.tsx')).ReceptionPage,
);
const DaySheet = lazyScreen(
  async () => (await import('#features/day-sheet/day-sheet-page.tsx')).DaySheetPage,
);
const Pending = lazyScreen(async () => (await import('#features/pending/pending-page.tsx')).PendingPage);
const Device = lazyScreen(async () => (await import('#features/this-device/device-page.tsx')).DevicePage);

const Help = lazyScreen(async () => (await import('#features/help/help-page.tsx')).HelpPage);
const Guide = lazyScreen(async () => (await import('#features/help/guide-page.tsx')).GuidePage);
const Verify = lazyScreen(async () => (await import('#features/verify/verify-page.tsx')).VerifyPage);

const screenWithQueries = (load: () => Promise<Screen>) =>
  lazyScreen(async () => {
    const [{ withQueries }, screen] = await Promise.all([import('./kit/with-queries.tsx'), load()]);
    return withQueries(screen);
  });
const Home = screenWithQueries(async () => (await import('#features/home/home-page.tsx')).HomePage);
const Evaluations = screenWithQueries(
  async () => (await import('#features/evaluations/list/evaluations-page.tsx')).EvaluationsPage,
);
const Today = screenWithQueries(
  async () => (await import('#features/evaluations/today/today-page.tsx')).TodayPage,
);
const EvaluationDetail = screenWithQueries(
  async () => (await import('#features/evaluations/detail/evaluation-page.tsx')).EvaluationPage,
);
const Activity = screenWithQueries(
  async () => (await import('#features/activity/activity-page.tsx')).ActivityPage,
);

const Organization = screenWithQueries(
  async () => (await import('#features/organization/organization-page.tsx')).OrganizationPage,
);
const Setup = screenWithQueries(async () => (await import('#features/setup/setup-page.tsx')).SetupPage);
const Users = screenWithQueries(async () => (await import('#features/users/list/users-page.tsx')).UsersPage);
const NewUser = screenWithQueries(
  async () => (await import('#features/users/new-user/new-user-page.tsx')).NewUserPage,
);
const UserDetail = screenWithQueries(
  async () => (await import('#features/users/user/user-page.tsx')).UserPage,
);
const Devices = screenWithQueries(
  async () => (await import('#features/device-fleet/devices-page.tsx')).DevicesPage,
);
const System = screenWithQueries(async () => (await import('#features/system/system-page.tsx')).SystemPage);
const Catalogs = screenWithQueries(
  async () => (await import('#features/catalogs/catalogs-page.tsx')).CatalogsPage,
);
const AdminFrame = lazyScreen(async () => (await import('./shell/admin-frame.tsx')).AdminFrame);

const importAccountScreens = () => import('./session/account-screens.tsx');
const ForgotPassword = lazyScreen(async () => (await importAccountScreens()).ForgotPassword);
const ResetPassword = lazyScreen(async () => (await importAccountScreens()).ResetPassword);
const FirstAdmin = lazyScreen(async () => (await importAccountScreens()).FirstAdmin);
/**
 * Screens for a user who cannot sign in, for example after forgetting the password. They are loaded separately, because most
 * devices never show them.
 */
const ACCOUNT_SCREENS = {
  '/forgot-password': ForgotPassword,
  '/reset-password': ResetPassword,
  '/first-admin': FirstAdmin,
};

const START_PATH = '/home';

/**
 * All screens inside the shell. A new screen needs an entry here, and an entry in nav-entries.ts to appear in the navigation.
 */
const SCREENS: readonly (readonly [path: string, screen: LazyScreen<{ account: Account }>])[] = [
  ['/home', Home],
  ['/reception', Reception],
  ['/pacientes', Reception],
  ['/pending', Pending],
  ['/device', Device],
  ['/ledger', DaySheet],
  ['/help', Help],
  ['/help/guide', Guide],
  ['/verify', Verify],
  ['/evaluations', Evaluations],
  ['/evaluations/today', Today],
  ['/evaluations/:id', EvaluationDetail],
  ['/organization', Organization],
  ['/setup', Setup],
  ['/admin/catalogs/*', Catalogs],
];
/** Screens next to the administration sidebar: all addresses under /admin except the catalogues (P2). */
const ADMIN_SCREENS: typeof SCREENS = [
  ['/admin/users', Users],
  ['/admin/users/new', NewUser],
  ['/admin/users/:id', UserDetail],
  ['/admin/devices', Devices],
  ['/admin/activity', Activity],
  ['/admin/system', System],
];

/** Fetches the code of the shell and of the screen at this address, while the device still determines the signed-in user. */
export async function preloadScreen(pathname: string): Promise<void> {
  const address = pathname === '/' ? START_PATH : pathname;
  const shown = [...SCREENS, ...ADMIN_SCREENS].find(([path]) => matchPath(path, address) !== null);
  await Promise.all([Shell.preload(), shown?.[1].preload()]);
}

export const preloadSignIn = (): Promise<void> => LoginPage.preload();

const routesOf = (screens: typeof SCREENS) =>
  screens.map(([path, screen]) => (
    <Route key={path} path={path} element={<ScreenInShell screen={screen} />} />
  ));

const ScreenInShell = ({ screen: Screen }: { screen: Screen }) => (
  <Screen account={useOutletContext<Account>()} />
);

export const AppRoutes = () => (
  <Routes>
    <Route path="/login" element={<Login />} />
    {Object.entries(ACCOUNT_SCREENS).map(([path, AccountScreen]) => (
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
    <Route element={<Protected />}>
      {routesOf(SCREENS)}
      <Route element={<AdminFrame />}>{routesOf(ADMIN_SCREENS)}</Route>
    </Route>
    <Route element={<Protected signedOut={<NotFoundPage />} />}>
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
);
