import { setPreparedReception } from './reception.ts';
import { workerBenchmarks, type SendingRequest, type SendingResponse } from './sending.ts';

/**
 * Sends outside the page, as the product's service worker does. A shared worker is used because the test tool reads every
 * request of a page or service worker, and each body that is not a Blob. Per entry, this reading costs 8 ms of processor time
 * in the browser and 12 ms in the tool.
 */
declare const self: SharedWorkerGlobalScope;

async function runSendingRequest(asked: SendingRequest): Promise<SendingResponse> {
  try {
    if ('name' in asked) return { milliseconds: await workerBenchmarks[asked.name](asked.count) };
    setPreparedReception(asked.prepared);
    return { milliseconds: 0 };
  } catch (error) {
    return { error: String(error) };
  }
}

self.addEventListener('connect', ({ ports: [port] }) => {
  port?.addEventListener('message', ({ data, ports }: MessageEvent<SendingRequest>) => {
    void runSendingRequest(data).then((told) => ports[0]?.postMessage(told));
  });
  port?.start();
});
