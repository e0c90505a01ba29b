const KEY = 'ventanilla-reloads';
const AT_MOST = 2;
const WITHIN_MS = 5 * 60_000;

/**
 * Returns the times of automatic reloads in this window. They are in sessionStorage, because at that moment the database cannot
 * be used.
 */
function readTimes(): number[] {
  try {
    const times: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
  } catch {
    return [];
  }
}

/** Records an automatic reload. Returns false when there were too many of them, or when it could not be recorded. */
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
