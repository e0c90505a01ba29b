import { useEffect, useState } from 'react';
import { startOfBogotaDay } from '#domain/time/clock.ts';

const MINUTE_MS = 60_000;
const now = (): number => startOfBogotaDay(Date.now());

/** Epoch milliseconds. A tablet at a desk is never reloaded: midnight comes while the page is open. */
export function useStartOfToday(): number {
  const [today, setToday] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setToday(now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
