import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
} from '../support/capture.ts';
import { countRows, nextDocumentNumber } from '../support/capture.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('evaluation_turns');
  [receptionist, doctor] = [await server.as('desk'), await server.as('doctor')];
});
afterAll(() => server.stop());

type HeaderRecord = Readonly<Record<string, string>>;
const postEvaluation = (headers: HeaderRecord, json = evaluationBody(server)) =>
  receptionist.post('/evaluations', { json, headers: { ...headers } });
const registerWithQueueNumber = async (
  headers: HeaderRecord,
  number = nextDocumentNumber(),
): Promise<string> => {
  const reply = await postEvaluation(headers, evaluationBody(server, { identification_number: number }));
  expect(reply.statusCode).toBe(201);
  return responseOf(CreatedEvaluation, reply).id;
};
const fetchListedQueueNumber = async (number: string, caller = doctor) =>
  responseOf(EvaluationList, await caller.get(`/evaluations?search=${number}`)).items[0]?.turn;
const queueNumberOf = async (id: string) => (await fetchEvaluationDetail(doctor, id)).turn;
const countLogEntries = () => countRows(server, 'activity');

describe('S28 P10.237 queue number of a registration', () => {
  it('the evaluation and the list of evaluations, with and without a search, return the queue number to every reader', async () => {
    const number = nextDocumentNumber();
    const id = await registerWithQueueNumber({ ...idempotencyHeader(), 'x-turn': 'B-14' }, number);
    expect(await queueNumberOf(id)).toBe('B-14');
    expect([
      await fetchListedQueueNumber(number),
      await fetchListedQueueNumber(number, receptionist),
    ]).toEqual(['B-14', 'B-14']);
    const { items } = responseOf(EvaluationList, await doctor.get('/evaluations?page_size=100'));
    expect(items.find((item) => item.id === id)?.turn).toBe('B-14');
  });

  it('the queue number is null when the registration sends none, with or without an idempotency key', async () => {
    const number = nextDocumentNumber();
    expect(await queueNumberOf(await registerWithQueueNumber(idempotencyHeader(), number))).toBeNull();
    expect(await fetchListedQueueNumber(number)).toBeNull();
    expect(await queueNumberOf(await createEvaluation(server, receptionist))).toBeNull();
  });

  it('the server stores the queue number of a registration without an idempotency key', async () => {
    expect(await queueNumberOf(await registerWithQueueNumber({ 'x-turn': 'ZZZ-9999' }))).toBe('ZZZ-9999');
  });
});

describe('S28 P10.238 queue number that is invalid or already in use', () => {
  it.each(['', 'b-14', 'B-0', 'B-10000', 'B-14, B-15', '1'.repeat(9_000)])(
    'the server registers the patient, ignores the invalid queue number and logs nothing about it: %.20s',
    async (reported) => {
      const id = await registerWithQueueNumber({ ...idempotencyHeader(), 'x-turn': reported });
      const before = await countLogEntries();
      expect(await queueNumberOf(id)).toBeNull();
      expect(await countLogEntries()).toBe(before + 1); // The only new log entry is the access by `queueNumberOf`.
    },
  );

  it('the server accepts the same queue number for two patients', async () => {
    const ids = [
      await registerWithQueueNumber({ 'x-turn': 'B-7' }),
      await registerWithQueueNumber({ 'x-turn': 'B-7' }),
    ];
    expect(await Promise.all(ids.map(queueNumberOf))).toEqual(['B-7', 'B-7']);
  });

  it.each([
    [undefined, 'B-2', null],
    ['B-3', 'C-4', 'B-3'],
  ])(
    'the server keeps the first queue number sent under an idempotency key: %s first, then %s',
    async (...row) => {
      const [first, again, kept] = row;
      const key = idempotencyHeader(randomUUID());
      const body = evaluationBody(server);
      const sendWithTurn = (turn: string | undefined) =>
        postEvaluation({ ...key, ...(turn !== undefined && { 'x-turn': turn }) }, body);
      const replies = [await sendWithTurn(first), await sendWithTurn(again), await sendWithTurn(first)];
      expect(replies.map(({ statusCode, headers }) => [statusCode, headers['idempotency-status']])).toEqual([
        [201, 'stored'],
        [201, 'replayed'],
        [201, 'replayed'],
      ]);
      const ids = new Set(replies.map((reply) => responseOf(CreatedEvaluation, reply).id));
      expect(ids.size).toBe(1);
      for (const id of ids) expect(await queueNumberOf(id)).toBe(kept);
    },
  );
});
