import { useLiveQuery } from 'dexie-react-hooks';
import { hasCachedKind } from '#storage/cache/cache.ts';
import type { Account } from '#sync/session/session.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';

const LazyRepeatedToday = lazyComponent(
  () => import('#components/expected/repeated-people.tsx'),
  'RepeatedToday',
);

interface RepeatedRegistrationsProps {
  account: Account;
  className?: string;
}

/** Expected people who were registered more than once today. The code is fetched only if the device has expected people. */
export function RepeatedRegistrations({
  account: { userId, branchId, actions },
  className = '',
}: RepeatedRegistrationsProps) {
  const mayRegister = actions.includes('register_patients');
  const reader = useLiveQuery(async () => {
    if (branchId === null || !mayRegister) return null;
    const owner = { ownerId: userId, branchId };
    return (await hasCachedKind(owner, 'expected')) ? owner : null;
  }, [userId, branchId, mayRegister]);
  return reader && <LazyRepeatedToday {...reader} className={className} />;
}
