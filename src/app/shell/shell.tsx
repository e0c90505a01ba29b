import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { bogotaDay } from '#domain/time/clock.ts';
import { readPreparedBrigade, type PreparedBrigade } from '#storage/database/brigade-row.ts';
import type { Account } from '#sync/session/session.ts';
import { setPermissionsForMessages } from '#sync/messages/code-text.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { usePreservedFocus } from '#ui/hooks/focus/use-preserved-focus.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { loadCode } from '#ui/hooks/load-code.ts';
import { onBackgroundStorageProblemChange, readBackgroundStorageProblem } from '../kit/failures.ts';
import { SessionBanner } from './session-banner.tsx';
import { LockGate } from '../lock/lock-gate.tsx';
import { MainNav } from './main-nav.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from '../top-bar/top-bar.tsx';
import { UpdateNotice } from './update-notice.tsx';
import './shell.css';

const SpaceNotice = lazyComponent(() => import('./space-notice.tsx'), 'SpaceNotice');

const BrigadeCountsLine = lazyComponent(
  () => import('#features/brigade/counts/counts-line.tsx'),
  'BrigadeCountsLine',
);

/** Addresses with the counts of the brigade: the screens that register a patient or list pending entries. */
const BRIGADE_LINE_PATHS = ['/reception', '/pacientes', '/pending'];

async function readBrigadeOfToday(): Promise<PreparedBrigade | null> {
  const brigade = await readPreparedBrigade();
  return brigade?.day === bogotaDay(Date.now()) ? brigade : null;
}

/** Shows the counts of the brigade on its day. The code is loaded only on devices that are prepared for a brigade. */
function BrigadeLine({ account: { userId, branchId }, pathname }: { account: Account; pathname: string }) {
  const brigade = useLiveQuery(readBrigadeOfToday);
  const isShown = brigade?.branchId === branchId && BRIGADE_LINE_PATHS.includes(pathname);
  return isShown && <BrigadeCountsLine ownerId={userId} brigade={brigade} />;
}

function BackgroundProblemNotice() {
  const problem = useSyncExternalStore(onBackgroundStorageProblemChange, readBackgroundStorageProblem);
  return problem && <StorageNotice kind={problem} />;
}

/** Elements that receive the focus when the focused element and its neighbouring elements have been removed. */
const FALLBACK_FOCUS_SELECTORS = ['[data-focus-place]', 'main'];

/** Scrolls a new screen to its top and focuses it. The first screen of a page does not take the focus. */
function useScrollAndFocus(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function useExpandedPrint(): void {
  useEffect(() => {
    loadCode(() => import('#ui/page/expand-for-print.ts')).then(
      ({ expandBeforeEachPrint }) => expandBeforeEachPrint(),
      reportError,
    );
  }, []);
}

function ShellFrame({ account }: { account: Account }) {
  const { pathname } = useLocation();
  const main = useScrollAndFocus(pathname);
  usePreservedFocus(FALLBACK_FOCUS_SELECTORS);
  useExpandedPrint();
  useEffect(() => setPermissionsForMessages(account.actions), [account.actions]);
  return (
    <>
      <a className="skip-link visually-hidden" href="#contenido">
        Ir al contenido
      </a>
      <TopBar account={account} />
      <MainNav account={account} />
      <main id="contenido" className="page" tabIndex={-1} ref={main}>
        <div className="page-notices">
          <SessionBanner account={account} />
          <BackgroundProblemNotice />
          <SpaceNotice />
          <BrigadeLine account={account} pathname={pathname} />
          <UpdateNotice ownerId={account.userId} />
        </div>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<SkeletonCard lines={5} />}>
            <Outlet context={account} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
    </>
  );
}

/** Frame around every screen of a signed-in user. Screens get the account from the outlet context. */
export const Shell = ({ account }: { account: Account }) => (
  <LockGate account={account}>
    <ShellFrame account={account} />
  </LockGate>
);
