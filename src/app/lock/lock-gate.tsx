import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Account } from '#sync/session/session.ts';
import { getOrCreateCoverElement } from '#ui/page/screen-cover.ts';
import { CheckingSession } from '../session/checking-session.tsx';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { monitorAndApplyLock, type LockStatus } from './lock-monitor.ts';

const importLockScreen = () => import('./lock-screen.tsx');
const LockScreen = lazyScreen(async () => (await importLockScreen()).LockScreen);
/**
 * Delay in ms after which the page fetches the code of the lock screen in advance, while there is a network. With an installed
 * service worker, the code is also available without network.
 */
const LOCK_SCREEN_PRELOAD_DELAY_MS = 10_000;

function useLockStatus(userId: string): LockStatus {
  const [status, setStatus] = useState<LockStatus>('unknown');
  useEffect(() => monitorAndApplyLock(userId, setStatus), [userId]);
  useEffect(() => {
    const timer = setTimeout(
      () => void importLockScreen().catch(() => undefined),
      LOCK_SCREEN_PRELOAD_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return status;
}

/**
 * Renders its children once the screen has been open for the first time. While the screen is locked, the children are hidden
 * but stay mounted, so that their input is kept and the outbox continues to send.
 */
export function LockGate({ account, children }: { account: Account; children: ReactNode }) {
  const status = useLockStatus(account.userId);
  const [entered, setEntered] = useState(false);
  if (status === 'open' && !entered) setEntered(true);
  return (
    <>
      {entered ? children : status === 'unknown' && <CheckingSession />}
      {status === 'locked' &&
        createPortal(
          <ErrorBoundary>
            <Suspense fallback={<CheckingSession />}>
              <LockScreen account={account} isAtStart={!entered} />
            </Suspense>
          </ErrorBoundary>,
          getOrCreateCoverElement(),
        )}
    </>
  );
}
