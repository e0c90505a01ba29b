import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;
const clockListeners = new Set<() => void>();
let clockTimer: ReturnType<typeof setInterval> | undefined;
let currentTickTimeMs = Date.now();

function tick(): void {
  currentTickTimeMs = Date.now();
  for (const listener of clockListeners) listener();
}

/** Starts or stops the timer. It stops on a hidden page, to save the tablet's battery. */
function startOrStopTimer(): void {
  clearInterval(clockTimer);
  if (clockListeners.size === 0 || document.visibilityState === 'hidden') return;
  tick();
  clockTimer = setInterval(tick, SECOND_MS);
}

function subscribeToClock(listener: () => void): () => void {
  clockListeners.add(listener);
  if (clockListeners.size === 1) {
    document.addEventListener('visibilitychange', startOrStopTimer);
    startOrStopTimer();
  }
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size > 0) return;
    document.removeEventListener('visibilitychange', startOrStopTimer);
    startOrStopTimer();
  };
}

const subscribeToNothing = () => () => undefined;

/** Returns the time, ms since the epoch, updated once a second while `counting` is true. All callers share one timer. */
export const useTickingTimeMs = (counting: boolean): number =>
  useSyncExternalStore(counting ? subscribeToClock : subscribeToNothing, () => currentTickTimeMs);
