import type { CreateEvaluationBody } from '#contract/evaluations.ts';
import { HEADER } from '#contract/headers.ts';
import { emptyRegistration } from '#domain/registration.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { searchCatalog, replaceMirror } from '#storage/cache/catalogs.ts';
import { saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { enqueue } from '#storage/outbox/enqueue.ts';
import { syncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import { drain } from '#sync/outbox/drain.ts';
import { refreshCatalogs } from '#sync/catalogs/mirror.ts';
import { drainHere, setDrainRequester } from '#sync/outbox/outbox.ts';
import { sessionProofs } from '#sync/api/session-proofs.ts';
import { signIn } from '#sync/session/session.ts';
import { person } from '#tests/support/device/device.ts';
import { photo, signature } from './pictures.ts';

/** What the benchmarks call inside the page: the product's own modules, without its screens. */
interface Prepared {
  readonly ownerId: string;
  readonly branchId: string;
  readonly photo: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly evaluationTypeId: string;
  readonly companyId: string;
}

const CONCURRENCY = 4;
let made: Prepared | null = null;
let people = 0;

function prepared(): Prepared {
  if (!made) throw new Error('prepare first');
  return made;
}

const firstId = async (resource: 'evaluation-types' | 'companies', ownerId: string) => {
  const id = (await searchCatalog(resource, '', { ownerId, limit: 1 }))[0]?.id;
  if (!id) throw new Error(`no ${resource}`);
  return id;
};

async function prepare(): Promise<void> {
  setDrainRequester(() => undefined);
  const signed = await signIn('recepcion@alisos.demo', 'Demo-2026');
  if (signed.type !== 'signed_in' || !signed.account.branchId)
    throw new Error(`not signed in: ${signed.type}`);
  await refreshCatalogs();
  const { userId: ownerId, branchId } = signed.account;
  made = {
    ownerId,
    branchId,
    photo: await photo(),
    signature: await signature(),
    evaluationTypeId: await firstId('evaluation-types', ownerId),
    companyId: await firstId('companies', ownerId),
  };
}

function nextBody(): CreateEvaluationBody {
  people += 1;
  const { evaluationTypeId, companyId } = prepared();
  const number = `9999${String(Date.now() % 1e7).padStart(7, '0')}${people}`;
  return {
    evaluation_type_id: evaluationTypeId,
    employer_company_id: companyId,
    contractor_company_id: undefined,
    additional_info: undefined,
    patient_id: undefined,
    patient: {
      identification_type: 'CC',
      identification_number: number,
      first_name: 'Medida',
      middle_name: undefined,
      last_name: 'Ficticia',
      second_last_name: undefined,
      birth_date: undefined,
      gender: undefined,
      occupation_id: undefined,
      occupation_name: undefined,
    },
  };
}

async function captureOne(): Promise<void> {
  const { ownerId, branchId, photo: photoBytes, signature: signatureBytes } = prepared();
  const body = nextBody();
  const number = body.patient?.identification_number ?? '';
  await saveDraft(ownerId, null, { form: emptyRegistration, step: 2, linked: null });
  await saveDraftPicture(ownerId, null, 'photo', {
    bytes: photoBytes,
    mime: 'image/jpeg',
    name: 'photo.jpg',
  });
  await saveDraftPicture(ownerId, null, 'signature', {
    bytes: signatureBytes,
    mime: 'image/png',
    name: 'signature.png',
  });
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Empresa', contractorCompany: null };
  const confirmed = await enqueue({
    ownerId,
    branchId,
    correcting: null,
    capturedAt: Date.now(),
    clockOffset: 0,
    body: JSON.stringify(body),
    summary: {
      patientName: 'Medida Ficticia',
      identificationType: 'CC',
      identificationNumber: number,
      labels,
      form: emptyRegistration,
    },
    person: person(number),
    used: [],
  });
  if (confirmed.type !== 'confirmed') throw new Error(confirmed.type);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds to drain `count` entries, captured before the clock starts. */
async function drainEntries(count: number): Promise<number> {
  for (let nth = 0; nth < count; nth += 1) await captureOne();
  const milliseconds = await timed(() => drainHere('person'));
  const { unsent } = await syncSummary(prepared().ownerId);
  if (unsent > 0) throw new Error(`${unsent} entries were not delivered`);
  return milliseconds;
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

const repeat = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

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
  for (let nth = 0; nth < count; nth += 1) await captureOne();
  const instant = () => Promise.resolve({ type: 'accepted' as const, remoteId: crypto.randomUUID() });
  const courier = {
    prepare: (_claimed: ClaimedItem) => Promise.resolve(instant),
    probe: () => Promise.resolve({ reached: true as const }),
  };
  const ports = { store: outboxStore, courier, now: Date.now, jitter: Math.random };
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

export const bench = { proofCost, prepare, drainEntries, bareRequests, workboxReplay, localCost, searchCost };
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
