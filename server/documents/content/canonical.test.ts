import { expect, test } from 'vitest';
import { canonicalJson, contentDigest } from './canonical.ts';

test('P10.8 `canonicalJson` sorts keys by code unit at every depth and keeps the order of lists', () => {
  expect(canonicalJson({ b: [{ z: 1, a: null }, 2], a: 'ñ', B: true })).toBe(
    '{"B":true,"a":"ñ","b":[{"a":null,"z":1},2]}',
  );
});

test('P10.8 `contentDigest` returns the same digest for any order of keys, and different digests for different content', () => {
  expect(contentDigest({ a: 1, b: { c: 2, d: 3 } })).toBe(contentDigest({ b: { d: 3, c: 2 }, a: 1 }));
  expect(contentDigest({ a: 1 })).not.toBe(contentDigest({ a: 2 }));
  expect(contentDigest({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});
