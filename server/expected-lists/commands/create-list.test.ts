import { expect, it } from 'vitest';
import type { CreateExpectedListBody } from '#contract/records/evaluation/expected-lists.ts';
import { contentDigestOf, listDigestOf } from './create-list.ts';

it.each([0, 1, 1_001])(
  'P11.3 the digest of a list with %i people is the one of its whole text',
  async (count) => {
    const people = Array.from({ length: count }, (_none, nth) => ({ first_name: `Ñandú "${nth}"` }));
    const list = { company_id: 'c', day: '2026-12-01', brigade: null, people };
    const body = list as unknown as CreateExpectedListBody;
    expect(await listDigestOf(body)).toEqual(contentDigestOf(list));
    const { brigade: _without, ...unnamed } = body;
    expect(await listDigestOf(unnamed as CreateExpectedListBody)).toEqual(contentDigestOf(unnamed));
  },
);
