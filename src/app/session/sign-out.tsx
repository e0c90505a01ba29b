import { Suspense, useState, type ReactNode } from 'react';
import type { Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { readDataLeftOnDevice, type DataLeftOnDevice } from './left-behind.ts';
import { loadDevice } from '../runtime/load-device.ts';
import { useSession } from './session.tsx';

const LazySignOutDialog = lazyScreen(async () => (await import('./leave-dialog.tsx')).SignOutDialog);

/**
 * S24: sends the device report. The caller does not wait for the report, which can therefore neither delay nor prevent the
 * sign-out.
 */
export function startReportBeforeSignOut(): void {
  const report = async () => (await loadDevice()).reportAllBeforeSignOut();
  report().catch(reportFailure);
}

/** S16: signs out, after a prompt if data stays on the device. Render `dialog` in the component that calls `signOut`. */
export function useSignOut(account: Account): { signOut: () => void; dialog: ReactNode } {
  const { leave } = useSession();
  const [left, setLeft] = useState<DataLeftOnDevice | null>(null);
  const leaveNow = () => {
    leave().catch(reportFailure);
  };
  const promptOrSignOut = async () => {
    startReportBeforeSignOut();
    const found = await readDataLeftOnDevice(account.userId);
    if (found) setLeft(found);
    else await leave();
  };
  const dialog = left && (
    <Suspense fallback={null}>
      <LazySignOutDialog account={account} left={left} onLeave={leaveNow} onStay={() => setLeft(null)} />
    </Suspense>
  );
  return { signOut: () => void promptOrSignOut().catch(reportFailure), dialog };
}
