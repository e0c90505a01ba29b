/**
 * Requests persistent storage, so that the browser does not delete this site's data automatically; null if the browser lacks
 * the API. Never wait for the result: Firefox prompts the user, who need not respond.
 */
export function requestPersistence(): Promise<boolean> | null {
  const manager: Partial<StorageManager> | undefined = navigator.storage;
  return manager?.persist?.() ?? null;
}
