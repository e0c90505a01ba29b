import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PREFETCHED_EVALUATIONS_MAX } from '#contract/limits.ts';
import { generateEvaluations } from '#tests/support/server/generate-evaluations.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  seedClinicalFixture,
  sign,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('copies');
  clinicalFixture = await seedClinicalFixture(server);
  [doctor, receptionist] = [await server.as('doctor'), await server.as('desk')];
});
afterAll(() => server.stop());

const PREFETCH_HEADER = { 'x-prefetch': '1' };
let lastSeenLogSequence = 0;
beforeEach(async () => {
  lastSeenLogSequence = await lastLogSequence(server);
});
const readNewLoggedActions = async () =>
  (await readActivityLog(server, lastSeenLogSequence)).map(({ action, detail }) => [
    action,
    detail['asked_as'] ?? null,
  ]);
const storeLastSequence = async () => {
  lastSeenLogSequence = await lastLogSequence(server);
};

/** Creates more newer open evaluations than a prefetch run fetches (R2), so that a run does not fetch the evaluation `id`. */
async function createNewerEvaluations(id: string): Promise<void> {
  await server.database.pool.query(
    `update evaluations set started_at = started_at - interval '1 year' where id = $1`,
    [id],
  );
  const evaluations = PREFETCHED_EVALUATIONS_MAX + 20;
  const { users, branches, types, companies } = server.clinic;
  await generateEvaluations(server.database.pool, {
    persons: 10,
    evaluations,
    oneOpenIn: 1,
    branchIds: [branches.bogota],
    evaluation_type_id: types.entry,
    companyIds: [companies.builder],
    userId: users.desk,
  });
}

describe('L8 log entry of an X-Prefetch request', () => {
  it('R2 the log entry for a prefetch of one of the newest open evaluations, or of its image, states a copy to the device, not an access', async () => {
    const id = await createEvaluation(server, receptionist);
    await addPicture(server, id, 'photo');
    await storeLastSequence();
    const reply = await doctor.get(`/evaluations/${id}`, PREFETCH_HEADER);
    const [picture] = reply.json<{ media: { storage_path: string }[] }>().media;
    await doctor.get(`/files/${picture?.storage_path}`, PREFETCH_HEADER);
    expect(await readNewLoggedActions()).toEqual([
      ['copy_kept', null],
      ['copy_kept', null],
    ]);
  });

  it('the server logs the prefetch of a closed evaluation, of its image or of any exam’s file as an access', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const [picture] = (await fetchEvaluationDetail(doctor, id)).media;
    await postAttachment(doctor, id, attachmentParts(await fetchFirstOrderId(doctor, id), pdf()));
    const [file] = (await fetchEvaluationDetail(doctor, id)).exam_orders[0]?.attachments ?? [];
    await storeLastSequence();
    await doctor.get(`/files/${file?.storage_path}`, PREFETCH_HEADER);
    expect(await readNewLoggedActions()).toEqual([['file_read', 'copy']]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await storeLastSequence();
    await doctor.get(`/evaluations/${id}`, PREFETCH_HEADER);
    await doctor.get(`/files/${picture?.storage_path}`, PREFETCH_HEADER);
    expect(await readNewLoggedActions()).toEqual([
      ['evaluation_read', 'copy'],
      ['file_read', 'copy'],
    ]);
  });

  it('the server logs a prefetch as an access when the user does not work on evaluations, such as a receptionist', async () => {
    const id = await createEvaluation(server, receptionist);
    await addPicture(server, id, 'photo');
    const [picture] = (await fetchEvaluationDetail(doctor, id)).media;
    await storeLastSequence();
    await receptionist.get(`/files/${picture?.storage_path}`, PREFETCH_HEADER);
    expect(await readNewLoggedActions()).toEqual([['file_read', 'copy']]);
  });

  it('the server logs the prefetch of an open evaluation that is not among the newest as an access', async () => {
    const id = await createEvaluation(server, receptionist);
    await createNewerEvaluations(id);
    const tag = await fetchEvaluationEtag(doctor, id);
    await storeLastSequence();
    await doctor.get(`/evaluations/${id}`, { ...PREFETCH_HEADER, 'if-none-match': tag });
    expect(await readNewLoggedActions()).toEqual([]);
    await doctor.get(`/evaluations/${id}`, PREFETCH_HEADER);
    expect(await readNewLoggedActions()).toEqual([['evaluation_read', 'copy']]);
  });
});
