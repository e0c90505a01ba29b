import { useEffect, useState } from 'react';
import { startOfBogotaDay } from '#domain/time/clock.ts';

const MINUTE_MS = 60_000;
const readStartOfToday = (): number => startOfBogotaDay(Date.now());

/**
 * Returns the start of today in ms since the epoch, and updates it at midnight, because a tablet at reception is never
 * reloaded.
 */
export function useStartOfToday(): number {
  const [today, setToday] = useState(readStartOfToday);
  useEffect(() => {
    const timer = setInterval(() => setToday(readStartOfToday()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
