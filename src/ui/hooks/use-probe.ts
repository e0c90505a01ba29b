import { useEffect } from 'react';

/** Minimum delay, for a probe that is already due. */
const SHORTEST_WAIT_MS = 500;

/**
 * Probes as soon as the backoff permits, because a user waits at a button that needs the network. `at`: time in milliseconds;
 * null while there is nothing to wait for. `probe` must keep its identity.
 */
export function useProbe(at: number | null, probe: () => void): void {
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(probe, Math.max(at - Date.now(), SHORTEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [at, probe]);
}
