import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent } from 'react';
import { readSignedInState } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';

/** Returns the time since which the server can be reached in this session, ms since the epoch; null while it cannot. */
async function readReachableSince(): Promise<number | null> {
  const [link, presence] = await Promise.all([readConnectionState(), readSignedInState()]);
  return link.name === 'up' && presence?.gate === 'open' ? link.since : null;
}

/** Calls `lookUpAgain` when the server can be reached again, because a lookup on the device may have missed the patient. */
export function useLookupAfterReconnect(lookUpAgain: () => void): void {
  const since = useLiveQuery(readReachableSince);
  const onBack = useEffectEvent(lookUpAgain);
  useEffect(() => {
    if (typeof since === 'number') onBack();
  }, [since]);
}
