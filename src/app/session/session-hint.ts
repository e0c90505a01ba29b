const SESSION_HINT_STORAGE_KEY = 'ventanilla-session';

/**
 * Returns true if a user is probably signed in on this device, before the database is loaded. The hint decides only about the
 * first frame: without it, a protected address first requests the session, and /login shows its form.
 *
 * The hint is a '1' without personal data, and the app's only use of localStorage.
 */
export function readSessionHint(): boolean {
  try {
    return localStorage.getItem(SESSION_HINT_STORAGE_KEY) === '1';
  } catch {
    return false;
  }
}

export function writeSessionHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(SESSION_HINT_STORAGE_KEY, '1');
    else localStorage.removeItem(SESSION_HINT_STORAGE_KEY);
  } catch {
    // If the browser forbids localStorage, the first frame is the sign-in form until the session is found.
  }
}
