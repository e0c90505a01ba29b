import { describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { createTemplate, NO_TEMPLATE_DECISIONS } from '#tests/support/documents/templates.ts';
import { optionsOfferedToDoctor } from './offered.ts';
import { fillFromTemplate, selectTemplates, type FillConditions } from './template.ts';
import { unseenFields } from './template-marks.ts';
import {
  addExamToWorksheet,
  emptyWorksheet,
  noteKey,
  resultKey,
  setTypedText,
  setUnfinishedLine,
  worksheetText,
  type Worksheet,
} from './worksheet.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const evaluation = sampleEvaluation(1, { decisions: NO_DECISIONS });
const [order] = evaluation.exam_orders;
if (!order) throw new Error('the sample has an exam');
const TYPE = evaluation.evaluation_type;
const VISION = {
  id: '11111111-0000-4000-8000-000000000001',
  name: 'Visiometría',
  code: 'VIS',
  is_active: true,
};
const SPIROMETRY = { id: '11111111-0000-4000-8000-000000000002', name: 'Espirometría', code: 'ESP' };
const template = createTemplate({
  results: [
    { exam: { ...order.exam, is_active: true }, result_notes: 'Audición normal.' },
    { exam: VISION, result_notes: '20/20.' },
  ],
  notes: [
    { note_type: 'concepto', content: 'Para el cargo.' },
    { note_type: 'habitos', content: 'Actividad física.' },
  ],
  decisions: {
    ...NO_TEMPLATE_DECISIONS,
    aptitude: 'apto',
    surveillance: [],
    referral: { to: 'none', reason: null },
  },
});
const conditions: FillConditions = {
  now: NOW,
  offered: optionsOfferedToDoctor(null, TYPE.id),
  packageExams: [],
};
const fill = (
  sheet: Worksheet = emptyWorksheet,
  of: Evaluation = evaluation,
  used = template,
  more: Partial<FillConditions> = {},
) => fillFromTemplate(sheet, of, used, { ...conditions, ...more });

describe('P10.410 selectTemplates', () => {
  const patient = { ...evaluation.patient, occupation_name: 'Técnico' };
  const visit = { evaluation_type: TYPE, patient };
  const [any, ofJob, ofType, ofBoth] = [
    createTemplate({ name: 'any' }),
    createTemplate({ name: 'job', job: 'TECNICO' }),
    createTemplate({ name: 'type', evaluation_type: TYPE }),
    createTemplate({ name: 'both', evaluation_type: TYPE, job: 'técnico' }),
  ];
  const namesOf = (templates: Parameters<typeof selectTemplates>[0]) =>
    selectTemplates(templates, visit).map(({ name }) => name);

  it('P10.410 selects the template of the most specific scope: type and job, then type, then job, then all evaluations', () => {
    expect(namesOf([any, ofJob, ofType, ofBoth])).toEqual(['both']);
    expect(namesOf([any, ofJob, ofType])).toEqual(['type']);
    expect(namesOf([any, ofJob])).toEqual(['job']);
    expect(namesOf([any])).toEqual(['any']);
  });

  it('P10.410 returns all templates that fit equally, and none that is inactive or of another type or job', () => {
    expect(namesOf([ofType, { ...ofType, name: 'other' }])).toEqual(['type', 'other']);
    expect(
      namesOf([
        { ...ofBoth, is_active: false },
        createTemplate({ evaluation_type: { ...TYPE, id: VISION.id } }),
        createTemplate({ job: 'Soldador' }),
      ]),
    ).toEqual([]);
  });
});

describe('P10.411 fillFromTemplate', () => {
  it('P10.411 fills empty results, notes and decisions, and adds the missing exams', () => {
    const { sheet, filled, skipped } = fill();
    expect(worksheetText(sheet, evaluation, resultKey(order.id))).toBe('Audición normal.');
    expect(sheet.added).toEqual([
      { examId: VISION.id, name: 'Visiometría', code: 'VIS', notes: '20/20.', base: '' },
    ]);
    expect(worksheetText(sheet, evaluation, noteKey('concepto'))).toBe('Apto\nPara el cargo.');
    expect(worksheetText(sheet, evaluation, noteKey('sve'))).toBe('No requiere');
    expect(sheet.choices?.aptitude?.mine).toBe('apto');
    expect(skipped).toEqual([]);
    expect(
      unseenFields(sheet, evaluation)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual(filled.toSorted());
    expect(filled).toContain('choice:aptitude');
  });

  it('P10.411 overwrites no typed or saved text', () => {
    const typed = setTypedText(emptyWorksheet, evaluation, noteKey('habitos'), 'Fuma.');
    const saved: Evaluation = {
      ...evaluation,
      exam_orders: [{ ...order, result_notes: 'Hipoacusia.' }],
      notes: [{ note_type: 'sve', content: 'Se define después.' }],
    };
    const { sheet, filled } = fill(typed, saved);
    expect(worksheetText(sheet, saved, noteKey('habitos'))).toBe('Fuma.');
    expect(sheet.texts[resultKey(order.id)]).toBeUndefined();
    expect(sheet.texts[noteKey('sve')]).toBeUndefined();
    expect(filled).not.toContain('choice:surveillance');
  });

  it('P10.411 does not fill a note whose decision the doctor has made, or a note with an unfinished line or a conflict', () => {
    const decided: Evaluation = { ...evaluation, decisions: { ...NO_DECISIONS, aptitude: 'no_apto' } };
    expect(fill(emptyWorksheet, decided).filled).not.toContain('note:concepto');
    const begun = setUnfinishedLine(emptyWorksheet, 'sve', {
      subject: 'visual',
      from: '',
      to: '',
      isPermanent: false,
    });
    expect(fill(begun).filled).not.toContain('choice:surveillance');
    const conflict: Worksheet = {
      ...emptyWorksheet,
      texts: { [noteKey('habitos')]: { base: 'x', mine: '', theirs: 'Corre.' } },
    };
    expect(fill(conflict).filled).not.toContain('note:habitos');
  });

  it('P10.411 fills the result of an exam that the doctor has added, if it is empty', () => {
    const added = { examId: VISION.id, name: 'Visiometría', code: 'VIS', notes: '', base: '' };
    expect(fill(addExamToWorksheet(emptyWorksheet, added)).sheet.added[0]?.notes).toBe('20/20.');
    const written = addExamToWorksheet(emptyWorksheet, { ...added, notes: '20/40.' });
    expect(fill(written).sheet.added[0]?.notes).toBe('20/40.');
  });

  it('P10.411 adds the exams of the proposed exam package, each without a result and without a mark', () => {
    const { sheet, filled } = fill(emptyWorksheet, evaluation, template, {
      packageExams: [SPIROMETRY, VISION],
    });
    expect(sheet.added.map(({ examId, notes }) => [examId, notes])).toEqual([
      [VISION.id, '20/20.'],
      [SPIROMETRY.id, ''],
    ]);
    expect(filled).not.toContain(`exam:${SPIROMETRY.id}`);
  });

  it('P10.412 skips an inactive exam and decisions that the clinic does not offer, and returns their names', () => {
    const used = createTemplate({
      results: [{ exam: { ...VISION, is_active: false }, result_notes: '20/20.' }],
      decisions: {
        ...NO_TEMPLATE_DECISIONS,
        aptitude: 'realizado',
        surveillance: [{ programme: 'altura', act: 'ingresa' }],
      },
    });
    const offered = { programmes: ['voz'], aptitudes: ['apto'] as const };
    const { sheet, skipped, filled } = fill(emptyWorksheet, evaluation, used, { offered });
    expect(sheet).toBe(emptyWorksheet);
    expect(filled).toEqual([]);
    expect(skipped).toEqual([
      'Visiometría (examen inactivo)',
      'SVE «altura» (no se ofrece)',
      '«Examen realizado» (no se ofrece)',
    ]);
  });

  it("P10.413 a restriction begins on the day of use and lasts the template's number of days; without a number it is permanent", () => {
    const used = createTemplate({
      decisions: {
        ...NO_TEMPLATE_DECISIONS,
        restrictions: [
          { what: 'Sin alturas', days: 30 },
          { what: 'Sin turnos nocturnos', days: null },
        ],
      },
    });
    expect(fill(emptyWorksheet, evaluation, used).sheet.choices?.restrictions?.mine).toEqual([
      { what: 'Sin alturas', from: '2026-11-20', to: '2026-12-19' },
      { what: 'Sin turnos nocturnos', from: '2026-11-20', to: null },
    ]);
  });

  it('P10.411 fills notes but no decisions when the server does not store decisions', () => {
    const { decisions: _none, ...base } = evaluation;
    const { sheet, filled } = fill(emptyWorksheet, base);
    expect(sheet.choices).toBeUndefined();
    expect(filled).toContain('note:concepto');
    expect(filled).not.toContain('choice:aptitude');
  });
});
