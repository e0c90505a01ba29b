const KEY = 'ventanilla-session';

/**
 * Whether somebody is signed in on this device, known before the database is loaded: it decides what the first frame
 * shows, nothing else. Without it a protected address asks for the cookie's session first, and /login shows its form. A '1' and no
 * personal data; the only use of localStorage in the app.
 */
export function readSessionHint(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false; // Storage is forbidden here; the database will say so in words.
  }
}

export function writeSessionHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // As above: without the hint the first frame is the sign-in form, and the session is found a moment later.
  }
}
