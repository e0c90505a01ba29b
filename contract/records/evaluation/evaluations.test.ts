import { describe, expect, it } from 'vitest';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { Evaluation, EvaluationList } from './evaluations.ts';

describe('S28 P10.237 queue number in a response for an evaluation', () => {
  it.each([
    ['B-14', 'B-14'],
    ['ABC-9999', 'ABC-9999'],
    [null, null],
    ['', null],
    ['B-0', null],
    ['B-14 ', null],
    [14, null],
  ])('the app reads the queue number %j as %j and does not reject the response', (told, read) => {
    const list = { items: [{ ...toEvaluationListItem(sampleEvaluation(1)), turn: told }], total: 1 };
    expect(EvaluationList.parse(list).items[0]?.turn).toBe(read);
    expect(Evaluation.parse({ ...sampleEvaluation(1), turn: told }).turn).toBe(read);
  });

  it('the app accepts a response without a queue number, as older servers send it', () => {
    expect(
      EvaluationList.parse({ items: [toEvaluationListItem(sampleEvaluation(1))], total: 1 }).items,
    ).toHaveLength(1);
    expect(Evaluation.parse(sampleEvaluation(1)).turn ?? null).toBeNull();
  });
});
