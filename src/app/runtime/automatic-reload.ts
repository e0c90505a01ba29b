const KEY = 'ventanilla-reloads';
const AT_MOST = 2;
const WITHIN_MS = 5 * 60_000;

/**
 * Returns the times of this window's automatic reloads. They are in sessionStorage, because a reload happens when the database
 * cannot be used.
 */
function readTimes(): number[] {
  try {
    const times: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
  } catch {
    return [];
  }
}

/** Records an automatic reload. Returns false if there were too many before, or if the reload could not be recorded. */
export function canReloadAutomatically(now: number): boolean {
  const recent = readTimes().filter((time) => Math.abs(now - time) < WITHIN_MS);
  if (recent.length >= AT_MOST) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}
