import { EMPTY_TEMPLATE } from '#tests/support/documents/templates.ts';
import { APTITUDES, REFERRAL_RECIPIENTS, PROGRAMME_DECISIONS } from '#contract/vocabulary.ts';
import { type CallMaker, pickId, jsonCall, createIfMatchHeaders } from './good.ts';
import type { Random } from '../random.ts';

/** Programmes for random decisions. The last one is not offered by any clinic. */
const PROGRAMMES = ['osteomuscular', 'visual', 'voz', 'Otro programa'] as const;
export const createDecisionsBody = (random: Random) => ({
  aptitude: random.chance(0.2) ? null : random.pick(APTITUDES),
  surveillance: random.chance(0.3)
    ? []
    : [{ programme: random.pick(PROGRAMMES), act: random.pick(PROGRAMME_DECISIONS) }],
  ...(random.chance(0.5) && { referral: { to: random.pick(REFERRAL_RECIPIENTS), reason: 'Control' } }),
  ...(random.chance(0.3) && { restrictions: [{ what: 'Alturas', from: '2026-03-05', to: null }] }),
  ...(random.chance(0.3) && { tasks: [{ task: 'Alturas', aptitude: 'apto' }] }),
});

export const createDecisionOptionsCall: CallMaker = (random, stock) => ({
  ...jsonCall('/decision-options', {
    programmes: Array.from({ length: random.int(4) }, (_, nth) => `programa ${nth}`),
    aptitudes_off: random.chance(0.5)
      ? []
      : [{ evaluation_type_id: pickId('types', random, stock), aptitudes: [random.pick(APTITUDES)] }],
  }),
  headers: createIfMatchHeaders(random),
});

export const createTemplateCall: CallMaker = (random, stock) => ({
  ...jsonCall(`/evaluation-templates/7a000000-0000-4000-8000-${String(random.int(99)).padStart(12, '0')}`, {
    ...EMPTY_TEMPLATE,
    name: `Plantilla ${random.int(9)}`,
    evaluation_type_id: random.chance(0.5) ? null : pickId('types', random, stock),
    results: [{ exam_id: pickId('exams', random, stock), result_notes: 'Normal.' }],
  }),
  headers: createIfMatchHeaders(random),
});

export const createPackageCall: CallMaker = (random, stock) => ({
  ...jsonCall('/exam-packages', {
    evaluation_type_id: pickId('types', random, stock),
    ...(random.chance(0.5) && { company_id: pickId('companies', random, stock) }),
    job: random.chance(0.5) ? null : `Cargo ${random.int(9)}`,
    ...(random.chance(0.5) && { emphases: [`Énfasis ${random.int(9)}`] }),
    exam_ids: random.chance(0.2) ? [] : [pickId('exams', random, stock)],
  }),
  headers: createIfMatchHeaders(random),
});
