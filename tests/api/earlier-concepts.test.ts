import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { textOf } from '#tests/support/documents/poppler.ts';
import { linesOf } from './support/activity.ts';
import { detailOf } from './support/capture.ts';
import {
  type Medicine,
  onlyOrder,
  readyEvaluation,
  reopen,
  saveOrders,
  seedMedicine,
  sign,
} from './support/clinical.ts';
import {
  type Caller,
  type Provider,
  answerOf,
  codeOf,
  refusalOf,
  startProvider,
} from './support/provider.ts';

/** Of the results, which no concept may say. */
const RESULT = 'Umbral de noventa decibeles';

let provider: Provider;
let medicine: Medicine;
let doctor: Caller;
beforeAll(async () => {
  provider = await startProvider('earlier-concepts');
  medicine = await seedMedicine(provider);
  doctor = await provider.as('doctor');
});
afterAll(() => provider.stop());

const concept = (id: string, version: number | string, of: Caller = doctor) =>
  of.get(`/evaluations/${id}/closings/${version}/concept-pdf`);
const signs = async (id: string) =>
  expect((await sign(doctor, id, medicine.doctors.signer)).statusCode).toBe(200);
const told = async (id: string) =>
  ((await detailOf(doctor, id)).closings ?? []).map(({ version, state, has_concept: has }) => [
    version,
    state,
    has,
  ]);

describe('P10.200 the concept of each closing', () => {
  it('P10.200 is byte for byte what was issued, annulled and replaced, and says no result', async () => {
    const id = await readyEvaluation(provider, medicine);
    await saveOrders(doctor, id, [{ order_id: await onlyOrder(doctor, id), result_notes: RESULT }]);
    await signs(id);
    const issued = (await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload;
    expect(await told(id)).toEqual([[1, 'vigente', true]]);
    await reopen(doctor, id);
    expect(await told(id)).toEqual([[1, 'anulada', true]]);
    expect((await concept(id, 1)).rawPayload.equals(issued)).toBe(true);
    await signs(id);
    expect(await told(id)).toEqual([
      [2, 'vigente', true],
      [1, 'reemplazada', true],
    ]);
    const first = await concept(id, 1);
    expect(first.rawPayload.equals(issued)).toBe(true);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="concepto_${id.slice(0, 8)}_v1.pdf"`,
    });
    const words = await textOf(first.rawPayload);
    expect(words).toContain('CONCEPTO');
    for (const reserved of [RESULT, 'HISTORIA CLÍNICA OCUPACIONAL']) expect(words).not.toContain(reserved);
    expect(await textOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload)).toContain(
      RESULT,
    );
  });

  it('P10.200 of the one that holds is made by who asks first, and is the concept', async () => {
    const id = await readyEvaluation(provider, medicine);
    await signs(id);
    const made = (await concept(id, 1)).rawPayload;
    expect((await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload.equals(made)).toBe(true);
  });

  it('P10.200 of one that nobody asked for while it held is said not to be there', async () => {
    const id = await readyEvaluation(provider, medicine);
    await signs(id);
    await reopen(doctor, id);
    expect(await told(id)).toEqual([[1, 'anulada', false]]);
    expect(refusalOf(await concept(id, 1))).toEqual([404, 'concept_not_kept']);
    expect((await concept(id, 1)).json()).toMatchObject({
      message: expect.stringMatching(/^De esta versión no quedó el concepto/) as string,
    });
  });

  it('P10.200 each one who takes it away is in the log, with its version and what had become of it', async () => {
    const id = await readyEvaluation(provider, medicine);
    await signs(id);
    const lines = await linesOf(provider, async () => {
      await concept(id, 1);
    });
    expect(lines).toEqual([['concept_downloaded', 'done', { version: 1 }]]);
    await reopen(doctor, id);
    const later = await linesOf(provider, async () => {
      await concept(id, 1);
      await concept(id, 1, await provider.as('desk'));
    });
    expect(later.map(([action, status]) => [action, status])).toEqual([
      ['concept_downloaded', 'done'],
      ['concept_downloaded', 'refused'],
    ]);
    expect(later[0]?.[2]).toEqual({ version: 1, state: 'anulada' });
    const log = await (await provider.as('admin')).get('/activity?actions=concept_downloaded&page_size=3');
    expect(answerOf(ActivityList, log).items.map(({ remarks }) => remarks)).toEqual([
      [],
      ['earlier_version'],
      [],
    ]);
  });

  it('P10.200 there is none of a version that is not there, of an open evaluation or of another branch', async () => {
    const id = await readyEvaluation(provider, medicine);
    expect(refusalOf(await concept(id, 1))).toEqual([404, 'not_found']);
    await signs(id);
    expect(refusalOf(await concept(id, 2))).toEqual([404, 'not_found']);
    expect(refusalOf(await concept(id, 1, await provider.as('doctorMedellin')))).toEqual([404, 'not_found']);
    for (const version of ['0', '-1', '1.5', 'history', '1000001'])
      expect(codeOf(await concept(id, version))).toBe('validation_failed');
    expect((await doctor.get(`/evaluations/${id}/closings/1/clinical-history`)).statusCode).toBe(404);
  });
});
