import { liveQuery } from 'dexie';
import { createDelayedQuery } from '#storage/database/live/settled-query.ts';
import { countUnsentOnDevice } from '#storage/device/device-census.ts';
import { readServerUpSince } from '#storage/device/connection-state.ts';
import {
  DEVICE_REPORT_INTERVAL_MS,
  MIN_DEVICE_REPORT_INTERVAL_MS,
  reportDeviceIfDue,
} from '#sync/reporting/device-report.ts';
import { reportAccesses } from '#sync/reporting/offline-accesses.ts';
import { findBranchWithoutQueueLetters } from '#sync/reporting/queue-letters.ts';

/** Reports the state of the device and its offline accesses before a sign-out, while the session is still valid. */
export async function sendReportsBeforeSignOut(): Promise<void> {
  await Promise.all([reportDeviceIfDue('last_chance'), reportAccesses()]);
}

/**
 * Time in ms for which the numbers of unsent entries must be unchanged before a report. A drain changes these numbers many
 * times, so a report follows when the drain has ended.
 */
const DEVICE_REPORT_DELAY_MS = 5_000;

/**
 * S28: requests queue letters after a sign-in, a change of branch or the return of the connection, minutes before the first
 * registration needs a number.
 */
function requestMissingQueueLetters(onFailure: (error: unknown) => void) {
  let wanted: string | null = null;
  return liveQuery(findBranchWithoutQueueLetters).subscribe({
    next: (branchId) => {
      if (branchId !== null && branchId !== wanted) reportDeviceIfDue('letters').catch(onFailure);
      wanted = branchId;
    },
    error: onFailure,
  });
}

/**
 * S29: sends the report when the connection is back, because the server may have been restored from an older backup. Without
 * this report, the device could show 'Todo enviado' for up to a quarter of an hour, although the server lacks entries.
 */
function runOnReconnect(react: () => void, onFailure: (error: unknown) => void) {
  let seen: number | null | undefined;
  return liveQuery(readServerUpSince).subscribe({
    next: (since) => {
      if (since !== null && seen !== undefined && since !== seen) react();
      if (since !== null || seen === undefined) seen = since;
    },
    error: onFailure,
  });
}

/**
 * Returns functions that send a second report after changes, because the report right after a change is skipped if another one
 * was just sent. `change` starts a timer that calls `report` after at least MIN_DEVICE_REPORT_INTERVAL_MS; if more changes
 * follow before that, the timer starts once more afterwards. `cancel` stops the timer.
 */
function createSpacedReporter(report: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasChanged = false;
  const start = (): void => {
    hasChanged = false;
    timer = setTimeout(() => {
      timer = undefined;
      report();
      if (hasChanged) start();
    }, DEVICE_REPORT_DELAY_MS + MIN_DEVICE_REPORT_INTERVAL_MS);
  };
  const change = (): void => {
    if (timer === undefined) start();
    else hasChanged = true;
  };
  return { change, cancel: () => clearTimeout(timer) };
}

/**
 * Sends device reports while the page is open: at the start, after the counts have changed, when the connection is back, and
 * every 15 minutes. A device without queue letters reports immediately. `onFailure` receives storage failures; network failures
 * are ignored.
 */
export function startDeviceReporting(onFailure: (error: unknown) => void): () => void {
  const report = () => {
    reportDeviceIfDue().catch(onFailure);
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  const later = createSpacedReporter(report);
  const subscription = createDelayedQuery(['entries'], countUnsentOnDevice).subscribe(() => {
    clearTimeout(settling);
    settling = setTimeout(report, DEVICE_REPORT_DELAY_MS);
    later.change();
  }, onFailure);
  const regularly = setInterval(report, DEVICE_REPORT_INTERVAL_MS);
  const letters = requestMissingQueueLetters(onFailure);
  const back = runOnReconnect(report, onFailure);
  return () => {
    letters.unsubscribe();
    back.unsubscribe();
    subscription.unsubscribe();
    clearTimeout(settling);
    later.cancel();
    clearInterval(regularly);
  };
}
