import { Suspense, useState, type ReactNode } from 'react';
import { countUnsent, type Account } from '#sync/session.ts';
import { reportFailure } from './failures.ts';
import { lazyScreen } from './lazy-screen.ts';
import { loadDevice } from './load-device.ts';
import { useSession } from './session.tsx';

const LeaveDialog = lazyScreen(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** S24: nobody waits for it, so that leaving neither takes longer nor fails. */
export function reportBeforeLeaving(): void {
  const report = async () => (await loadDevice()).reportNow();
  report().catch(reportFailure);
}

/** S16: asks first only when something is unsent, and says how much. Show `dialog` where `signOut` is called. */
export function useSignOut(account: Account): { signOut: () => void; dialog: ReactNode } {
  const { leave } = useSession();
  const [unsent, setUnsent] = useState(0);
  const leaveNow = () => {
    leave().catch(reportFailure);
  };
  const askOrLeave = async () => {
    reportBeforeLeaving();
    const count = await countUnsent(account.userId);
    if (count > 0) setUnsent(count);
    else await leave();
  };
  const dialog = unsent > 0 && (
    <Suspense fallback={null}>
      <LeaveDialog account={account} unsent={unsent} onLeave={leaveNow} onStay={() => setUnsent(0)} />
    </Suspense>
  );
  return { signOut: () => void askOrLeave().catch(reportFailure), dialog };
}
