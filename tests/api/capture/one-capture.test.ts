import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, evaluationBody, idempotencyHeader, nextDocumentNumber } from '../support/capture.ts';
import { type Server, errorCodeOf, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('one_capture');
});
afterAll(() => server.stop());

describe('S7 S14 one evaluation per confirmation, whichever user sends it', () => {
  const correctEvaluation = async (who: 'desk' | 'admin', id: string, number = nextDocumentNumber()) =>
    (await server.as(who)).post('/evaluations', {
      json: evaluationBody(server, { identification_number: number }, { additional_info: who }),
      headers: { ...idempotencyHeader(), 'x-capture-id': id },
    });

  it('the server rejects a second registration with the same capture id, even if user, idempotency key and document number differ, and stores nothing', async () => {
    const id = randomUUID();
    expect((await correctEvaluation('desk', id)).statusCode).toBe(201);
    const before = [await countRows(server, 'evaluations'), await countRows(server, 'patients')];
    const second = await correctEvaluation('admin', id.toUpperCase());
    expect([second.statusCode, errorCodeOf(second)]).toEqual([409, 'already_registered']);
    expect([await countRows(server, 'evaluations'), await countRows(server, 'patients')]).toEqual(before);
  });

  it('when the server has stored a registration with a corrected document number, the uncorrected one with the same capture id gets already_registered', async () => {
    const id = randomUUID();
    const known = nextDocumentNumber();
    expect((await correctEvaluation('desk', randomUUID(), known)).statusCode).toBe(201);
    expect((await correctEvaluation('desk', id)).statusCode).toBe(201);
    const reply = await (
      await server.as('admin')
    ).post('/evaluations', {
      json: evaluationBody(server, {
        identification_number: known,
        first_name: 'Plácida',
        last_name: 'Urrutia',
      }),
      headers: { ...idempotencyHeader(), 'x-capture-id': id },
    });
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([409, 'already_registered']);
  });

  it('the server stores one of four simultaneous registrations with the same capture id', async () => {
    const id = randomUUID();
    const replies = await Promise.all(
      (['desk', 'admin', 'desk', 'admin'] as const).map((who) => correctEvaluation(who, id)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const second = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(second.map(errorCodeOf)).toEqual(Array(3).fill('already_registered'));
  });

  it('the server stores two evaluations when the same patient is confirmed twice', async () => {
    const number = nextDocumentNumber();
    for (const id of [randomUUID(), randomUUID()])
      expect((await correctEvaluation('desk', id, number)).statusCode).toBe(201);
  });

  it('the server rejects an invalid capture id', async () => {
    const reply = await correctEvaluation('desk', 'x');
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
  });
});
