import { liveQuery } from 'dexie';
import { settledDraft } from '#storage/drafts.ts';
import { storing } from '#storage/problem.ts';
import { readAccount, resumeSession, type Account } from '#sync/session.ts';
import { startDuties } from './duties.ts';
import { connectDrain, registerWorker } from './worker-bridge.ts';

/**
 * The part of the app that needs the device's database: loaded after the sign-in form is shown, or at once when
 * somebody is signed in here (session-hint.ts). Import it with loadDevice() only.
 */
export { countOthersUnsent } from '#storage/entries.ts';
export { countUnsent, signIn, signOut } from '#sync/session.ts';

connectDrain();

/** Tabs of the app on this device; a reload for an update must not surprise the others. */
const WINDOW_LOCK = 'ventanilla-window';
// Never given back: the browser frees it with the window.
void navigator.locks.request(WINDOW_LOCK, { mode: 'shared' }, () => new Promise<never>(() => undefined));

async function isOnlyWindow(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.filter((lock) => lock.name === WINDOW_LOCK).length <= 1;
}

/** True when a reload interrupts nobody: one window, and no registration begun by this user. */
export async function isSafePoint(ownerId: string | null): Promise<boolean> {
  if (!(await isOnlyWindow())) return false;
  return ownerId === null || (await settledDraft(ownerId, null)) === null;
}

/** Once a page, however often it is followed. */
let resumed: Promise<Account | null> | undefined;

interface Followers {
  readonly onAccount: (account: Account | null) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Tells who is signed in, now and at every change, from this window, another one or the worker. 'Nobody' is told only
 * after the cookie's session has been asked for.
 */
export function followAccount({ onAccount, onFailure }: Followers): () => void {
  let asked = false;
  const subscription = liveQuery(() => storing(readAccount)).subscribe({
    next: (account) => {
      if (account || asked) onAccount(account);
    },
    error: onFailure,
  });
  const askCookie = async () => {
    await (resumed ??= storing(resumeSession));
    asked = true;
    onAccount(await storing(readAccount));
  };
  askCookie().catch(onFailure);
  registerWorker().catch(onFailure);
  return () => subscription.unsubscribe();
}

export { startDuties };
