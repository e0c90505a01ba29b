/** Web Lock that each open window of any app version holds. */
const WINDOW_LOCK = 'ventanilla-window';
/** Second Web Lock of windows that send a proof with each call (S26). */
const PROOF_WINDOW_LOCK = 'ventanilla-proving-window';

/** Acquires both locks. The window holds them until it closes; then the browser releases them. */
export function holdWindowLocks(): void {
  for (const name of [WINDOW_LOCK, PROOF_WINDOW_LOCK])
    void navigator.locks.request(name, { mode: 'shared' }, () => new Promise<never>(() => undefined));
}

async function countLockHolders(name: string): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter((lock) => lock.name === name).length;
}

export const isOnlyWindow = async (): Promise<boolean> => (await countLockHolders(WINDOW_LOCK)) <= 1;

/**
 * Returns true if every open window sends proofs; false while a window of an older app version without session keys is open.
 */
export const doAllWindowsSendProofs = async (): Promise<boolean> =>
  (await countLockHolders(WINDOW_LOCK)) === (await countLockHolders(PROOF_WINDOW_LOCK));
