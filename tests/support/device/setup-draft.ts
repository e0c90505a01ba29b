import type { Page } from '@playwright/test';

/** The JSON of what the signed-in administrator typed in the set-up and has not saved: what a reload finds. */
export const readSetupDrafts = (page: Page): Promise<string> => page.evaluate(openSetupDrafts);

/** In the page. */
async function openSetupDrafts(): Promise<string> {
  const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await settled(indexedDB.open('ventanilla'));
  const transaction = db.transaction(['clinicalDrafts', 'keys']);
  const all = (name: string) => settled(transaction.objectStore(name).getAll());
  const [drafts, keys] = (await Promise.all([all('clinicalDrafts'), all('keys')])) as [
    { id: string; sealed: ArrayBuffer }[],
    { seal: CryptoKey }[],
  ];
  db.close();
  const [key] = keys;
  if (!key) throw new Error('Nobody is signed in');
  const ofSetup = drafts.filter(({ id }) => id.includes(':setup:'));
  const texts = ofSetup.map(async ({ id, sealed }) => {
    const additionalData = new TextEncoder().encode(`setup:${id}`);
    const algorithm = { name: 'AES-GCM', iv: new Uint8Array(sealed, 1, 12), additionalData };
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm, key.seal, new Uint8Array(sealed, 13)),
    );
  });
  return (await Promise.all(texts)).join('\n');
}
