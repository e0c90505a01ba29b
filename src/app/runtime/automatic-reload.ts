const RELOAD_TIMES_STORAGE_KEY = 'ventanilla-reloads';
const MAX_AUTOMATIC_RELOADS = 2;
const RELOAD_LIMIT_PERIOD_MS = 5 * 60_000;

/**
 * Returns the times of this window's automatic reloads. They are stored in sessionStorage and not in the database, because the
 * page reloads when it cannot use the database.
 */
function readReloadTimes(): number[] {
  try {
    const times: unknown = JSON.parse(sessionStorage.getItem(RELOAD_TIMES_STORAGE_KEY) ?? '[]');
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
  } catch {
    return [];
  }
}

/**
 * Records an automatic reload. Returns false, so that the page does not reload, if there were too many before or this one could
 * not be recorded.
 */
export function tryRecordAutomaticReload(now: number): boolean {
  const recent = readReloadTimes().filter((time) => Math.abs(now - time) < RELOAD_LIMIT_PERIOD_MS);
  if (recent.length >= MAX_AUTOMATIC_RELOADS) return false;
  try {
    sessionStorage.setItem(RELOAD_TIMES_STORAGE_KEY, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}
