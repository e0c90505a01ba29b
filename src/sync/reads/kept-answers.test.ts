import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitingReadings } from '#storage/cache/readings.ts';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { stubProvider, type SessionProvider } from '#tests/support/device/session-provider.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchDocument } from './documents.ts';
import { fetchEvaluation, recallEvaluation } from './evaluations.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const evaluation = sampleEvaluation(1);
const pdf = () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/pdf' } });
const concept = () => fetchDocument(reader, 'concept', evaluation);

let provider: SessionProvider;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  provider = stubProvider((path) => (path.endsWith('-pdf') ? pdf() : Response.json(evaluation)));
});
afterEach(() => vi.unstubAllGlobals());

describe('S6 R3 a 404 without a word, as of a gateway that has lost its provider', () => {
  const bare = () => new Response(null, { status: 404 });

  it('R4 takes no evaluation from the device, and the reading there is told', async () => {
    await fetchEvaluation(reader, evaluation.id, true);
    provider.respond = bare;
    await expect(fetchEvaluation(reader, evaluation.id, true)).rejects.toMatchObject({ reason: 'portal' });
    expect((await recallEvaluation(reader, evaluation.id))?.evaluation).toEqual(evaluation);
    expect(await waitingReadings(ANA)).toHaveLength(1);
  });

  it('leaves the document that is kept here', async () => {
    await concept();
    provider.respond = bare;
    expect((await concept()).keptSince).not.toBeNull();
  });
});
