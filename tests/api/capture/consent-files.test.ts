import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedClinicalFixture,
  seedReadyEvaluation,
} from '../support/clinical.ts';
import {
  type ConfirmedContent,
  captureHeadersOf,
  confirmedContent,
  confirmedEvaluation,
  consentHeaderValueOf,
  consentedHeaders,
  createdEvaluationIdOf,
  headersWithConsent,
  postEvaluationBytes,
  readAuthorship,
} from '../support/consent.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import { type Caller, type Server, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
/** Author who confirmed the files; `colleague` is a user of the same branch who sends them. */
let receptionist: Caller;
let colleague: Caller;
beforeAll(async () => {
  server = await startServer('consent_files');
  receptionist = await server.as('desk');
  colleague = await server.as('admin');
});
afterAll(() => server.stop());

const createPhotoContent = async (evaluationKey: string): Promise<ConfirmedContent> =>
  confirmedContent(server, { bytes: await photo(), place: { kind: 'photo', evaluationKey } });
const CONSENT_INVALID_REJECTION = [403, 'consent_invalid'];

describe('S14 consent to sending the files of an evaluation', () => {
  async function evaluationOf(key: string): Promise<string> {
    const content = confirmedEvaluation(server, { key });
    return createdEvaluationIdOf(
      await postEvaluationBytes(receptionist, content, captureHeadersOf(server, content)),
    );
  }
  const send = async (by: Caller, evaluation: string, picture: ConfirmedContent, consented = picture) =>
    by.post(`/evaluations/${evaluation}/media`, {
      parts: mediaParts('photo', Buffer.from(picture.bytes as string)),
      headers: headersWithConsent(server, picture, await consentHeaderValueOf(server, consented)),
    });

  it('an image sent by a colleague keeps its author; the author’s consent is valid only for the evaluation that it names', async () => {
    const [evaluationKey, otherKey] = [randomUUID(), randomUUID()];
    const [own, other] = [await evaluationOf(evaluationKey), await evaluationOf(otherKey)];
    const picture = await createPhotoContent(evaluationKey);
    expect(rejectionOf(await send(colleague, other, picture))).toEqual(CONSENT_INVALID_REJECTION);
    const reply = await send(colleague, own, picture);
    expect(reply.statusCode).toBe(201);
    expect(await readAuthorship(server, 'media', reply.json<{ id: string }>().id)).toEqual({
      created_by: server.clinic.users.desk,
      sent_by: server.clinic.users.admin,
    });
    expect((await send(receptionist, own, picture)).headers['idempotency-status']).toBe('replayed');
  });

  it('the author’s consent to sending a photo is not valid for a signature', async () => {
    const evaluationKey = randomUUID();
    const own = await evaluationOf(evaluationKey);
    const picture = await createPhotoContent(evaluationKey);
    const asSignature = { ...picture, place: { kind: 'signature', evaluationKey } } as const;
    expect(rejectionOf(await send(colleague, own, picture, asSignature))).toEqual(CONSENT_INVALID_REJECTION);
  });

  it('the author’s consent to sending an evaluation does not allow a colleague to add an image in the author’s name', async () => {
    const content = confirmedEvaluation(server, { person: 'admin' });
    const theirs = createdEvaluationIdOf(
      await postEvaluationBytes(colleague, content, captureHeadersOf(server, content)),
    );
    const picture = await createPhotoContent(content.key);
    expect(rejectionOf(await send(colleague, theirs, picture))).toEqual(CONSENT_INVALID_REJECTION);
  });

  it('an attachment sent by a colleague keeps its author; the author’s consent is valid only for the exam order that it names', async () => {
    const medicine = await seedClinicalFixture(server);
    const doctor = await server.as('doctor');
    const [evaluationId, other] = [
      await seedReadyEvaluation(server, medicine),
      await seedReadyEvaluation(server, medicine),
    ];
    const examOrderId = await fetchFirstOrderId(doctor, evaluationId);
    const place = { kind: 'attachment', evaluationId, examOrderId } as const;
    const file = confirmedContent(server, { person: 'doctor', bytes: pdf(), place });
    const headers = await consentedHeaders(server, file);
    const attach = async (evaluation: string, order: string) =>
      colleague.post(`/evaluations/${evaluation}/attachments`, {
        parts: attachmentParts(order, Buffer.from(file.bytes as string)),
        headers,
      });
    expect(rejectionOf(await attach(other, await fetchFirstOrderId(doctor, other)))).toEqual(
      CONSENT_INVALID_REJECTION,
    );
    const reply = await attach(evaluationId, examOrderId);
    expect(reply.statusCode).toBe(201);
    expect(await readAuthorship(server, 'attachments', reply.json<{ id: string }>().id)).toEqual({
      created_by: server.clinic.users.doctor,
      sent_by: server.clinic.users.admin,
    });
  });
});
