import { describe, expect, it } from 'vitest';
import { type Decisions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { type Contradiction, contradictionsIn } from './contradiction.ts';

type Notes = Partial<Record<NoteType, string>>;
const found = (notes: Notes, decisions: Partial<Decisions> | null = null): readonly Contradiction[] =>
  contradictionsIn((type) => notes[type] ?? '', decisions && { ...NO_DECISIONS, ...decisions });

describe('P10.227 concept that contradicts a note', () => {
  it.each<[string, Notes, Contradiction]>([
    [
      'a note that denies the restrictions',
      { concepto: 'Apto con restricciones', restricciones: 'Sin restricciones' },
      { type: 'not_in_note', note: 'restricciones', isEmpty: false },
    ],
    [
      'an empty note beside capitals and the feminine form',
      { concepto: ' APTA CON RESTRICCIONES.\nPor seis meses', restricciones: ' \n' },
      { type: 'not_in_note', note: 'restricciones', isEmpty: true },
    ],
    [
      'a note that denies the recommendations',
      { concepto: 'Apta con recomendaciones', recomendaciones: 'Ninguna recomendación' },
      { type: 'not_in_note', note: 'recomendaciones', isEmpty: false },
    ],
  ])('P10.227 the doctor is warned when %s contradicts the concept', (_name, notes, expected) =>
    expect(found(notes)).toEqual([expected]),
  );

  it('P10.227 the doctor is not warned when the concept agrees with the notes or mentions neither restrictions nor recommendations', () => {
    expect(found({ concepto: 'Apto con restricciones', restricciones: 'Sin trabajo en alturas' })).toEqual(
      [],
    );
    expect(found({ concepto: 'Apto', restricciones: 'Sin restricciones' })).toEqual([]);
    expect(found({ concepto: 'No apto', recomendaciones: '' })).toEqual([]);
    expect(found({})).toEqual([]);
  });
});

const ENTERED = { programme: 'osteomuscular', act: 'ingresa' } as const;
const LEFT = { programme: 'visual', act: 'egresa' } as const;
const HEIGHTS = { what: 'sin trabajo en alturas', from: '2026-12-01', to: '2027-03-01' };
const referred = (to: 'none' | 'eps' | 'arl' | 'both') => ({ referral: { to, reason: null } });

describe('P10.265 decision that contradicts a text', () => {
  it.each<[Notes, Partial<Decisions>, Contradiction]>([
    [
      { concepto: 'No se considera apto para el cargo' },
      { aptitude: 'apto' },
      { type: 'aptitude', chosen: 'apto', read: 'no_apto' },
    ],
    [
      { concepto: 'Apto para bodega, no apto para alturas' },
      { aptitude: 'apto' },
      { type: 'aptitude', chosen: 'apto', read: 'no_apto' },
    ],
    [{ concepto: 'Apto' }, { aptitude: 'aplazado' }, { type: 'aptitude', chosen: 'aplazado', read: 'apto' }],
    [
      { concepto: 'Puede continuar', restricciones: '' },
      { aptitude: 'apto_restricciones' },
      { type: 'aptitude', chosen: 'apto_restricciones', read: 'apto' },
    ],
    [
      { sve: 'No requiere' },
      { surveillance: [ENTERED] },
      { type: 'surveillance', problem: 'note_denies', programmes: ['osteomuscular'] },
    ],
    [
      { sve: 'Ingresa al SVE visual.' },
      { surveillance: [] },
      { type: 'surveillance', problem: 'note_requests', programmes: ['visual'] },
    ],
    [
      { sve: 'Continúa en el SVE visual.' },
      { surveillance: [LEFT] },
      { type: 'surveillance', problem: 'note_requests', programmes: ['visual'] },
    ],
    [
      { sve: 'Ingresa al SVE osteomuscular.\nIngresa al SVE de la voz.' },
      { surveillance: [ENTERED] },
      { type: 'surveillance', problem: 'other_programmes', programmes: ['voz'] },
    ],
    [
      { manejo_eps_arp: 'Remitir a EPS' },
      referred('none'),
      { type: 'referral', chosen: 'none', read: 'eps' },
    ],
    [
      { manejo_eps_arp: 'Control por fisiatría' },
      referred('none'),
      { type: 'referral', chosen: 'none', read: null },
    ],
    [{ manejo_eps_arp: 'No requiere' }, referred('arl'), { type: 'referral', chosen: 'arl', read: 'none' }],
    [
      { manejo_eps_arp: 'Remitir a EPS y ARL' },
      referred('eps'),
      { type: 'referral', chosen: 'eps', read: 'both' },
    ],
    [
      { restricciones: 'Sin cargas' },
      { restrictions: [HEIGHTS] },
      {
        type: 'line_missing',
        note: 'restricciones',
        line: 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.',
      },
    ],
    [
      { aptitud_tarea: 'Trabajo en alturas: apto.' },
      { tasks: [{ task: 'Trabajo en alturas', aptitude: 'no_apto' }] },
      { type: 'line_missing', note: 'aptitud_tarea', line: 'Trabajo en alturas: no apto.' },
    ],
    [
      { restricciones: 'Sin trabajo en alturas, permanente desde el 1 dic 2026.' },
      { restrictions: [] },
      { type: 'restrictions_in_note' },
    ],
    [{ restricciones: 'No levantar más de 10 kg' }, { restrictions: [] }, { type: 'restrictions_in_note' }],
    [{ sve: 'Incluir en SVE visual' }, {}, { type: 'text_only', note: 'sve' }],
    [{ manejo_eps_arp: 'Remitir a EPS' }, {}, { type: 'text_only', note: 'manejo_eps_arp' }],
  ])(
    'P10.265 the doctor is warned about a contradiction in the notes %j with the decisions %j',
    (notes, decisions, expected) => {
      expect(found(notes, decisions)).toContainEqual(expected);
    },
  );

  it.each<[Notes, Partial<Decisions>]>([
    [{ concepto: 'Apto\nPara el cargo evaluado' }, { aptitude: 'apto' }],
    [{ concepto: 'Ver observaciones' }, { aptitude: 'no_apto' }],
    [{ concepto: '' }, { aptitude: 'no_apto' }],
    [{ concepto: 'No apto' }, {}],
    [{ sve: 'Ingresa al SVE osteomuscular.\nEgresa del SVE visual.' }, { surveillance: [ENTERED, LEFT] }],
    [{ sve: 'Egresa del SVE visual.' }, { surveillance: [LEFT] }],
    [
      { sve: 'Ingresa al SVE osteomuscular.' },
      { surveillance: [{ ...ENTERED, programme: 'DME Osteomuscular' }] },
    ],
    [{ sve: 'No requiere' }, { surveillance: [] }],
    [{ sve: ' \n', manejo_eps_arp: '' }, {}],
    [{ concepto: 'Apto con restricciones' }, { aptitude: 'apto_restricciones', restrictions: [HEIGHTS] }],
    [{ sve: '' }, { surveillance: [ENTERED] }],
    [{ manejo_eps_arp: 'Control por fisiatría' }, referred('eps')],
    [{ manejo_eps_arp: 'Remitir a EPS' }, referred('eps')],
    [{ manejo_eps_arp: 'No requiere' }, referred('none')],
    [{ restricciones: 'SIN TRABAJO EN ALTURAS, del 1 dic 2026 al 1 mar 2027' }, { restrictions: [HEIGHTS] }],
    [{ restricciones: 'Sin restricciones' }, { restrictions: [] }],
    [{ restricciones: 'Ninguna' }, { restrictions: [] }],
    [
      { aptitud_tarea: 'Trabajo en alturas: no apto' },
      { tasks: [{ task: 'trabajo en alturas.', aptitude: 'no_apto' }] },
    ],
  ])(
    'P10.265 the doctor is not warned about a contradiction in the notes %j with the decisions %j',
    (notes, decisions) => {
      expect(found(notes, decisions)).toEqual([]);
    },
  );
});
