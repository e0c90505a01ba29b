import { expect, it } from 'vitest';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from './note-order.ts';

it('P10.161 the order of the notes contains each note once and begins with the concept', () => {
  expect(NOTE_ORDER[0]).toBe('concepto');
  expect(NOTE_ORDER.toSorted()).toEqual(NOTE_TYPES.toSorted());
});
