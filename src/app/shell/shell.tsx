import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { setReaderPermissions } from '#sync/words/code-text.ts';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { usePreservedFocus } from '#ui/hooks/use-kept-focus.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { loadCode } from '../kit/load-code.ts';
import { onBackgroundProblem, readBackgroundProblem } from '../kit/failures.ts';
import { SessionBanner } from './gate-banner.tsx';
import { LockGate } from '../lock/lock-gate.tsx';
import { MainNav } from './main-nav.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from '../top-bar/top-bar.tsx';
import { UpdateNotice } from './update-notice.tsx';
import './shell.css';

const SpaceNotice = lazyPiece(async () => (await import('./space-notice.tsx')).SpaceNotice);

function BackgroundProblem() {
  const problem = useSyncExternalStore(onBackgroundProblem, readBackgroundProblem);
  return problem && <StorageNotice kind={problem} />;
}

/** Targets for the focus when no element near the previous one is left. */
const PLACES = ['[data-focus-place]', 'main'];

/** Scrolls a new screen to its top and focuses it; the first screen leaves the focus unchanged. */
function useFreshStart(pathname: string) {
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

/** Loads separately the code that only printing needs. */
function usePrinting(): void {
  useEffect(() => {
    loadCode(() => import('#ui/page/whole-on-paper.ts')).then(
      ({ watchPrinting }) => watchPrinting(),
      reportError,
    );
  }, []);
}

function Frame({ account }: { account: Account }) {
  const { pathname } = useLocation();
  const main = useFreshStart(pathname);
  usePreservedFocus(PLACES);
  usePrinting();
  useEffect(() => setReaderPermissions(account.actions), [account.actions]);
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
          <BackgroundProblem />
          <Suspense>
            <SpaceNotice />
          </Suspense>
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

/** Frame around every screen of a signed-in user; the screen reads the account from the outlet’s context. */
export const Shell = ({ account }: { account: Account }) => (
  <LockGate account={account}>
    <Frame account={account} />
  </LockGate>
);
