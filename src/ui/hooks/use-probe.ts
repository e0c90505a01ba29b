import { useEffect } from 'react';

/** A probe that falls due while it is asked for. */
const SHORTEST_WAIT_MS = 500;

/**
 * Somebody waits in front of a button that needs the network: it is tried as soon as its backoff allows (`at`,
 * milliseconds; null while there is nothing to wait for). `probe` keeps its identity.
 */
export function useProbe(at: number | null, probe: () => void): void {
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(probe, Math.max(at - Date.now(), SHORTEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [at, probe]);
}
