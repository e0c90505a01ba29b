import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent } from 'react';
import { readPresence } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';

/** Time at which the server became reachable for this session, ms since the epoch; null while it is not. */
async function reachableSince(): Promise<number | null> {
  const [link, presence] = await Promise.all([readConnectionState(), readPresence()]);
  return link.name === 'up' && presence?.gate === 'open' ? link.since : null;
}

/**
 * Calls `lookUpAgain` when the server can be reached again, because a lookup without the server may have missed the patient.
 */
export function useLookupAfterReconnect(lookUpAgain: () => void): void {
  const since = useLiveQuery(reachableSince);
  const onBack = useEffectEvent(lookUpAgain);
  useEffect(() => {
    if (typeof since === 'number') onBack();
  }, [since]);
}
