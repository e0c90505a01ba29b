import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SavedExamOrders } from '#contract/records/evaluation/clinical.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  fetchFirstOrderId,
  seedReadyEvaluation,
  saveOrders,
  seedClinicalFixture,
  seedSignedEvaluation,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('exam_orders');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

let sharedReadyEvaluation: Promise<string> | undefined;
const getSharedReadyEvaluation = () =>
  (sharedReadyEvaluation ??= seedReadyEvaluation(server, clinicalFixture));
const newEvaluation = async () => createEvaluation(server, await server.as('desk'));

describe('P7.13 PATCH /evaluations/:id/exam-orders', () => {
  it('P7.13 the server adds exam orders in the given order, sets results, and returns all orders of the evaluation', async () => {
    const { exams } = clinicalFixture;
    const id = await newEvaluation();
    const added = await saveOrders(doctor, id, [
      { exam_id: exams.sight, result_notes: ' 20/20 ' },
      { exam_id: exams.hearing },
    ]);
    expect(added.statusCode).toBe(200);
    const { orders } = responseOf(SavedExamOrders, added);
    expect(orders.map(({ exam, result_notes }) => [exam.code, result_notes])).toEqual([
      ['VIS', '20/20'],
      ['AUD', null],
    ]);
    const saved = await saveOrders(doctor, id, [{ order_id: orders[1]?.id, result_notes: 'Normal' }]);
    expect(responseOf(SavedExamOrders, saved).orders.map((order) => order.result_notes)).toEqual([
      '20/20',
      'Normal',
    ]);
    expect((await fetchEvaluationDetail(doctor, id)).exam_orders).toEqual(
      responseOf(SavedExamOrders, saved).orders,
    );
  });

  it('an empty text removes a result; an unchanged result keeps its author', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const orderId = await fetchFirstOrderId(doctor, id);
    const author = async () => {
      const { rows } = await server.database.pool.query(
        'select updated_by, updated_at from exam_orders where id = $1',
        [orderId],
      );
      return rows[0] as { updated_by: string; updated_at: Date };
    };
    const before = await author();
    expect(before.updated_by).toBe(server.clinic.users.doctor);
    const admin = await server.as('admin');
    await saveOrders(admin, id, [{ order_id: orderId, result_notes: 'Normal.' }]);
    expect(await author()).toEqual(before);
    await saveOrders(admin, id, [{ order_id: orderId, result_notes: '' }]);
    expect((await author()).updated_by).toBe(server.clinic.users.admin);
    expect((await fetchEvaluationDetail(doctor, id)).exam_orders[0]?.result_notes).toBeNull();
  });

  it('P4.1 the first result moves a pending evaluation to in process; an exam without a result does not', async () => {
    const id = await newEvaluation();
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing }]);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('pendiente');
    await saveOrders(doctor, id, [
      { order_id: await fetchFirstOrderId(doctor, id), result_notes: 'Normal' },
      { exam_id: clinicalFixture.exams.sight },
    ]);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('en_proceso');
  });

  it('the server creates no revision when a save of exam orders changes nothing', async () => {
    const id = await getSharedReadyEvaluation();
    const tag = await fetchEvaluationEtag(doctor, id);
    const reply = await saveOrders(doctor, id, [
      { order_id: await fetchFirstOrderId(doctor, id), result_notes: 'Normal.' },
    ]);
    expect([reply.statusCode, reply.headers['etag']]).toEqual([200, tag]);
  });

  it.each<[string, () => unknown[] | Promise<unknown[]>, Record<string, string>]>([
    [
      'an exam that is there already',
      () => [{ exam_id: clinicalFixture.exams.hearing }],
      { 'orders.0.exam_id': 'Este examen ya está asociado a la evaluación.' },
    ],
    [
      'an exam twice in one save',
      () => [
        { exam_id: clinicalFixture.exams.sight },
        { exam_id: clinicalFixture.exams.sight.toUpperCase() },
      ],
      { 'orders.1.exam_id': 'Este examen ya está asociado a la evaluación.' },
    ],
    [
      'an inactive exam',
      () => [{ exam_id: clinicalFixture.exams.retired }],
      { 'orders.0.exam_id': 'El examen está inactivo. Elige otro.' },
    ],
    ['an unknown exam', () => [{ exam_id: randomUUID() }], { 'orders.0.exam_id': 'El examen no existe.' }],
    [
      "another evaluation's order",
      async () => [
        { order_id: await fetchFirstOrderId(doctor, await seedReadyEvaluation(server, clinicalFixture)) },
      ],
      { 'orders.0.order_id': 'El examen no es de esta evaluación.' },
    ],
    [
      'several at once, and a good one',
      () => [
        { exam_id: clinicalFixture.exams.lungs },
        { exam_id: randomUUID() },
        { exam_id: clinicalFixture.exams.retired },
      ],
      {
        'orders.1.exam_id': 'El examen no existe.',
        'orders.2.exam_id': 'El examen está inactivo. Elige otro.',
      },
    ],
  ])(
    'the server rejects exam orders that contain %s, reports the error at the item and changes nothing',
    async (_name, orders, problems) => {
      const id = await getSharedReadyEvaluation();
      const tag = await fetchEvaluationEtag(doctor, id);
      const reply = await saveOrders(doctor, id, await orders());
      expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, problems]);
      expect(await fetchEvaluationEtag(doctor, id)).toBe(tag);
    },
  );

  it('the server rejects a save that contains the same result twice', async () => {
    const id = await getSharedReadyEvaluation();
    const order_id = await fetchFirstOrderId(doctor, id);
    const reply = await saveOrders(doctor, id, [
      { order_id, result_notes: 'a' },
      { order_id, result_notes: 'b' },
    ]);
    expect(fieldProblemsOf(reply)).toEqual({ 'orders.1.order_id': 'Este resultado llegó dos veces.' });
  });

  it.each([
    ['nothing', []],
    ['no id', [{ result_notes: 'x' }]],
    ['an id that is none', [{ exam_id: 'x' }]],
    ['a text of 100 kB', [{ exam_id: randomUUID(), result_notes: 'á'.repeat(50_000) }]],
    ['a text that cannot be stored', [{ exam_id: randomUUID(), result_notes: 'a\0b' }]],
  ])('P5.11 the server rejects exam orders with %s', async (_name, orders) => {
    const reply = await saveOrders(doctor, await getSharedReadyEvaluation(), orders);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
  });

  it('the server accepts fifty results of ten pages each', async () => {
    const id = await newEvaluation();
    const text = 'ñ'.repeat(20_000);
    const many = Array.from({ length: 50 }, () => randomUUID());
    await server.database.pool.query(
      `insert into exams (id, code, name) select id, 'M-' || left(id::text, 8), 'Muchos' from unnest($1::uuid[]) id`,
      [many],
    );
    const reply = await saveOrders(
      doctor,
      id,
      many.map((exam_id) => ({ exam_id, result_notes: text })),
    );
    expect(responseOf(SavedExamOrders, reply).orders.every((order) => order.result_notes === text)).toBe(
      true,
    );
  });

  it('the server rejects exam orders for a closed evaluation', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const reply = await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight }]);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([409, 'evaluation_closed']);
    expect((await fetchEvaluationDetail(doctor, id)).exam_orders).toHaveLength(1);
  });
});
