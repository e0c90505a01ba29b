/**
 * Asks the browser for the promise not to throw this site's data away by itself; null where it does not know the
 * question. Never wait for it: Firefox asks the person, who need not answer.
 */
export function askProtection(): Promise<boolean> | null {
  const manager: Partial<StorageManager> | undefined = navigator.storage;
  return manager?.persist?.() ?? null;
}
