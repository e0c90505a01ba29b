import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

/**
 * Memory of a window or worker after garbage collection: heap in bytes, number of DOM nodes, number of listeners. Nodes and
 * listeners are null for a worker.
 */
export interface MemorySample {
  readonly heap: number;
  readonly nodes: number | null;
  readonly listeners: number | null;
}

type SendDevtoolsMessage = (method: string, params?: object) => Promise<unknown>;

/** Number of garbage collections; several are needed because objects of the JavaScript and DOM heaps refer to each other. */
const GARBAGE_COLLECTION_COUNT = 5;
const garbageCollectionRounds = Array.from({ length: GARBAGE_COLLECTION_COUNT });

async function readHeapBytes(send: SendDevtoolsMessage): Promise<number> {
  const { usedSize, backingStorageSize = 0 } = (await send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return usedSize + backingStorageSize;
}

/**
 * Measures several times and returns the lowest number of nodes and of listeners, because requests in progress temporarily add
 * listeners.
 */
export async function memoryOfWindow(page: Page): Promise<MemorySample> {
  const session = await page.context().newCDPSession(page);
  const send: SendDevtoolsMessage = (method, params) =>
    session.send(method as 'HeapProfiler.collectGarbage', params);
  const counts: { nodes: number; jsEventListeners: number }[] = [];
  for (const _ of garbageCollectionRounds) {
    await session.send('HeapProfiler.collectGarbage');
    counts.push(await session.send('Memory.getDOMCounters'));
  }
  const heap = await readHeapBytes(send);
  await session.detach();
  const lowestCount = (of: 'nodes' | 'jsEventListeners') => Math.min(...counts.map((count) => count[of]));
  return { heap, nodes: lowestCount('nodes'), listeners: lowestCount('jsEventListeners') };
}

/**
 * Returns a function that sends debugging-protocol messages through the browser's session to another target, such as a worker.
 */
function createDevtoolsSender(browser: CDPSession, sessionId: string): SendDevtoolsMessage {
  let sent = 0;
  return (method, params = {}) => {
    const id = (sent += 1);
    const response = new Promise<unknown>((resolve) => {
      const onMessage = (event: { sessionId: string; message: string }) => {
        const message = JSON.parse(event.message) as { id?: number; result?: unknown };
        if (event.sessionId !== sessionId || message.id !== id) return;
        browser.off('Target.receivedMessageFromTarget', onMessage);
        resolve(message.result);
      };
      browser.on('Target.receivedMessageFromTarget', onMessage);
    });
    const message = JSON.stringify({ id, method, params });
    return browser.send('Target.sendMessageToTarget', { sessionId, message }).then(() => response);
  };
}

export async function memoryOfWorker(browser: Browser, origin: string): Promise<MemorySample> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && url.startsWith(origin));
  if (!worker) throw new Error('no worker runs');
  const { targetId } = worker;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const send = createDevtoolsSender(session, sessionId);
  for (const _ of garbageCollectionRounds) await send('HeapProfiler.collectGarbage');
  const heap = await readHeapBytes(send);
  await session.send('Target.detachFromTarget', { sessionId });
  await session.detach();
  return { heap, nodes: null, listeners: null };
}

/** Returns the resident memory of a process in bytes (Linux only). */
export const residentBytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

/** Data stored on the device: bytes as counted by the browser, and number of rows per table. */
export interface StoredData {
  readonly indexedDb: number;
  readonly caches: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** Runs in the page. Reads Chromium's storage usage by kind, because the standard's estimate gives only the sum. */
async function measureStoredDataInPage(): Promise<StoredData> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const { usageDetails = {} } = (await navigator.storage.estimate()) as {
    usageDetails?: { indexedDB?: number; caches?: number };
  };
  const db = await requestResult(indexedDB.open('ventanilla'));
  const rows: Record<string, number> = {};
  for (const name of db.objectStoreNames)
    rows[name] = await requestResult(db.transaction(name).objectStore(name).count());
  db.close();
  return { indexedDb: usageDetails.indexedDB ?? 0, caches: usageDetails.caches ?? 0, rows };
}

export const readStoredData = (page: Page): Promise<StoredData> => page.evaluate(measureStoredDataInPage);
