import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExamPackage, ExamPackages, EXAM_PACKAGES_MAX } from '#contract/records/exam-packages.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import { statementsAfterChainInserts } from '../support/examples/statements.ts';

let server: Server;
let admin: Caller;
let exams: { readonly id: string; readonly name: string; readonly code: string }[];
beforeAll(async () => {
  server = await startServer('exam-packages');
  admin = await server.as('admin');
  exams = await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => rowMakers.exam(admin, { name })));
});
afterAll(() => server.stop());

const examIdsAt = (...nth: number[]): string[] => nth.map((one) => exams[one]?.id ?? '');
const putPackage = (typeId: string, job: string | null, exam_ids: readonly string[], headers = {}) =>
  admin.send('PUT', '/exam-packages', { json: { evaluation_type_id: typeId, job, exam_ids }, headers });
const createIfMatchHeader = (revision: number) => ({ 'if-match': `"r${revision}"` });
const createEvaluationTypeId = async () => (await rowMakers.evaluationType(admin)).id;
const fetchPackagesOfType = async (typeId: string, caller = admin) =>
  responseOf(ExamPackages, await caller.get('/exam-packages')).items.filter(
    ({ evaluation_type: { id } }) => id === typeId,
  );

describe('P10.187 exam packages', () => {
  it('P10.187 the server stores an exam package and returns it to doctors with the exams in the given order', async () => {
    const typeId = await createEvaluationTypeId();
    const made = responseOf(ExamPackage, await putPackage(typeId, null, examIdsAt(2, 0)));
    expect(made).toMatchObject({ job: null, revision: 1, exams: [{ name: 'Tres' }, { name: 'Uno' }] });
    expect(await fetchPackagesOfType(typeId, await server.as('doctor'))).toEqual([made]);
  });

  it('P10.187 the server matches the jobs of exam packages without case and accents; a package without a job is separate', async () => {
    const typeId = await createEvaluationTypeId();
    await putPackage(typeId, null, examIdsAt(0));
    await putPackage(typeId, 'Técnico', examIdsAt(1));
    const again = responseOf(ExamPackage, await putPackage(typeId, ' TECNICO ', examIdsAt(1, 2)));
    expect(again).toMatchObject({ job: 'Técnico', revision: 2 });
    expect((await fetchPackagesOfType(typeId)).map(({ job }) => job)).toEqual([null, 'Técnico']);
  });

  it('P10.187 the server returns an exam package without its inactive exams', async () => {
    const typeId = await createEvaluationTypeId();
    const exam = await rowMakers.exam(admin);
    await putPackage(typeId, null, [exam.id, ...examIdsAt(0)]);
    await admin.send('PATCH', `/exams/${exam.id}/status`, { json: { is_active: false } });
    expect((await fetchPackagesOfType(typeId))[0]?.exams.map(({ name }) => name)).toEqual(['Uno']);
  });

  it('P10.187 the server rejects a change of an exam package with an outdated revision, but accepts a repeated save of the stored content', async () => {
    const typeId = await createEvaluationTypeId();
    expect((await putPackage(typeId, null, examIdsAt(0), createIfMatchHeader(0))).statusCode).toBe(200);
    expect(errorCodeOf(await putPackage(typeId, null, examIdsAt(1), createIfMatchHeader(0)))).toBe(
      'precondition_failed',
    );
    expect((await putPackage(typeId, null, examIdsAt(0), createIfMatchHeader(0))).headers['etag']).toBe(
      '"r1"',
    );
    expect((await putPackage(typeId, null, examIdsAt(1), createIfMatchHeader(1))).headers['etag']).toBe(
      '"r2"',
    );
  });

  it('P10.187 saving an exam package without exams removes it; a later package for the type and job continues the revisions', async () => {
    const typeId = await createEvaluationTypeId();
    await putPackage(typeId, null, examIdsAt(0));
    expect(responseOf(ExamPackage, await putPackage(typeId, null, []))).toMatchObject({
      exams: [],
      revision: 2,
    });
    expect(errorCodeOf(await putPackage(typeId, null, examIdsAt(0), createIfMatchHeader(1)))).toBe(
      'precondition_failed',
    );
    expect((await putPackage(typeId, null, examIdsAt(0), createIfMatchHeader(2))).statusCode).toBe(200);
  });

  it('P10.187 a removed exam package can be saved again without its revision, because a full list omits it', async () => {
    const typeId = await createEvaluationTypeId();
    await putPackage(typeId, null, examIdsAt(0));
    await putPackage(typeId, null, []);
    const reply = await putPackage(typeId, null, examIdsAt(1), createIfMatchHeader(0));
    expect(responseOf(ExamPackage, reply)).toMatchObject({ revision: 3, exams: [{ name: 'Dos' }] });
    expect(errorCodeOf(await putPackage(typeId, null, examIdsAt(2), createIfMatchHeader(0)))).toBe(
      'precondition_failed',
    );
  });

  it('P10.187 when two users create the same exam package at once, the server rejects the later request', async () => {
    const typeId = await createEvaluationTypeId();
    const both = await Promise.all(
      [0, 1].map((nth) => putPackage(typeId, 'Soldador', examIdsAt(nth), createIfMatchHeader(0))),
    );
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 412]);
    expect(await fetchPackagesOfType(typeId)).toHaveLength(1);
  });

  it('P10.187 the server rejects missing, inactive, repeated and empty values of an exam package and reports the error at the field', async () => {
    const typeId = await createEvaluationTypeId();
    const nobody = '5f0c2a1e-1111-4222-8333-000000000000';
    const NO_EXAM = { exam_ids: 'Hay exámenes que no existen o están inactivos.' };
    expect(fieldProblemsOf(await putPackage(nobody, null, examIdsAt(0)))).toEqual({
      evaluation_type_id: 'El tipo de evaluación no existe.',
    });
    expect(fieldProblemsOf(await putPackage(typeId, null, [nobody]))).toEqual(NO_EXAM);
    const off = await rowMakers.exam(admin);
    await admin.send('PATCH', `/exams/${off.id}/status`, { json: { is_active: false } });
    expect(fieldProblemsOf(await putPackage(typeId, null, [off.id]))).toEqual(NO_EXAM);
    expect(fieldProblemsOf(await putPackage(typeId, null, examIdsAt(0, 0)))).toEqual({
      exam_ids: 'Cada examen va una sola vez.',
    });
    expect(fieldProblemsOf(await putPackage(typeId, null, []))).toEqual({
      exam_ids: 'Elige al menos un examen.',
    });
    expect(await fetchPackagesOfType(typeId)).toEqual([]);
  });

  it('P10.187 the server logs each change of an exam package with ids only, and logs nothing when nothing changes', async () => {
    const typeId = await createEvaluationTypeId();
    const lines = await collectNewLogEntries(server, async () => {
      await putPackage(typeId, 'Conductor', examIdsAt(0));
      await putPackage(typeId, 'Conductor', examIdsAt(0));
      await putPackage(typeId, 'Conductor', []);
    });
    const line = (what: string) => [
      'catalog_changed',
      'done',
      expect.objectContaining({ resource: 'exam-packages', what }),
    ];
    expect(lines).toEqual([line('created'), line('emptied')]);
    expect(JSON.stringify(lines)).not.toContain('Conductor');
  });

  it('P10.187 the log entry of an exam package is written last in its transaction, because other log entries wait until that transaction commits', async () => {
    const typeId = await createEvaluationTypeId();
    expect(await statementsAfterChainInserts(() => putPackage(typeId, null, examIdsAt(0)))).toEqual([
      'commit',
    ]);
  });

  it('P10.187 P6.9 doctors and receptionists can read exam packages but not change them', async () => {
    const typeId = await createEvaluationTypeId();
    const body = { evaluation_type_id: typeId, job: null, exam_ids: examIdsAt(0) };
    const [doctor, receptionist] = [await server.as('doctor'), await server.as('desk')];
    expect((await doctor.send('PUT', '/exam-packages', { json: body })).statusCode).toBe(403);
    expect((await receptionist.send('PUT', '/exam-packages', { json: body })).statusCode).toBe(403);
    expect((await receptionist.get('/exam-packages')).statusCode).toBe(200);
  });

  it('P10.187 when the limit allows one more exam package, the server accepts only one of two simultaneous packages for different types; removed packages do not count', async () => {
    const types = [await createEvaluationTypeId(), await createEvaluationTypeId()] as const;
    await server.database.pool.query(
      `insert into exam_packages (id, evaluation_type_id, job, exam_ids)
        select gen_random_uuid(), $1, 'Oficio ' || nth, $2
        from generate_series(1, $3 - 1 - (
          select count(*)::integer from exam_packages where cardinality(exam_ids) > 0)) nth`,
      [types[0], examIdsAt(0), EXAM_PACKAGES_MAX],
    );
    const release = await holdLocks(server, 'select pg_advisory_xact_lock(727004)');
    const both = Promise.all(types.map((typeId) => putPackage(typeId, null, examIdsAt(0))));
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(2);
    await release();
    expect(statusesOf(await both)).toEqual([200, 400]);
    expect(responseOf(ExamPackages, await admin.get('/exam-packages')).items).toHaveLength(EXAM_PACKAGES_MAX);
    expect(fieldProblemsOf(await putPackage(types[0], 'Otro oficio', examIdsAt(0)))).toEqual({
      job: 'Máximo 1.000 paquetes.',
    });
    await putPackage(types[0], 'Oficio 1', []);
    await putPackage(types[0], 'Oficio 2', []);
    const { items } = responseOf(ExamPackages, await admin.get('/exam-packages'));
    expect(items.filter((one) => one.exams.length > 0)).toHaveLength(EXAM_PACKAGES_MAX - 2);
    expect((await putPackage(types[0], 'Otro oficio', examIdsAt(0))).statusCode).toBe(200);
    expect((await putPackage(types[0], 'Oficio 1', examIdsAt(0))).statusCode).toBe(200);
    expect(fieldProblemsOf(await putPackage(types[0], 'Oficio 2', examIdsAt(0)))).toHaveProperty('job');
  });
});
