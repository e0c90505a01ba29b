import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent } from 'react';
import { readPresence } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/link.ts';

/** Time at which the server became reachable for this session, ms since the epoch; null while it is not. */
async function reachableSince(): Promise<number | null> {
  const [link, presence] = await Promise.all([readConnectionState(), readPresence()]);
  return link.name === 'up' && presence?.gate === 'open' ? link.since : null;
}

/** Calls back when the server can be reached again, because the result of a lookup without it no longer holds. */
export function useLookupAfterReconnect(lookUpAgain: () => void): void {
  const since = useLiveQuery(reachableSince);
  const onBack = useEffectEvent(lookUpAgain);
  useEffect(() => {
    if (typeof since === 'number') onBack();
  }, [since]);
}
