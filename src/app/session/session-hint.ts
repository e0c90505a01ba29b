const KEY = 'ventanilla-session';

/**
 * Returns whether a user is probably signed in on this device, before the database is loaded. The hint decides only what the
 * first frame shows: without it, a protected address requests the session first, and /login shows its form.
 *
 * It is a '1' without personal data, and the only use of localStorage in the app.
 */
export function readSessionHint(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false; // The browser forbids localStorage; the database then reports the problem.
  }
}

export function writeSessionHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without the hint, the first frame is the sign-in form, and the session is found a moment later.
  }
}
