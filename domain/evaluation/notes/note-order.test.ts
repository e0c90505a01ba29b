import { expect, it } from 'vitest';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from './note-order.ts';

it('P10.161 each note stands once in the order in which they are written, the verdict first', () => {
  expect(NOTE_ORDER[0]).toBe('concepto');
  expect(NOTE_ORDER.toSorted()).toEqual(NOTE_TYPES.toSorted());
});
