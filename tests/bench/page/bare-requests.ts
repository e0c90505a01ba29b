import { HEADER } from '#contract/headers.ts';
import { sessionProofMaker } from '#sync/api/session-proofs.ts';
import { createNextEvaluationBody, getPreparedReception, createArrayOf } from './reception.ts';
import { measureMs } from './timed.ts';

const CONCURRENCY = 4;

export const toApiUrl = (path: string): string => `${location.origin}/api/v1${path}`;

/** Returns the header with the device's proof, without which the server rejects the session cookie (S26). */
export async function createProofHeader(path: string): Promise<Record<string, string>> {
  const proof = await sessionProofMaker.make('POST', toApiUrl(path), false);
  return proof ? { [HEADER.proof]: proof.header } : {};
}

async function postWithProof(path: string, { headers, body }: RequestInit): Promise<{ id: string }> {
  const proven = { ...(headers as Record<string, string>), ...(await createProofHeader(path)) };
  const response = await fetch(toApiUrl(path), { method: 'POST', headers: proven, body: body ?? null });
  if (response.status !== 201) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { id: string };
}

const createIdempotencyKeyHeader = () => ({ [HEADER.idempotencyKey]: crypto.randomUUID() });
export const createEvaluationDirectly = () =>
  postWithProof('/evaluations', {
    body: JSON.stringify(createNextEvaluationBody()),
    headers: { 'content-type': 'application/json', ...createIdempotencyKeyHeader() },
  });

function mediaForm(type: 'photo' | 'signature'): FormData {
  const form = new FormData();
  const bytes = type === 'photo' ? getPreparedReception().photo : getPreparedReception().signature;
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

/**
 * Returns the time in ms to send the requests of `count` registrations directly, as the comparison for the outbox, which in
 * addition stores, encrypts, reads and records.
 */
export const measureBareRequestsMs = (count: number): Promise<number> =>
  measureMs(async () => {
    const ids: string[] = [];
    await runConcurrently(
      createArrayOf(count, () => async () => ids.push((await createEvaluationDirectly()).id)),
    );
    const media = ids.flatMap((id) =>
      (['photo', 'signature'] as const).map(
        (type) => () =>
          postWithProof(`/evaluations/${id}/media`, {
            body: mediaForm(type),
            headers: createIdempotencyKeyHeader(),
          }),
      ),
    );
    await runConcurrently(media);
  });
