/** Lock that each window of the app holds, in any version. */
const WINDOW = 'ventanilla-window';
/** Additional lock of each window that proves its calls (S26). */
const PROVING_WINDOW = 'ventanilla-proving-window';

/** Acquires the locks and never releases them: the browser frees them with the window. */
export function holdWindowLock(): void {
  for (const name of [WINDOW, PROVING_WINDOW])
    void navigator.locks.request(name, { mode: 'shared' }, () => new Promise<never>(() => undefined));
}

async function countWindows(name: string): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter((lock) => lock.name === name).length;
}

export const isOnlyWindow = async (): Promise<boolean> => (await countWindows(WINDOW)) <= 1;

/** Returns false while a window of an older version, which knows no keys, is open. */
export const areAllWindowsProving = async (): Promise<boolean> =>
  (await countWindows(WINDOW)) === (await countWindows(PROVING_WINDOW));
