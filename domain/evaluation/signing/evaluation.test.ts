import { describe, expect, it } from 'vitest';
import { missingSigningRequirements, signingChecklist } from './checklist.ts';
import { mergeText } from '../worksheet/merge.ts';

const sampleOpenEvaluation = {
  status: 'en_proceso' as const,
  exam_orders: [{ result_notes: 'Normal' }],
  notes: [{ content: 'Apto' }],
  media: [{ type: 'signature' as const }],
};

describe('P4 requirements for signing', () => {
  it("P4.4 the checklist for signing is complete for an open evaluation with an exam and its result, a note and the patient's signature", () => {
    expect(missingSigningRequirements(sampleOpenEvaluation)).toEqual([]);
  });

  it.each([
    ['exam_order', { exam_orders: [] }],
    ['results', { exam_orders: [{ result_notes: 'Normal' }, { result_notes: '  ' }] }],
    ['note', { notes: [{ content: ' ' }] }],
    ['signature', { media: [{ type: 'photo' as const }] }],
    ['open', { status: 'cerrada' as const }],
  ])('the checklist for signing reports the missing requirement %s', (requirement, change) => {
    expect(missingSigningRequirements({ ...sampleOpenEvaluation, ...change })).toContain(requirement);
  });

  it('P10.291 the checklist is incomplete while a signature retaken in a correction is missing, but not while only a photo is missing', () => {
    const missingPictures = (...corrections: { pictures: string[]; awaited?: string[] }[]) =>
      missingSigningRequirements({ ...sampleOpenEvaluation, corrections });
    const both = ['photo', 'signature'];
    expect(missingPictures({ pictures: both, awaited: both })).toEqual(['retaken_signature']);
    expect(missingPictures({ pictures: both, awaited: both }, { pictures: ['photo'] })).toEqual([
      'retaken_signature',
    ]);
    expect(missingPictures({ pictures: both, awaited: ['photo'] })).toEqual([]);
    expect(missingPictures({ pictures: both, awaited: both }, { pictures: ['signature'] })).toEqual([]);
  });

  it('P10.291 the checklist leaves out the requirement that does not apply', () => {
    const awaited = { corrections: [{ pictures: ['signature'], awaited: ['signature'] }] };
    const namesFor = (changes: object) =>
      signingChecklist({ ...sampleOpenEvaluation, ...changes }).map(({ requirement }) => requirement);
    expect(namesFor({})).toEqual(['exam_order', 'results', 'note', 'signature', 'open']);
    expect(namesFor(awaited)).toEqual(['exam_order', 'results', 'note', 'retaken_signature', 'open']);
  });

  it('the checklist reports that results are missing when no exam is ordered', () => {
    expect(missingSigningRequirements({ ...sampleOpenEvaluation, exam_orders: [] })).toEqual([
      'exam_order',
      'results',
    ]);
  });
});

describe('P10.6 text that two doctors edit at once', () => {
  it('the merge of a text has no conflict when only one doctor changed the text or both doctors wrote the same', () => {
    expect(mergeText('a', 'b', 'a')).toEqual({ type: 'settled', text: 'b' });
    expect(mergeText('a', 'a', 'c')).toEqual({ type: 'settled', text: 'c' });
    expect(mergeText('a', 'b', 'b')).toEqual({ type: 'settled', text: 'b' });
  });

  it('the merge of a text keeps both versions as a conflict when the two doctors changed the text differently', () => {
    expect(mergeText('a', 'b', 'c')).toEqual({ type: 'conflict', mine: 'b', theirs: 'c' });
  });
});
