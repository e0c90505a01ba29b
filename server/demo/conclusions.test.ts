import { expect, it } from 'vitest';
import { Decisions } from '#contract/records/evaluation/decisions.ts';
import { SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import { findSigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import { createDemoNotes } from './conclusions.ts';
import { repeatableRandom } from './random.ts';
import { planVisits } from './visits.ts';
import { makeDemoPatients } from './workers.ts';

const NOW = new Date('2026-11-28T15:00:00Z');

it('P10.265 the notes and decisions of demo evaluations cause no warning at signing', () => {
  const random = repeatableRandom(5);
  const conclusions = Array.from({ length: 5 }, () =>
    planVisits(makeDemoPatients(20, NOW, random), NOW, random),
  )
    .flat()
    .map((visit) => SaveNotesBody.parse(createDemoNotes(visit, NOW, random)));
  expect(conclusions.length).toBeGreaterThan(150);
  for (const { notes, decisions } of conclusions)
    expect(
      findSigningProblems(
        (type) => notes.find(({ note_type: of }) => of === type)?.content ?? '',
        Decisions.parse(decisions),
      ),
    ).toEqual({ isWithoutConcept: false, isWithoutAptitude: false, leaking: [], contradictions: [] });
});
