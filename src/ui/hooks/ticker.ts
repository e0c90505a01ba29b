import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let currentTime = Date.now();

function tick(): void {
  currentTime = Date.now();
  for (const listener of listeners) listener();
}

/** Starts or stops the timer. It stops on a hidden page, to save the tablet's battery. */
function startOrStopTimer(): void {
  clearInterval(timer);
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  tick();
  timer = setInterval(tick, SECOND_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', startOrStopTimer);
    startOrStopTimer();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', startOrStopTimer);
    startOrStopTimer();
  };
}

const subscribeToNothing = () => () => undefined;

/** Returns the time, ms since the epoch, updated once a second while `counting` is true. All callers share one timer. */
export const useNow = (counting: boolean): number =>
  useSyncExternalStore(counting ? subscribe : subscribeToNothing, () => currentTime);
