import type { Page } from '@playwright/test';

/** The SHA-256 of a picture that lies on the device, hexadecimal. */
export interface DevicePictures {
  readonly photo: string | null;
  readonly signature: string | null;
}

/**
 * Opens, with the key that the signed-in user has on the device, the pictures of the registration in progress, and
 * hashes their bytes: what the page has, before anything is sent.
 */
export const draftPictures = (page: Page): Promise<DevicePictures> =>
  page.evaluate(async () => {
    interface Column {
      bytesId: string;
    }
    const ask = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const db = await ask(indexedDB.open('ventanilla'));
    const store = (name: string) => db.transaction(name).objectStore(name);
    const [draft] = (await ask(store('drafts').getAll())) as {
      photo: Column | null;
      signature: Column | null;
    }[];
    const [keys] = (await ask(store('keys').getAll())) as { seal: CryptoKey }[];
    const digest = async (column: Column | null | undefined): Promise<string | null> => {
      if (!column || !keys) return null;
      const { sealed } = (await ask(store('bytes').get(column.bytesId))) as { sealed: ArrayBuffer };
      const additionalData = new TextEncoder().encode(`bytes:${column.bytesId}`);
      const algorithm = { name: 'AES-GCM', iv: new Uint8Array(sealed, 1, 12), additionalData };
      const bytes = await crypto.subtle.decrypt(algorithm, keys.seal, new Uint8Array(sealed, 13));
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    const pictures = { photo: await digest(draft?.photo), signature: await digest(draft?.signature) };
    db.close();
    return pictures;
  });
