import type { Page } from '@playwright/test';

/** Registration in progress as stored on the device; each picture is given as the hexadecimal SHA-256 of its bytes. */
export interface DeviceDraft {
  readonly photo: string | null;
  readonly signature: string | null;
  /** JSON of the typed data. */
  readonly content: string;
}

export const readDraftFromPage = (page: Page): Promise<DeviceDraft> => page.evaluate(decryptDraftInPage);

/** Decrypts the stored draft. Runs in the page. */
export async function decryptDraftInPage(): Promise<DeviceDraft> {
  interface Column {
    bytesId: string;
  }
  interface Row {
    id: string;
    sealedContent: ArrayBuffer | null;
    photo: Column | null;
    signature: Column | null;
  }
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  // A single transaction reads all three stores, because a picture retaken between two reads would delete the bytes of the
  // previous one.
  const transaction = db.transaction(['drafts', 'keys', 'bytes']);
  const all = (name: string) => requestResult(transaction.objectStore(name).getAll());
  const [drafts, allKeys, bytes] = (await Promise.all([all('drafts'), all('keys'), all('bytes')])) as [
    Row[],
    { seal: CryptoKey }[],
    { id: string; sealed: ArrayBuffer }[],
  ];
  const [draft] = drafts;
  const [keys] = allKeys;
  const open = async (place: string, sealed: ArrayBuffer): Promise<ArrayBuffer> => {
    if (!keys) throw new Error('Nobody is signed in');
    const additionalData = new TextEncoder().encode(place);
    const algorithm = { name: 'AES-GCM', iv: new Uint8Array(sealed, 1, 12), additionalData };
    return crypto.subtle.decrypt(algorithm, keys.seal, new Uint8Array(sealed, 13));
  };
  const digest = async (column: Column | null | undefined): Promise<string | null> => {
    if (!column) return null;
    const sealed = bytes.find(({ id }) => id === column.bytesId)?.sealed;
    if (!sealed) throw new Error('The draft names bytes that are not there');
    const hash = await crypto.subtle.digest('SHA-256', await open(`bytes:${column.bytesId}`, sealed));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const content = draft?.sealedContent
    ? await open(`draft:${draft.id}`, draft.sealedContent)
    : new ArrayBuffer();
  const found = {
    photo: await digest(draft?.photo),
    signature: await digest(draft?.signature),
    content: new TextDecoder().decode(content),
  };
  db.close();
  return found;
}

/**
 * Returns, as JSON, the set-up data that the signed-in administrator has typed and not saved, as the device would restore them
 * after a reload.
 */
export const readSetupDrafts = (page: Page): Promise<string> => page.evaluate(decryptSetupDraftsInPage);

/** Decrypts the drafts of the set-up. Runs in the page. */
async function decryptSetupDraftsInPage(): Promise<string> {
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const transaction = db.transaction(['clinicalDrafts', 'keys']);
  const all = (name: string) => requestResult(transaction.objectStore(name).getAll());
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
