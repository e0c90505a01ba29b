import { Queue } from 'workbox-background-sync';

/**
 * Sends the same requests with workbox-background-sync, as the comparison for the outbox. The library needs its own service
 * worker.
 */
declare const self: ServiceWorkerGlobalScope;

interface WorkboxRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: string;
  readonly type?: 'photo' | 'signature';
}
interface WorkerJob {
  readonly requests: readonly WorkboxRequest[];
  readonly photo: ArrayBuffer;
  readonly signature: ArrayBuffer;
}

function toRequest(
  { path, headers: proof, json, type }: WorkboxRequest,
  { photo, signature }: WorkerJob,
): Request {
  const headers = new Headers({ ...proof, 'idempotency-key': crypto.randomUUID() });
  const url = `/api/v1${path}`;
  if (json !== undefined) {
    headers.set('content-type', 'application/json');
    return new Request(url, { method: 'POST', headers, body: json });
  }
  const form = new FormData();
  form.set('type', type ?? 'photo');
  form.set('file', new Blob([type === 'photo' ? photo : signature]), type);
  return new Request(url, { method: 'POST', headers, body: form });
}

const workboxQueue = new Queue('bench', { onSync: () => Promise.resolve() });

async function queueAndReplayRequests(
  work: WorkerJob,
): Promise<{ milliseconds: number } | { error: string }> {
  try {
    for (const job of work.requests) await workboxQueue.pushRequest({ request: toRequest(job, work) });
    const start = performance.now();
    await workboxQueue.replayRequests();
    return { milliseconds: performance.now() - start };
  } catch (error) {
    return { error: String(error) };
  }
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  event.waitUntil(
    queueAndReplayRequests(event.data as WorkerJob).then((result) => event.ports[0]?.postMessage(result)),
  );
});
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
