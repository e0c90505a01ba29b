import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PACKAGE_EXAMS_MAX } from '#contract/records/exam-packages.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const firstIdInGroup = ({ names }: AttackWorld, group: string): string =>
  Object.entries(names).find(([name]) => name.startsWith(`${group}.`))?.[1] ?? '';

const createHostilePackageBodies = (typeId: string, examId: string): readonly unknown[] => [
  {
    evaluation_type_id: typeId,
    job: null,
    exam_ids: Array.from({ length: PACKAGE_EXAMS_MAX + 1 }, randomUUID),
  },
  { evaluation_type_id: typeId, job: 'x'.repeat(10_000), exam_ids: [examId] },
  { evaluation_type_id: typeId, job: null, exam_ids: [examId, examId.toUpperCase()] },
  { evaluation_type_id: typeId, job: { $ne: null }, exam_ids: [examId] },
  { evaluation_type_id: `${typeId}'; drop table exam_packages; --`, job: null, exam_ids: [examId] },
  { evaluation_type_id: typeId, job: null, exam_ids: examId },
  { evaluation_type_id: typeId, company_id: randomUUID(), job: null, exam_ids: [examId] },
  { evaluation_type_id: typeId, company_id: { $ne: null }, job: null, exam_ids: [examId] },
  { evaluation_type_id: typeId, job: null, exam_ids: [examId], emphases: ['x'.repeat(10_000)] },
  { evaluation_type_id: typeId, job: null, exam_ids: [examId], additional_field_ids: [randomUUID()] },
  { evaluation_type_id: randomUUID(), job: null, exam_ids: [examId] },
  { evaluation_type_id: typeId, job: null, exam_ids: [randomUUID()] },
];

export const attack: Attack = {
  finding: 'A1',
  title: 'the proposals of a reviewer never fill other evaluations, and an invalid package is rejected',
  run: async (world) => {
    const { call, target } = world;
    const [typeId, examId] = [firstIdInGroup(world, 'types'), firstIdInGroup(world, 'exams')];
    const good = { evaluation_type_id: typeId, job: null, exam_ids: [examId] };
    for (const who of ['desk', 'doctor'] as const) {
      const { status } = await call(who, 'PUT', '/exam-packages', { json: good });
      assert.equal(status, 403, `A package of ${who} was answered with ${status}.`);
    }
    const bodies = createHostilePackageBodies(typeId, examId);
    for (const json of bodies) {
      const { status } = await call('admin', 'PUT', '/exam-packages', { json });
      assert.equal(status, 400, `A hostile package was answered with ${status}.`);
    }
    const storedPackages = async () =>
      (await target.pool.query<{ count: number }>('select count(*)::integer as count from exam_packages'))
        .rows;
    assert.deepEqual(await storedPackages(), [{ count: 0 }], 'A refused package was kept.');
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => call('admin', 'PUT', '/exam-packages', { json: { ...good, job: 'Soldador' } })),
    );
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200, 200, 200],
      'Four at once were not one.',
    );
    assert.deepEqual(await storedPackages(), [{ count: 1 }], 'One package was kept more than once.');
    return [`${bodies.length} hostile packages, none kept`];
  },
};
