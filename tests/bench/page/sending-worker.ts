import { takePrepared } from './desk.ts';
import { sending, type Asked, type Told } from './sending.ts';

/**
 * Sends outside the page, as the product's own worker does. A shared worker: the test tool reads along whatever a page or a
 * service worker sends, and is handed each body that is not a Blob: 8 ms of the browser's processors an entry, and 12 ms of its own.
 */
declare const self: SharedWorkerGlobalScope;

async function answer(asked: Asked): Promise<Told> {
  try {
    if ('name' in asked) return { milliseconds: await sending[asked.name](asked.count) };
    takePrepared(asked.prepared);
    return { milliseconds: 0 };
  } catch (error) {
    return { error: String(error) };
  }
}

self.addEventListener('connect', ({ ports: [port] }) => {
  port?.addEventListener('message', ({ data, ports }: MessageEvent<Asked>) => {
    void answer(data).then((told) => ports[0]?.postMessage(told));
  });
  port?.start();
});
