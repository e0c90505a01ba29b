import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Attendance } from '#contract/records/evaluation/attendance.ts';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { BoardView, CreatedWaitingBoard } from '#contract/records/waiting-room.ts';
import type { RepetitionDecision } from '#contract/vocabulary.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { countRows, createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import {
  createExpectedPerson,
  expectedPersonBody,
  fetchExpectedList,
  sortedIdsOf,
} from '../support/examples/expected-list-examples.ts';
import {
  type Caller,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  responseOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('expected_repetitions');
  [receptionist, doctor] = [await server.as('desk'), await server.as('doctor')];
});
afterAll(() => server.stop());

const register = (expected_person_id: string) =>
  createEvaluation(server, receptionist, {}, { expected_person_id });
/** Registers an expected person several times, one registration after the other. */
async function registerRepeatedly(times: number) {
  const person = await createExpectedPerson(server, receptionist);
  const ids: string[] = [];
  for (let nth = 0; nth < times; nth += 1) ids.push(await register(person.id));
  const [first = '', second = '', third = ''] = ids;
  return { person, first, second, third };
}
const postSettlement = (
  { id }: Pick<ExpectedPerson, 'id'>,
  evaluation_id: string,
  decision: RepetitionDecision,
  caller = receptionist,
) => caller.post(`/expected-people/${id}/settlement`, { json: { evaluation_id, decision } });
const settle = async (...settlement: Parameters<typeof postSettlement>) => {
  const { status } = responseOf(ExpectedPerson, await postSettlement(...settlement));
  if (status.state !== 'registered') throw new Error('The person is not registered');
  const { evaluation_id, repeated, settled } = status;
  return [evaluation_id, repeated, settled.map((each) => [each.evaluation_id, each.decision])];
};
const repetitionOf = async (id: string) => (await fetchEvaluationDetail(doctor, id)).repetition;

describe('P11.34 settlement of repeated registrations', () => {
  it('P11.34 stores whether a further evaluation stays or repeats the first one, with user and time, and counts only unsettled ones', async () => {
    const { person, first, second, third } = await registerRepeatedly(3);
    server.clock.now = new Date('2026-12-01T15:00:00.000Z');
    expect(await settle(person, second, 'repeats')).toEqual([first, [third], [[second, 'repeats']]]);
    server.clock.now = null;
    const { list, items } = await fetchExpectedList(receptionist, person.list_id);
    expect(list).toMatchObject({ counts: { registered: 1 }, repeated: 1 });
    expect(items[0]).toMatchObject({
      status: {
        settled: [{ evaluation_id: second, at: '2026-12-01T15:00:00.000Z', by: 'Persona desk' }],
      },
      revision: 3,
    });
    expect(await settle(person, third, 'keep')).toEqual([
      first,
      [],
      [
        [second, 'repeats'],
        [third, 'keep'],
      ],
    ]);
    expect((await fetchExpectedList(receptionist, person.list_id)).list.repeated).toBe(0);
  });

  it('P11.34 the filter unsettled finds the people with evaluations that no user settled', async () => {
    const { person, second, third } = await registerRepeatedly(3);
    const added = { ...expectedPersonBody(), id: randomUUID() };
    await receptionist.post(`/expected-lists/${person.list_id}/people`, { json: added });
    await register(added.id);
    const findUnsettled = async () =>
      sortedIdsOf((await fetchExpectedList(receptionist, person.list_id, '?state=unsettled')).items);
    expect(await findUnsettled()).toEqual([person.id]);
    await settle(person, second, 'repeats');
    expect(await findUnsettled()).toEqual([person.id]);
    await settle(person, third, 'keep');
    expect(await findUnsettled()).toEqual([]);
  });

  it('P11.34 if the first evaluation repeats another one, the earliest one to keep replaces it, otherwise the earliest unsettled one', async () => {
    const { person, first, second, third } = await registerRepeatedly(3);
    expect(await settle(person, first, 'repeats')).toEqual([second, [third], [[first, 'repeats']]]);
    expect(await settle(person, third, 'keep')).toEqual([third, [second], [[first, 'repeats']]]);
    expect(await settle(person, second, 'keep')).toEqual([
      second,
      [],
      [
        [first, 'repeats'],
        [third, 'keep'],
      ],
    ]);
    expect(await settle(person, first, 'keep')).toEqual([
      first,
      [],
      [
        [second, 'keep'],
        [third, 'keep'],
      ],
    ]);
  });

  it('P11.34 changes a decision later; a repeated request changes and logs nothing but an access', async () => {
    const { person, first, second } = await registerRepeatedly(2);
    const entries = await collectNewLogEntries(server, async () => {
      await settle(person, second, 'repeats');
      const before = await fetchExpectedList(receptionist, person.list_id);
      expect(await settle(person, second, 'repeats')).toEqual([first, [], [[second, 'repeats']]]);
      expect((await fetchExpectedList(receptionist, person.list_id)).items).toEqual(before.items);
      expect(await settle(person, second, 'keep')).toEqual([first, [], [[second, 'keep']]]);
    });
    const named = { list_id: person.list_id, person_id: person.id };
    expect(entries.filter(([, , detail]) => !Object.hasOwn(Object(detail), 'question'))).toEqual([
      ['expected_repetition_settled', 'done', { ...named, decision: 'repeats' }],
      ['expected_people_listed', 'done', named],
      ['expected_repetition_settled', 'done', { ...named, decision: 'keep' }],
    ]);
  });

  it('P11.34 rejects an evaluation of another person, and to give up all evaluations, also at once', async () => {
    const { person, first, second } = await registerRepeatedly(2);
    const other = await registerRepeatedly(1);
    for (const id of [other.first, randomUUID()])
      expect(fieldProblemsOf(await postSettlement(person, id, 'repeats'))).toEqual({
        evaluation_id: 'La evaluación no es de esta persona citada.',
      });
    const replies = await Promise.all([first, second].map((id) => postSettlement(person, id, 'repeats')));
    expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(fieldProblemsOf(await postSettlement(other.person, other.first, 'repeats'))).toEqual({
      decision: 'Conserva al menos una evaluación de la persona.',
    });
    const unknown = await postSettlement({ id: randomUUID() }, first, 'keep');
    expect(rejectionOf(unknown)).toEqual([404, 'not_found']);
  });

  it('P11.34 users with manage_catalogs settle too, also of a cancelled list; nothing is deleted', async () => {
    const { person, first, second } = await registerRepeatedly(2);
    await receptionist.post(`/expected-lists/${person.list_id}/cancel`);
    const before = await countRows(server, 'evaluations');
    const catalogs = await server.as('catalogs');
    expect(await settle(person, second, 'repeats', catalogs)).toEqual([first, [], [[second, 'repeats']]]);
    expect(rejectionOf(await postSettlement(person, second, 'keep', doctor))).toEqual([403, 'forbidden']);
    expect(await countRows(server, 'evaluations')).toBe(before);
    expect(await countRows(server, 'expected_registrations')).toBeGreaterThanOrEqual(2);
  });

  it('P11.34 a later registration of a settled person is unsettled', async () => {
    const { person, second } = await registerRepeatedly(2);
    await settle(person, second, 'repeats');
    const later = await register(person.id);
    const { list, items } = await fetchExpectedList(receptionist, person.list_id);
    expect(items[0]?.status).toMatchObject({ repeated: [later] });
    expect(list.repeated).toBe(1);
  });
});

