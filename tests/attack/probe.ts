import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Program of a worker thread that measures response times. In a thread, the attacker's own work does not delay the measurement.
 */
const PROBE_PROGRAM = `
const http = require('node:http');
const { parentPort, workerData: { port, headers } } = require('node:worker_threads');
let ending = false;
let slowest = 0;
parentPort.once('message', () => (ending = true));
const get = (path) => new Promise((resolve, reject) => {
  const began = performance.now();
  http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
    response.resume().once('end', () => {
      slowest = Math.max(slowest, performance.now() - began);
      if (response.statusCode === 200) resolve();
      else reject(new Error('GET ' + path + ' of somebody else was answered with ' + response.statusCode + '.'));
    });
  }).once('error', reject);
});
(async () => {
  do for (const path of ['/api/v1/health', '/api/v1/auth/me']) await get(path);
  while (!ending);
  parentPort.postMessage(slowest);
})();
`;

/**
 * Returns the time in ms of the slowest response to another user while `work` runs.
 * @throws if a status is not 200
 */
export async function measureSlowestMsWhile(
  target: { readonly port: number; readonly cookie: string },
  work: () => Promise<unknown>,
): Promise<number> {
  const workerData = { port: target.port, headers: { cookie: target.cookie } };
  const worker = new Worker(PROBE_PROGRAM, { eval: true, workerData });
  const result = once(worker, 'message');
  await Promise.race([once(worker, 'online'), result]);
  await work();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage('end');
  const [slowest] = (await result) as [number];
  await worker.terminate();
  return slowest;
}
