import { useEffect } from 'react';

/** Minimum delay before a probe, ms, even if it is already due. */
const MIN_PROBE_DELAY_MS = 500;

/**
 * Probes the server at `at`, while a user waits for a button that needs the network. `at`: ms since the epoch; null for no
 * probe. `probe` must be the same function at each render.
 */
export function useScheduledProbe(at: number | null, probe: () => void): void {
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(probe, Math.max(at - Date.now(), MIN_PROBE_DELAY_MS));
    return () => clearTimeout(timer);
  }, [at, probe]);
}
