import { describe, expect, it } from 'vitest';
import { readReturnAddress, returnAddressOf } from './return-to.ts';

const sampleLocation = { pathname: '/reception', search: '?a=1', hash: '#b', state: null, key: 'k' };

describe('P2.1 return after a sign-in', () => {
  it('P2.1 the sign-in returns to the requested address, including query and hash', () => {
    expect(readReturnAddress(returnAddressOf(sampleLocation))).toBe('/reception?a=1#b');
  });

  it.each([null, undefined, 'x', {}, { from: 3 }, { from: '//evil.example' }, { from: '/\\evil.example' }])(
    'the sign-in returns to the start page when the stored address is %j',
    (state) => {
      expect(readReturnAddress(state)).toBe('/');
    },
  );
});
