import { liveQuery } from 'dexie';
import { settledQuery } from '#storage/database/settled-query.ts';
import { countDevice } from '#storage/device/device-census.ts';
import { upSince } from '#storage/device/link.ts';
import { REPORT_EVERY_MS, REPORT_SPACING_MS, reportDevice } from '#sync/telling/device-report.ts';
import { tellReadings } from '#sync/telling/readings.ts';
import { branchWithoutLetters } from '#sync/telling/turn-letters.ts';

/** While the session still takes it. */
export async function reportNow(): Promise<void> {
  await Promise.all([reportDevice('last_chance'), tellReadings()]);
}

/** A drain changes the counts many times: its end is when they have stood still for so long. */
const SETTLED_MS = 5_000;

/** S28: once somebody has signed in, the branch is another or the link is back, the first registration is minutes away. */
function askForLetters(onFailure: (error: unknown) => void) {
  let wanted: string | null = null;
  return liveQuery(branchWithoutLetters).subscribe({
    next: (branchId) => {
      if (branchId !== null && branchId !== wanted) reportDevice('letters').catch(onFailure);
      wanted = branchId;
    },
    error: onFailure,
  });
}

/** S29: a server that was away may be another one, of an older copy. Nobody is to see 'Todo enviado' for a quarter of an hour. */
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
 * Keeps the provider told of this device while the page is open: at the start, when the counts have changed or the link
 * is back, and every 15 minutes; at once where turns have no letters. `onFailure` is told of storage that fails; what the network does is nobody's concern.
 */
export function startReporting(onFailure: (error: unknown) => void): () => void {
  const report = () => {
    reportDevice().catch(onFailure);
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  // The first may come too soon after the last report; the second does not.
  const subscription = settledQuery(['entries'], countDevice).subscribe(() => {
    clearTimeout(settling);
    settling = setTimeout(report, SETTLED_MS);
    later ??= setTimeout(() => {
      later = undefined;
      report();
    }, SETTLED_MS + REPORT_SPACING_MS);
  }, onFailure);
  const regularly = setInterval(report, REPORT_EVERY_MS);
  const letters = askForLetters(onFailure);
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
