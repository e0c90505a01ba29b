const KEY = 'ventanilla-session';

/**
 * Returns true when a user is signed in on this device, before the database is loaded. The hint only decides what the first
 * frame shows. Without it, a protected address requests the cookie’s session first, and /login shows its form. It is a '1'
 * without personal data, and the only use of localStorage in the app.
 */
export function readSessionHint(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false; // Storage is forbidden here; the database shows the problem.
  }
}

export function writeSessionHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // The first frame is the sign-in form without the hint, and the session is found a moment later.
  }
}
