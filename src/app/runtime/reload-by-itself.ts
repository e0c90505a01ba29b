const KEY = 'ventanilla-reloads';
const AT_MOST = 2;
const WITHIN_MS = 5 * 60_000;

/** Times of the reloads in this window; the database, where all else is kept, is what has just been lost. */
function readTimes(): number[] {
  try {
    const times: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
  } catch {
    return [];
  }
}

/** Notes a reload that nobody asked for. False when there were enough of them, or when it could not be noted. */
export function mayReload(now: number): boolean {
  const recent = readTimes().filter((time) => Math.abs(now - time) < WITHIN_MS);
  if (recent.length >= AT_MOST) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}
