import { describe, expect, it } from 'vitest';
import {
  SAMPLE_SIGNED_VERSION,
  markedSignedVersion,
  marker,
} from '#tests/support/documents/report-sample.ts';
import { discloseToEmployer } from './disclosure.ts';

describe('P10.9 disclosure to the employer', () => {
  it('the disclosure contains no results, attachments, comments, observations, or details of SVE and EPS/ARL', () => {
    const reported = JSON.stringify(discloseToEmployer(markedSignedVersion()));
    const markers = ['result', 'file', 'comment', 'observaciones', 'sve', 'manejo_eps_arp'];
    expect(markers.filter((what) => reported.includes(`zq${what}`))).toEqual([]);
    expect(reported).toContain(marker('concepto'));
  });

  it('the disclosure groups the exams by their day in Bogotá', () => {
    const [first, second] = SAMPLE_SIGNED_VERSION.exam_orders;
    const late = { ...first!, updated_at: '2026-03-06T05:00:00Z' };
    const early = { ...second!, updated_at: '2026-03-06T04:59:59Z' };
    expect(discloseToEmployer({ ...SAMPLE_SIGNED_VERSION, exam_orders: [late, early] }).exams).toEqual([
      { day: '05/03/2026', names: ['Audiometría tonal'] },
      { day: '06/03/2026', names: ['Examen médico con énfasis osteomuscular'] },
    ]);
  });

  it('the disclosure omits the exams that the clinic hides; for a version signed before clinics could hide exams, it lists all exams', () => {
    const [first, second, third] = SAMPLE_SIGNED_VERSION.exam_orders;
    const orders = [
      { ...first!, shown_on_concept: false },
      { ...second!, shown_on_concept: true },
      { ...third! },
    ];
    const [day] = discloseToEmployer({ ...SAMPLE_SIGNED_VERSION, exam_orders: orders }).exams;
    expect(day?.names).toEqual(['Audiometría tonal', 'Visiometría']);
    const withheld = orders.map((order) => ({ ...order, shown_on_concept: false }));
    expect(discloseToEmployer({ ...SAMPLE_SIGNED_VERSION, exam_orders: withheld }).exams).toEqual([]);
  });

  it('P10.135 the disclosure contains «No registrado» for each note that was not written and each decision that was not made', () => {
    expect(discloseToEmployer({ ...SAMPLE_SIGNED_VERSION, notes: [], decisions: undefined })).toMatchObject({
      concept: 'No registrado',
      tasks: 'No registrado',
      restrictions: 'No registrado',
      recommendations: 'No registrado',
      habits: 'No registrado',
      surveillance: 'No registrado',
      referral: 'No registrado',
    });
  });
});
