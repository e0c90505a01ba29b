import { liveQuery } from 'dexie';
import { settledQuery } from '#storage/database/settled-query.ts';
import { countDevice } from '#storage/device/device-census.ts';
import { upSince } from '#storage/device/link.ts';
import { REPORT_EVERY_MS, REPORT_SPACING_MS, reportDevice } from '#sync/telling/device-report.ts';
import { reportAccesses } from '#sync/telling/readings.ts';
import { branchWithoutQueueLetters } from '#sync/telling/turn-letters.ts';

/** Reports the device and its offline access while the session is still valid. */
export async function reportNow(): Promise<void> {
  await Promise.all([reportDevice('last_chance'), reportAccesses()]);
}

/** Time in ms for which the counts must be stable. A drain changes them many times, so this marks its end. */
const SETTLED_MS = 5_000;

/**
 * S28: requests queue letters when a user has signed in, the branch has changed or the connection is back, because the first
 * registration is minutes away.
 */
function requestQueueLetters(onFailure: (error: unknown) => void) {
  let wanted: string | null = null;
  return liveQuery(branchWithoutQueueLetters).subscribe({
    next: (branchId) => {
      if (branchId !== null && branchId !== wanted) reportDevice('letters').catch(onFailure);
      wanted = branchId;
    },
    error: onFailure,
  });
}

/**
 * S29: reports when the connection is back, because the server may run on an older backup. The device must not show 'Todo
 * enviado' for a quarter of an hour then.
 */
function whenBack(react: () => void, onFailure: (error: unknown) => void) {
  let seen: number | null | undefined;
  return liveQuery(upSince).subscribe({
    next: (since) => {
      if (since !== null && seen !== undefined && since !== seen) react();
      if (since !== null || seen === undefined) seen = since;
    },
    error: onFailure,
  });
}

/**
 * Reports this device to the server while the page is open: at the start, when the counts have changed or the connection is
 * back, and every 15 minutes; immediately when queue numbers have no letters. `onFailure` receives storage failures; network
 * failures are ignored.
 */
export function startReporting(onFailure: (error: unknown) => void): () => void {
  const report = () => {
    reportDevice().catch(onFailure);
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  // The first report may come too soon after the previous one; the second one does not.
  const subscription = settledQuery(['entries'], countDevice).subscribe(() => {
    clearTimeout(settling);
    settling = setTimeout(report, SETTLED_MS);
    later ??= setTimeout(() => {
      later = undefined;
      report();
    }, SETTLED_MS + REPORT_SPACING_MS);
  }, onFailure);
  const regularly = setInterval(report, REPORT_EVERY_MS);
  const letters = requestQueueLetters(onFailure);
  const back = whenBack(report, onFailure);
  return () => {
    letters.unsubscribe();
    back.unsubscribe();
    subscription.unsubscribe();
    clearTimeout(settling);
    clearTimeout(later);
    clearInterval(regularly);
  };
}
