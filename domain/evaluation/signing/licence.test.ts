import { expect, it } from 'vitest';
import { licenceStatus } from './licence.ts';

it.each([
  [null, '2026-11-23', { type: 'valid' }],
  ['2031-08-14', '2026-11-23', { type: 'valid' }],
  ['2027-01-23', '2026-11-23', { type: 'valid' }],
  ['2027-01-22', '2026-11-23', { type: 'near', days: 60 }],
  ['2026-11-23', '2026-11-23', { type: 'near', days: 0 }],
  ['2026-11-22', '2026-11-23', { type: 'expired' }],
])('P10.132 a licence that is valid until %s has, on the day %s, the status %o', (until, today, standing) => {
  expect(licenceStatus(until, today)).toEqual(standing);
});
