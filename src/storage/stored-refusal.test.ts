import { expect, it } from 'vitest';
import { StoredRefusal } from './stored-refusal.ts';

const DETAILS = [{ field: 'a', message: 'b' }];

it('S10 a refusal that another version kept is read: what it lacks has said nothing', () => {
  const before = { status: 400, code: null, message: 'Bad Request', details: DETAILS };
  expect(StoredRefusal.parse(before)).toEqual(before);
  expect(StoredRefusal.parse({ ...before, statusText: 'Bad Request' })).toMatchObject({
    statusText: 'Bad Request',
  });
  expect(StoredRefusal.parse({ status: 422, message: 'x'.repeat(20_000) })).toEqual({
    status: 422,
    code: null,
    message: '',
    details: [],
  });
});
