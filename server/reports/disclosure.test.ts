import { describe, expect, it } from 'vitest';
import { SAMPLE_CLOSING, markedClosing, marker } from '#tests/support/report-sample.ts';
import { disclose } from './disclosure.ts';

describe('what the employer learns', () => {
  it('has no word of a result, an attachment, a comment, an observation, or the detail of SVE and EPS/ARL', () => {
    const told = JSON.stringify(disclose(markedClosing()));
    const markers = ['result', 'file', 'comment', 'observaciones', 'sve', 'manejo_eps_arp'];
    expect(markers.filter((what) => told.includes(`zq${what}`))).toEqual([]);
    expect(told).toContain(marker('concepto'));
  });

  it('names the exams by day in Bogotá', () => {
    const [first, second] = SAMPLE_CLOSING.exam_orders;
    const late = { ...first!, updated_at: '2026-03-06T05:00:00Z' };
    const early = { ...second!, updated_at: '2026-03-06T04:59:59Z' };
    expect(disclose({ ...SAMPLE_CLOSING, exam_orders: [late, early] }).exams).toEqual([
      { day: '05/03/2026', names: ['Audiometría tonal'] },
      { day: '06/03/2026', names: ['Examen médico con énfasis osteomuscular'] },
    ]);
  });

  it('says so where a note was not written', () => {
    expect(disclose({ ...SAMPLE_CLOSING, notes: [] })).toMatchObject({
      concept: 'Sin concepto emitido',
      tasks: 'No aplica',
      restrictions: 'Sin restricciones',
      surveillance: 'No',
      referral: 'No requiere',
    });
  });
});
