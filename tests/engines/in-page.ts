/** Functions that run in the page. Each is self-contained, because the test tool sends only its source. */

/**
 * Returns true if a Blob can still be read after its connection was closed and its row deleted. Reads for up to `patience` ms,
 * because the browser may lose the Blob later.
 */
export async function canReadBlobAfterDelete(patience: number): Promise<boolean> {
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const open = () => {
    const request = indexedDB.open('blob-after-delete', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
    return requestResult(request);
  };
  const runOnRows = async <Result>(db: IDBDatabase, act: (rows: IDBObjectStore) => IDBRequest<Result>) => {
    const transaction = db.transaction('rows', 'readwrite');
    const request = act(transaction.objectStore('rows'));
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    return request.result;
  };
  const writer = await open();
  await runOnRows(writer, (rows) => rows.put(new Blob(['x'.repeat(100_000)]), 'blob'));
  writer.close();
  const reader = await open();
  const blob = (await runOnRows(reader, (rows) => rows.get('blob'))) as Blob;
  reader.close();
  const other = await open();
  await runOnRows(other, (rows) => rows.delete('blob'));
  const read = () =>
    blob.text().then(
      (text) => text.length === 100_000,
      () => false,
    );
  const until = performance.now() + patience;
  let isReadable = await read();
  while (isReadable && performance.now() < until) isReadable = await read();
  other.close();
  await requestResult(indexedDB.deleteDatabase('blob-after-delete'));
  return isReadable;
}

export async function countBlobs(): Promise<number> {
  const requestResult = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const blobsIn = (value: unknown): number => {
    if (value instanceof Blob) return 1;
    if (typeof value !== 'object' || value === null || value instanceof CryptoKey) return 0;
    return Object.values(value).reduce<number>((sum, part) => sum + blobsIn(part), 0);
  };
  const db = await requestResult(indexedDB.open('ventanilla'));
  const names = [...db.objectStoreNames];
  const transaction = db.transaction(names);
  const stores = await Promise.all(
    names.map((name) => requestResult(transaction.objectStore(name).getAll())),
  );
  db.close();
  return blobsIn(stores);
}

/**
 * Fills the storage with ever smaller pieces until no more fit. Repeats this until `freeStorage` is called, because Firefox
 * frees more space while it tidies its files.
 */
export async function fillStorage(): Promise<void> {
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('filler', 1);
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('rows', { autoIncrement: true }),
      );
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB')));
    });
  const isWritable = async (bytes: number): Promise<boolean> => {
    const db = await open();
    const isKept = await new Promise<boolean>((resolve) => {
      const transaction = db.transaction('rows', 'readwrite');
      transaction.addEventListener('complete', () => resolve(true));
      transaction.addEventListener('abort', () => resolve(false));
      // The bytes are random, so that no browser can compress them.
      const parts = Array.from({ length: Math.ceil(bytes / 65_536) }, () =>
        crypto.getRandomValues(new Uint8Array(Math.min(bytes, 65_536))),
      );
      transaction.objectStore('rows').add(parts);
    });
    db.close();
    return isKept;
  };
  const fill = async (): Promise<void> => {
    for (const bytes of [524_288, 65_536, 8_192, 1_024]) while (await isWritable(bytes));
  };
  const taking = { isOver: false, ended: Promise.resolve() };
  const receiveRepeatedly = async (): Promise<void> => {
    while (!taking.isOver) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await fill();
    }
  };
  await fill();
  taking.ended = receiveRepeatedly();
  Object.assign(globalThis, { taking });
}

/** Frees the space that `fillStorage` filled. */
export async function freeStorage(): Promise<void> {
  const { taking } = globalThis as unknown as { taking: { isOver: boolean; ended: Promise<void> } };
  taking.isOver = true;
  await taking.ended;
  const deleting = indexedDB.deleteDatabase('filler');
  await new Promise((resolve) => deleting.addEventListener('success', resolve));
}

export function recordAlerts(): void {
  const kept: string[] = [];
  Object.assign(globalThis, { keptAlerts: kept });
  const collectAlerts = () => {
    for (const title of document.querySelectorAll('[role="alert"] strong')) kept.push(title.textContent);
  };
  new MutationObserver(collectAlerts).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/** Returns the titles recorded by `recordAlerts`. */
export const readRecordedAlerts = (): readonly string[] =>
  (globalThis as unknown as { keptAlerts: readonly string[] }).keptAlerts;