describe('P11.35 repetition of an evaluation', () => {
  const listed = async () => {
    const { items } = responseOf(EvaluationList, await doctor.get('/evaluations?page_size=100'));
    return new Map(items.map(({ id, repetition }) => [id, repetition]));
  };

  it('P11.35 the evaluation and its row in the list name the person’s evaluation and the decision; other evaluations have neither', async () => {
    const { person, first, second } = await registerRepeatedly(2);
    const states: [RepetitionDecision | null, object][] = [
      [null, { state: 'unsettled', evaluation_id: first }],
      ['keep', { state: 'keep', evaluation_id: first }],
      ['repeats', { state: 'repeats', evaluation_id: first }],
    ];
    for (const [decision, repetition] of states) {
      if (decision) await settle(person, second, decision);
      expect(await repetitionOf(second)).toEqual(repetition);
      expect(await repetitionOf(first)).toBeUndefined();
      const rows = await listed();
      expect([rows.get(second), rows.get(first)]).toEqual([repetition, null]);
    }
    await settle(person, second, 'keep');
    await settle(person, first, 'repeats');
    expect(await repetitionOf(first)).toEqual({ state: 'repeats', evaluation_id: second });
    expect(await repetitionOf(second)).toBeUndefined();
  });

  it('P11.35 the attendance contains a person once, with the evaluation that a decision leaves', async () => {
    const { person, first, second } = await registerRepeatedly(2);
    const attended = async () => {
      const reply = await receptionist.get(`/attendance?list_id=${person.list_id}`);
      return responseOf(Attendance, reply).items.map(({ id, evaluation_id }) => [id, evaluation_id]);
    };
    expect(await attended()).toEqual([[person.id, first]]);
    await settle(person, second, 'repeats');
    expect(await attended()).toEqual([[person.id, first]]);
    await settle(person, second, 'keep');
    await settle(person, first, 'repeats');
    expect(await attended()).toEqual([[person.id, second]]);
  });

  it('P11.35 a repetition leaves the waiting board and stays usable; a changed decision shows its call again', async () => {
    const admin = await server.as('admin');
    const made = await admin.post('/waiting-boards', { json: { label: 'Sala', shows: 'first_names' } });
    const { token } = responseOf(CreatedWaitingBoard, made);
    const rooms = async () => {
      const reply = await server.anonymous.get('/board', { 'x-board-token': token });
      return responseOf(BoardView, reply).calls.map(({ room }) => room);
    };
    const { person, first, second } = await registerRepeatedly(2);
    const call = (id: string, room: string) => doctor.post(`/evaluations/${id}/call`, { json: { room } });
    await call(first, 'Uno');
    await call(second, 'Dos');
    expect((await rooms()).toSorted()).toEqual(['Dos', 'Uno']);
    await settle(person, second, 'repeats');
    expect(await rooms()).toEqual(['Uno']);
    expect((await call(second, 'Tres')).statusCode).toBe(200);
    const notes = await doctor.send('PUT', `/evaluations/${second}/notes`, {
      json: { notes: [{ note_type: 'concepto', content: 'Apto.' }] },
    });
    expect(notes.statusCode).toBe(200);
    expect(await rooms()).toEqual(['Uno']);
    await settle(person, second, 'keep');
    expect((await rooms()).toSorted()).toEqual(['Tres', 'Uno']);
  });
});
