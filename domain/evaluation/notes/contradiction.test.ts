import { describe, expect, it } from 'vitest';
import { type Decisions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { type Contradiction, contradictionsIn } from './contradiction.ts';

type Notes = Partial<Record<NoteType, string>>;
const findContradictions = (
  notes: Notes,
  decisions: Partial<Decisions> | null = null,
): readonly Contradiction[] =>
  contradictionsIn((type) => notes[type] ?? '', decisions && { ...NO_DECISIONS, ...decisions });

describe("P10.227 note 'concepto' that contradicts another note", () => {
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
    expect(findContradictions(notes)).toEqual([expected]),
  );

  it("P10.227 the doctor is not warned when the note 'concepto' agrees with the others or mentions neither restrictions nor recommendations", () => {
    expect(
      findContradictions({ concepto: 'Apto con restricciones', restricciones: 'Sin trabajo en alturas' }),
    ).toEqual([]);
    expect(findContradictions({ concepto: 'Apto', restricciones: 'Sin restricciones' })).toEqual([]);
    expect(findContradictions({ concepto: 'No apto', recomendaciones: '' })).toEqual([]);
    expect(findContradictions({})).toEqual([]);
  });
});

const ENTERED_PROGRAMME = { programme: 'osteomuscular', act: 'ingresa' } as const;
const LEFT_PROGRAMME = { programme: 'visual', act: 'egresa' } as const;
const HEIGHTS_RESTRICTION = { what: 'sin trabajo en alturas', from: '2026-12-01', to: '2027-03-01' };
const createReferralDecision = (to: 'none' | 'eps' | 'arl' | 'both') => ({ referral: { to, reason: null } });

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
      { surveillance: [ENTERED_PROGRAMME] },
      { type: 'surveillance', problem: 'note_denies', programmes: ['osteomuscular'] },
    ],
    [
      { sve: 'Ingresa al SVE visual.' },
      { surveillance: [] },
      { type: 'surveillance', problem: 'note_requests', programmes: ['visual'] },
    ],
    [
      { sve: 'Continúa en el SVE visual.' },
      { surveillance: [LEFT_PROGRAMME] },
      { type: 'surveillance', problem: 'note_requests', programmes: ['visual'] },
    ],
    [
      { sve: 'Ingresa al SVE osteomuscular.\nIngresa al SVE de la voz.' },
      { surveillance: [ENTERED_PROGRAMME] },
      { type: 'surveillance', problem: 'other_programmes', programmes: ['voz'] },
    ],
    [
      { manejo_eps_arp: 'Remitir a EPS' },
      createReferralDecision('none'),
      { type: 'referral', chosen: 'none', read: 'eps' },
    ],
    [
      { manejo_eps_arp: 'Control por fisiatría' },
      createReferralDecision('none'),
      { type: 'referral', chosen: 'none', read: null },
    ],
    [
      { manejo_eps_arp: 'No requiere' },
      createReferralDecision('arl'),
      { type: 'referral', chosen: 'arl', read: 'none' },
    ],
    [
      { manejo_eps_arp: 'Remitir a EPS y ARL' },
      createReferralDecision('eps'),
      { type: 'referral', chosen: 'eps', read: 'both' },
    ],
    [
      { restricciones: 'Sin cargas' },
      { restrictions: [HEIGHTS_RESTRICTION] },
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
    [
      {},
      {
        aptitude: 'apto',
        restrictions: [HEIGHTS_RESTRICTION],
        tasks: [{ task: 'Conducir', aptitude: 'apto' }],
      },
      {
        type: 'limited',
        chosen: 'apto',
        limits: ['Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.'],
      },
    ],
    [
      {},
      { aptitude: 'apto_recomendaciones', tasks: [{ task: 'Conducir', aptitude: 'no_apto' }] },
      { type: 'limited', chosen: 'apto_recomendaciones', limits: ['Conducir: no apto.'] },
    ],
    [{ sve: 'Incluir en SVE visual' }, {}, { type: 'text_only', note: 'sve' }],
    [{ manejo_eps_arp: 'Remitir a EPS' }, {}, { type: 'text_only', note: 'manejo_eps_arp' }],
  ])(
    'P10.265 the doctor is warned about a contradiction in the notes %j with the decisions %j',
    (notes, decisions, expected) => {
      expect(findContradictions(notes, decisions)).toContainEqual(expected);
    },
  );

  it.each<[Notes, Partial<Decisions>]>([
    [{ concepto: 'Apto\nPara el cargo evaluado' }, { aptitude: 'apto' }],
    [{ concepto: 'Ver observaciones' }, { aptitude: 'no_apto' }],
    [{ concepto: '' }, { aptitude: 'no_apto' }],
    [{ concepto: 'No apto' }, {}],
    [
      { sve: 'Ingresa al SVE osteomuscular.\nEgresa del SVE visual.' },
      { surveillance: [ENTERED_PROGRAMME, LEFT_PROGRAMME] },
    ],
    [{ sve: 'Egresa del SVE visual.' }, { surveillance: [LEFT_PROGRAMME] }],
    [
      { sve: 'Ingresa al SVE osteomuscular.' },
      { surveillance: [{ ...ENTERED_PROGRAMME, programme: 'DME Osteomuscular' }] },
    ],
    [{ sve: 'No requiere' }, { surveillance: [] }],
    [{ sve: ' \n', manejo_eps_arp: '' }, {}],
    [
      { concepto: 'Apto con restricciones' },
      { aptitude: 'apto_restricciones', restrictions: [HEIGHTS_RESTRICTION] },
    ],
    [{ sve: '' }, { surveillance: [ENTERED_PROGRAMME] }],
    [{ manejo_eps_arp: 'Control por fisiatría' }, createReferralDecision('eps')],
    [{ manejo_eps_arp: 'Remitir a EPS' }, createReferralDecision('eps')],
    [{ manejo_eps_arp: 'No requiere' }, createReferralDecision('none')],
    [
      { restricciones: 'SIN TRABAJO EN ALTURAS, del 1 dic 2026 al 1 mar 2027' },
      { restrictions: [HEIGHTS_RESTRICTION] },
    ],
    [{ restricciones: 'Sin restricciones' }, { restrictions: [] }],
    [{ restricciones: 'Ninguna' }, { restrictions: [] }],
    [
      { aptitud_tarea: 'Trabajo en alturas: no apto' },
      { tasks: [{ task: 'trabajo en alturas.', aptitude: 'no_apto' }] },
    ],
  ])(
    'P10.265 the doctor is not warned about a contradiction in the notes %j with the decisions %j',
    (notes, decisions) => {
      expect(findContradictions(notes, decisions)).toEqual([]);
    },
  );
});
