import { HEADER } from '#contract/headers.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { searchCatalog, replaceMirror } from '#storage/cache/catalogs.ts';
import { syncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import { drain } from '#sync/outbox/drain.ts';
import { drainHere } from '#sync/outbox/outbox.ts';
import { Traffic } from '#sync/outbox/traffic.ts';
import { sessionProofs } from '#sync/api/session-proofs.ts';
import { nextBody, prepare, prepared, repeat } from './desk.ts';
import { layDown } from './lay-down.ts';

/** What the benchmarks call inside the page: the product's own modules, without its screens. */

/** Of the bare requests. */
const CONCURRENCY = 4;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds to drain what was laid down before. */
async function drainNow(_count: number): Promise<number> {
  const milliseconds = await timed(() => drainHere('person'));
  const { unsent } = await syncSummary(prepared().ownerId);
  if (unsent > 0) throw new Error(`${unsent} entries were not delivered`);
  return milliseconds;
}

/** Milliseconds to drain `count` entries, confirmed before the clock starts. */
async function drainEntries(count: number): Promise<number> {
  await layDown(count);
  return drainNow(count);
}

const addressOf = (path: string): string => `${location.origin}/api/v1${path}`;

/** The header without which the provider refuses the session's cookie (S26). */
async function proofOf(path: string): Promise<Record<string, string>> {
  const proof = await sessionProofs.make('POST', addressOf(path), false);
  return proof ? { [HEADER.proof]: proof.header } : {};
}

async function post(path: string, { headers, body }: RequestInit): Promise<{ id: string }> {
  const proven = { ...(headers as Record<string, string>), ...(await proofOf(path)) };
  const response = await fetch(addressOf(path), { method: 'POST', headers: proven, body: body ?? null });
  if (response.status !== 201) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { id: string };
}

const keyed = () => ({ [HEADER.idempotencyKey]: crypto.randomUUID() });
const createBare = () =>
  post('/evaluations', {
    body: JSON.stringify(nextBody()),
    headers: { 'content-type': 'application/json', ...keyed() },
  });

function mediaForm(type: 'photo' | 'signature'): FormData {
  const form = new FormData();
  const bytes = type === 'photo' ? prepared().photo : prepared().signature;
  form.set('type', type);
  form.set('file', new Blob([bytes], { type: type === 'photo' ? 'image/jpeg' : 'image/png' }), type);
  return form;
}

/** Runs the jobs with as many hands as the drainer has. */
async function atOnce(jobs: (() => Promise<unknown>)[]): Promise<void> {
  const hand = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, hand));
}

/** Milliseconds for the same requests without an outbox: nothing stored, sealed, read back or settled. */
const bareRequests = (count: number): Promise<number> =>
  timed(async () => {
    const ids: string[] = [];
    await atOnce(repeat(count, () => async () => ids.push((await createBare()).id)));
    const media = ids.flatMap((id) =>
      (['photo', 'signature'] as const).map(
        (type) => () => post(`/evaluations/${id}/media`, { body: mediaForm(type), headers: keyed() }),
      ),
    );
    await atOnce(media);
  });

/**
 * Milliseconds for workbox-background-sync to replay the same requests. It knows no dependency between requests, so the
 * evaluations that its uploads name are made before the clock starts: it has less to do than the outbox.
 */
async function workboxReplay(count: number): Promise<number> {
  const ids: string[] = [];
  await atOnce(repeat(count, () => async () => ids.push((await createBare()).id)));
  const registration = await navigator.serviceWorker.register('/bench/worker.js', { scope: '/bench/' });
  await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (!worker) throw new Error('no worker');
  const jobs = [
    ...repeat(count, () => ({ path: '/evaluations', json: JSON.stringify(nextBody()) })),
    ...ids.flatMap((id) =>
      (['photo', 'signature'] as const).map((type) => ({ path: `/evaluations/${id}/media`, type })),
    ),
  ];
  // Made beforehand: a proof is good for two minutes, and the library knows nothing of them.
  const requests = await Promise.all(jobs.map(async (job) => ({ ...job, headers: await proofOf(job.path) })));
  const { photo: photoBytes, signature: signatureBytes } = prepared();
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

/** Milliseconds an entry for the outbox's own work: claiming and settling against a provider that takes no time. */
async function localCost(count: number): Promise<number> {
  await layDown(count);
  const send = () => Promise.resolve({ type: 'accepted' as const, remoteId: crypto.randomUUID() });
  const courier = {
    begin: () => undefined,
    prepare: (_claimed: ClaimedItem) => Promise.resolve({ size: 0, send }),
    probe: () => Promise.resolve({ reached: true as const }),
  };
  const traffic = new Traffic(Date.now);
  const ports = { store: outboxStore, courier, now: Date.now, jitter: Math.random, traffic };
  return (await timed(() => drain(prepared().ownerId, ports))) / count;
}

/** Median milliseconds of a search over a catalogue of `count` companies, the catalogue in memory. */
async function searchCost(count: number): Promise<number> {
  const records = repeat(count, (nth) => ({
    id: crypto.randomUUID(),
    code: `900.${nth}`,
    name: `Construcciones y Montajes Ñandú ${nth}`,
    detail: 'Bogotá',
    active: true,
  }));
  await replaceMirror('companies', records, [], Date.now());
  const { ownerId } = prepared();
  await searchCatalog('companies', 'x', { ownerId });
  const times: number[] = [];
  for (const query of ['n', 'nan', 'ñandú 99', 'montajes 1234', 'no existe', '900.77'])
    times.push(await timed(() => searchCatalog('companies', query, { ownerId })));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Median milliseconds of the proof that each call carries. */
async function proofCost(count: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    times.push(await timed(() => sessionProofs.make('GET', addressOf('/evaluations'), false)));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

export const bench = {
  layDown: (count: number) => timed(() => layDown(count)),
  layDownSmall: (count: number) => timed(() => layDown(count, 'small')),
  drainNow,
  proofCost,
  prepare,
  drainEntries,
  bareRequests,
  workboxReplay,
  localCost,
  searchCost,
};
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
