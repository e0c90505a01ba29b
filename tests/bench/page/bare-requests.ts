import { HEADER } from '#contract/headers.ts';
import { sessionProofs } from '#sync/api/session-proofs.ts';
import { nextBody, preparedReception, repeat } from './reception.ts';
import { measureMs } from './timed.ts';

const CONCURRENCY = 4;

export const addressOf = (path: string): string => `${location.origin}/api/v1${path}`;

/** Returns the header with the device's proof, without which the server rejects the session cookie (S26). */
export async function proofOf(path: string): Promise<Record<string, string>> {
  const proof = await sessionProofs.make('POST', addressOf(path), false);
  return proof ? { [HEADER.proof]: proof.header } : {};
}

async function post(path: string, { headers, body }: RequestInit): Promise<{ id: string }> {
  const proven = { ...(headers as Record<string, string>), ...(await proofOf(path)) };
  const response = await fetch(addressOf(path), { method: 'POST', headers: proven, body: body ?? null });
  if (response.status !== 201) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { id: string };
}

const newKeyHeader = () => ({ [HEADER.idempotencyKey]: crypto.randomUUID() });
export const createEvaluationDirectly = () =>
  post('/evaluations', {
    body: JSON.stringify(nextBody()),
    headers: { 'content-type': 'application/json', ...newKeyHeader() },
  });

function mediaForm(type: 'photo' | 'signature'): FormData {
  const form = new FormData();
  const bytes = type === 'photo' ? preparedReception().photo : preparedReception().signature;
  form.set('type', type);
  form.set('file', new Blob([bytes], { type: type === 'photo' ? 'image/jpeg' : 'image/png' }), type);
  return form;
}

/** Runs the jobs with the outbox's limit of concurrent requests. */
export async function runConcurrently(jobs: (() => Promise<unknown>)[]): Promise<void> {
  const runWorker = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
}

/** Returns the time in ms of the same requests without the outbox, which stores, encrypts, reads and records. */
export const bareRequests = (count: number): Promise<number> =>
  measureMs(async () => {
    const ids: string[] = [];
    await runConcurrently(repeat(count, () => async () => ids.push((await createEvaluationDirectly()).id)));
    const media = ids.flatMap((id) =>
      (['photo', 'signature'] as const).map(
        (type) => () => post(`/evaluations/${id}/media`, { body: mediaForm(type), headers: newKeyHeader() }),
      ),
    );
    await runConcurrently(media);
  });
