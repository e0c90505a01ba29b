import { describe, expect, it } from 'vitest';
import { type Decisions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { discloseNotes } from './disclosure.ts';

const discloseTexts = (notes: Partial<Record<NoteType, string>>, decisions: Partial<Decisions>) =>
  discloseNotes((type) => notes[type] ?? '', { ...NO_DECISIONS, ...decisions });

describe('P10.262 texts that the employer reads in the concept', () => {
  it.each<[string, Decisions['aptitude'], string]>([
    ['', null, 'No registrado'],
    ['', 'no_apto', 'No apto'],
    ['Ver observaciones', null, 'Ver observaciones'],
    ['Para alturas', 'apto_restricciones', 'Apto con restricciones\nPara alturas'],
    ['Apto\nPara el cargo', 'apto', 'Apto\nPara el cargo'],
    ['APTO. \nPara el cargo', 'apto', 'APTO. \nPara el cargo'],
    ['Apto\nPara el cargo', 'aplazado', 'Aplazado\nApto\nPara el cargo'],
  ])('P10.262 the note %j with the aptitude %j makes the concept print %j', (concepto, aptitude, printed) => {
    expect(discloseTexts({ concepto }, { aptitude }).concept).toBe(printed);
  });

  it.each<[Decisions['surveillance'], string]>([
    [null, 'No registrado'],
    [[], 'No'],
    [[{ programme: 'osteomuscular', act: 'ingresa' }], 'Sí: osteomuscular'],
    [[{ programme: 'voz', act: 'egresa' }], 'Egresa: voz'],
    [
      [
        { programme: 'osteomuscular', act: 'continua' },
        { programme: 'voz', act: 'egresa' },
        { programme: 'visual', act: 'ingresa' },
      ],
      'Sí: osteomuscular, visual. Egresa: voz',
    ],
  ])('P10.262 the surveillance decision %j makes the concept print %j', (surveillance, printed) => {
    expect(discloseTexts({ sve: 'Incluir en SVE auditivo' }, { surveillance }).surveillance).toBe(printed);
  });

  it.each<[Decisions['referral'], string]>([
    [null, 'No registrado'],
    [{ to: 'none', reason: null }, 'No requiere'],
    [{ to: 'eps', reason: 'Lumbalgia' }, 'Requiere valoración por EPS'],
    [{ to: 'arl', reason: null }, 'Requiere valoración por ARL'],
    [{ to: 'both', reason: 'Hipoacusia' }, 'Requiere valoración por EPS y ARL'],
  ])(
    'P10.262 the referral decision %j makes the concept print %j, without the reason',
    (referral, printed) => {
      expect(discloseTexts({ manejo_eps_arp: 'Remitir a EPS por lumbalgia' }, { referral }).referral).toBe(
        printed,
      );
    },
  );

  const alturas = { what: 'Sin trabajo en alturas', from: '2026-12-01', to: '2027-03-01' };
  const line = 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.';
  it.each<[string, Decisions['restrictions'], string]>([
    ['', null, 'No registrado'],
    ['', [], 'Sin restricciones'],
    ['Evitar polvo', [], 'Evitar polvo'],
    ['', [alturas], line],
    ['Evitar polvo', [alturas], `Evitar polvo\n${line}`],
    ['Sin restricciones', [alturas], line],
    [`${line.toUpperCase()}\nEvitar polvo`, [alturas], `${line.toUpperCase()}\nEvitar polvo`],
    [
      '',
      [alturas, { ...alturas, to: null }],
      `${line}\nSin trabajo en alturas, permanente desde el 1 dic 2026.`,
    ],
  ])(
    'P10.262 the restrictions note %j with the decision %j makes the concept print %j',
    (restricciones, restrictions, printed) => {
      expect(discloseTexts({ restricciones }, { restrictions }).restrictions).toBe(printed);
    },
  );

  it.each<[string, Decisions['tasks'], string]>([
    ['', null, 'No registrado'],
    ['', [], 'No aplica'],
    ['', [{ task: 'Conducción', aptitude: 'no_apto' }], 'Conducción: no apto.'],
    [
      'Conducción: apto.',
      [{ task: 'Conducción', aptitude: 'no_apto' }],
      'Conducción: apto.\nConducción: no apto.',
    ],
  ])('P10.262 the tasks note %j with the decision %j makes the concept print %j', (tarea, tasks, printed) => {
    expect(discloseTexts({ aptitud_tarea: tarea }, { tasks }).tasks).toBe(printed);
  });
});
