import { liveQuery } from 'dexie';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { countOwnUnreportedAccesses } from '#storage/cache/offline-accesses.ts';
import { reportAccesses } from '#sync/reporting/offline-accesses.ts';

/**
 * Delay in ms before a report. If the request that caused an access reaches the server within this time, the server logs the
 * access itself.
 */
const ACCESS_REPORT_DELAY_MS = 30_000;
/** Interval in ms for sending reports again that were rejected or got no response. */
const ACCESS_REPORT_RETRY_INTERVAL_MS = 15 * 60_000;

const isAccessReportDue = async (): Promise<boolean> => {
  const [count, link] = await Promise.all([countOwnUnreportedAccesses(), readConnectionState()]);
  return count > 0 && link.name !== 'down';
};

/**
 * Reports offline accesses to the server (R4) while the page is open: at the start, after each access, and when the connection
 * is back. `onFailure` receives storage failures. Returns a function that stops the reporting.
 */
export function startReportingAccesses(onFailure: (error: unknown) => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const reportNow = () => {
    settling = undefined;
    reportAccesses().catch(onFailure);
  };
  const subscription = liveQuery(isAccessReportDue).subscribe({
    next: (due) => {
      if (due) settling ??= setTimeout(reportNow, ACCESS_REPORT_DELAY_MS);
    },
    error: onFailure,
  });
  const regularly = setInterval(() => {
    reportAccesses().catch(onFailure);
  }, ACCESS_REPORT_RETRY_INTERVAL_MS);
  return () => {
    subscription.unsubscribe();
    clearTimeout(settling);
    clearInterval(regularly);
  };
}
