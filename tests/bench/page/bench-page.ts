import { createExpectedDayIndex, searchExpectedDay } from '#domain/expected/day-index.ts';
import { replaceCatalogCache, searchCatalog } from '#storage/cache/catalogs.ts';
import { readExpectedDay, replaceExpectedDay } from '#storage/cache/expected-day.ts';
import { sessionProofMaker } from '#sync/api/session-proofs.ts';
import {
  EXPECTED_DAY,
  EXPECTED_LIST,
  EXPECTED_PLACE,
  createExpectedPeopleOnDevice,
} from '#tests/support/device/expected.ts';
import { toApiUrl, runConcurrently, createEvaluationDirectly, createProofHeader } from './bare-requests.ts';
import {
  createNextEvaluationBody,
  prepareReception as prepareDesk,
  getPreparedReception,
  createArrayOf,
} from './reception.ts';
import type { SendingRequest, workerBenchmarks, SendingResponse } from './sending.ts';
import { measureMs } from './timed.ts';

/** Benchmarks that the tests call in the page. They use the product's modules without its screens. */

const sendingWorker = new SharedWorker('/bench/sending.js', { type: 'module' });
sendingWorker.port.start();

const sendToWorker = (asked: SendingRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', ({ data }: MessageEvent<SendingResponse>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.milliseconds);
    });
    channel.port1.start();
    sendingWorker.port.postMessage(asked, [channel.port2]);
  });

async function preparePageAndWorker(): Promise<void> {
  await prepareDesk();
  await sendToWorker({ prepared: getPreparedReception() });
}

const createWorkerBench = (name: keyof typeof workerBenchmarks) => (count: number) =>
  sendToWorker({ name, count });

/**
 * Returns the milliseconds that workbox-background-sync needs to send the same requests. The library has less to do than the
 * outbox: it knows no order between requests, so the uploads' evaluations are created before the measurement.
 */
async function measureWorkboxReplayMs(count: number): Promise<number> {
  const ids: string[] = [];
  await runConcurrently(
    createArrayOf(count, () => async () => ids.push((await createEvaluationDirectly()).id)),
  );
  const registration = await navigator.serviceWorker.register('/bench/worker.js', { scope: '/bench/' });
  await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (!worker) throw new Error('no worker');
  const jobs = [
    ...createArrayOf(count, () => ({
      path: '/evaluations',
      json: JSON.stringify(createNextEvaluationBody()),
    })),
    ...ids.flatMap((id) =>
      (['photo', 'signature'] as const).map((type) => ({ path: `/evaluations/${id}/media`, type })),
    ),
  ];
  // The proofs are made in advance, because the library cannot make proofs; a proof is valid for two minutes.
  const requests = await Promise.all(
    jobs.map(async (job) => ({ ...job, headers: await createProofHeader(job.path) })),
  );
  const { photo: photoBytes, signature: signatureBytes } = getPreparedReception();
  return new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener(
      'message',
      ({ data }: MessageEvent<{ milliseconds?: number; error?: string }>) => {
        if (data.milliseconds === undefined) reject(new Error(data.error));
        else resolve(data.milliseconds);
      },
    );
    channel.port1.start();
    worker.postMessage({ requests, photo: photoBytes, signature: signatureBytes }, [channel.port2]);
  });
}

/** Returns the median time in ms of a search in a catalogue of `count` companies in memory. */
async function measureSearchMs(count: number): Promise<number> {
  const records = createArrayOf(count, (nth) => ({
    id: crypto.randomUUID(),
    code: `900.${nth}`,
    name: `Construcciones y Montajes Ñandú ${nth}`,
    detail: 'Bogotá',
    active: true,
  }));
  await replaceCatalogCache('companies', records, [], Date.now());
  const { ownerId } = getPreparedReception();
  await searchCatalog('companies', 'x', { ownerId });
  const times: number[] = [];
  for (const query of ['n', 'nan', 'ñandú 99', 'montajes 1234', 'no existe', '900.77'])
    times.push(await measureMs(() => searchCatalog('companies', query, { ownerId })));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Returns the median time in ms of a search in `count` expected people that the device has stored and read. */
async function measureExpectedSearchMs(count: number): Promise<number> {
  const { ownerId } = getPreparedReception();
  const place = { ownerId, branchId: EXPECTED_PLACE.branchId, day: EXPECTED_DAY };
  const people = createExpectedPeopleOnDevice(count);
  await replaceExpectedDay(place, { lists: [EXPECTED_LIST], people, cursor: 'c1' }, Date.now());
  const stored = await readExpectedDay(place);
  if (stored?.people.length !== count) throw new Error('The device has not stored all people');
  const index = createExpectedDayIndex(stored);
  const times: number[] = [];
  for (const query of ['z', 'zoraida', 'yturralde99', 'zoraida 1234', 'no existe', '9.999.000.77'])
    times.push(await measureMs(() => Promise.resolve(searchExpectedDay(index, query, 40))));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Returns the median time in ms to sign the device's proof of one call. */
async function measureProofMs(count: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    times.push(await measureMs(() => sessionProofMaker.make('GET', toApiUrl('/evaluations'), false)));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

export const bench = {
  prepare: preparePageAndWorker,
  layDown: createWorkerBench('layDown'),
  layDownSmall: createWorkerBench('layDownSmall'),
  drainNow: createWorkerBench('drainNow'),
  drainEntries: createWorkerBench('drainEntries'),
  bareRequests: createWorkerBench('bareRequests'),
  localCost: createWorkerBench('localCost'),
  workboxReplay: measureWorkboxReplayMs,
  searchCost: measureSearchMs,
  expectedSearchCost: measureExpectedSearchMs,
  proofCost: measureProofMs,
};
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
