import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Starts or stops the timer. A hidden page shows no countdown, and a tablet's battery must last the morning. */
function follow(): void {
  clearInterval(timer);
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  tick();
  timer = setInterval(tick, SECOND_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', follow);
    follow();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    follow();
  };
}

const stay = () => () => undefined;

/** Returns the time in milliseconds, updated once a second for all callers; it does not change unless `counting`. */
export const useNow = (counting: boolean): number =>
  useSyncExternalStore(counting ? subscribe : stay, () => now);
