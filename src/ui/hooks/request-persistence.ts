/**
 * Asks the browser not to delete this site's data automatically; null if the browser lacks the API. Do not await the result:
 * Firefox prompts the user, who may never respond.
 */
export function requestStoragePersistence(): Promise<boolean> | null {
  const manager: Partial<StorageManager> | undefined = navigator.storage;
  return manager?.persist?.() ?? null;
}
