import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** What a window or worker holds once its rubbish is gone. Bytes; a worker has no nodes and tells no listeners. */
export interface Held {
  readonly heap: number;
  readonly nodes: number | null;
  readonly listeners: number | null;
}

type Send = (method: string, params?: object) => Promise<unknown>;

/** Rubbish may hold rubbish in another heap (JavaScript and the DOM): several rounds until no more goes. */
const ROUNDS = 5;
const rounds = Array.from({ length: ROUNDS });

async function heapOf(send: Send): Promise<number> {
  const { usedSize, backingStorageSize = 0 } = (await send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return usedSize + backingStorageSize;
}

/** The fewest of some rounds: what is being asked for in this moment has listeners, too. */
export async function heldByWindow(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  const send: Send = (method, params) => session.send(method as 'HeapProfiler.collectGarbage', params);
  const counts: { nodes: number; jsEventListeners: number }[] = [];
  for (const _ of rounds) {
    await session.send('HeapProfiler.collectGarbage');
    counts.push(await session.send('Memory.getDOMCounters'));
  }
  const heap = await heapOf(send);
  await session.detach();
  const fewest = (of: 'nodes' | 'jsEventListeners') => Math.min(...counts.map((count) => count[of]));
  return { heap, nodes: fewest('nodes'), listeners: fewest('jsEventListeners') };
}

/** The protocol's messages of another target, through the browser's own session. */
function sendTo(browser: CDPSession, sessionId: string): Send {
  let sent = 0;
  return (method, params = {}) => {
    const id = (sent += 1);
    const answer = new Promise<unknown>((resolve) => {
      const hear = (event: { sessionId: string; message: string }) => {
        const message = JSON.parse(event.message) as { id?: number; result?: unknown };
        if (event.sessionId !== sessionId || message.id !== id) return;
        browser.off('Target.receivedMessageFromTarget', hear);
        resolve(message.result);
      };
      browser.on('Target.receivedMessageFromTarget', hear);
    });
    const message = JSON.stringify({ id, method, params });
    return browser.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer);
  };
}

export async function heldByWorker(browser: Browser, origin: string): Promise<Held> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && url.startsWith(origin));
  if (!worker) throw new Error('no worker runs');
  const { targetId } = worker;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const send = sendTo(session, sessionId);
  for (const _ of rounds) await send('HeapProfiler.collectGarbage');
  const heap = await heapOf(send);
  await session.send('Target.detachFromTarget', { sessionId });
  await session.detach();
  return { heap, nodes: null, listeners: null };
}

/** Resident bytes of a process; Linux. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

/** What lies on the device: bytes that the browser counts, and rows by the table's name. */
export interface Stored {
  readonly indexedDb: number;
  readonly caches: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** In the page. Chromium tells the usage by kind; the standard's estimate is one sum. */
async function readStored(): Promise<Stored> {
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const { usageDetails = {} } = (await navigator.storage.estimate()) as {
    usageDetails?: { indexedDB?: number; caches?: number };
  };
  const db = await settled(indexedDB.open('ventanilla'));
  const rows: Record<string, number> = {};
  for (const name of db.objectStoreNames)
    rows[name] = await settled(db.transaction(name).objectStore(name).count());
  db.close();
  return { indexedDb: usageDetails.indexedDB ?? 0, caches: usageDetails.caches ?? 0, rows };
}

export const storedBy = (page: Page): Promise<Stored> => page.evaluate(readStored);
