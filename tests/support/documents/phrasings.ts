import * as fc from 'fast-check';
import type { NoteType } from '#contract/vocabulary.ts';
import { DEFAULT_PROGRAMMES } from '#domain/evaluation/decisions.ts';

/** Note fields and texts from which an earlier version inferred a wrong certificate or print, when it classified free text. */
export const MISCLASSIFIED_PHRASINGS: readonly (readonly [NoteType, string])[] = [
  ...[
    'No se considera apto',
    'No se considera apto para el cargo',
    'No se encuentra apto',
    'No puede desempeñar el cargo',
    'NO-APTO',
    'Nunca apto',
    'Apto: NO',
    'Apto salvo alturas',
    'Sin reintegro',
    'Apto con limitaciones',
  ].map((text) => ['concepto', text] as const),
  ...[
    'Actualmente no requiere ingreso',
    'Aún no requiere',
    'Normal',
    'Trabajador sin necesidad de SVE',
    'Sin indicación de ingreso, continuar control visual anual',
  ].map((text) => ['sve', text] as const),
  ...['No requiere EPS, sí ARL', 'Actualmente no requiere', 'Normal'].map(
    (text) => ['manejo_eps_arp', text] as const,
  ),
];

const PHRASE_PARTS: Readonly<
  Partial<Record<NoteType, { openings: string[]; subjects: string[]; ends: string[] }>>
> = {
  concepto: {
    openings: [
      'Apto',
      'No apto',
      'No se considera apto',
      'Puede continuar',
      'Aplazado',
      'Cumple',
      'Examen realizado',
    ],
    subjects: [
      'para el cargo',
      'para alturas',
      'con restricciones',
      'con recomendaciones',
      'con limitaciones',
      '',
    ],
    ends: ['', '.', ', pero no para alturas', ' salvo conducción', ': no', ' por ahora'],
  },
  sve: {
    openings: [
      'Ingresa al SVE',
      'No requiere SVE',
      'Continúa en el SVE',
      'Egresa del SVE',
      'Aún no requiere',
      'Incluir en',
    ],
    subjects: [...DEFAULT_PROGRAMMES],
    ends: ['', '.', ' por hallazgos', ': ingresa', ', no en auditivo', ' el próximo año'],
  },
  manejo_eps_arp: {
    openings: [
      'Remitir a',
      'No requiere',
      'Valoración por',
      'Control por',
      'Sin manejo por',
      'Actualmente no requiere',
    ],
    subjects: ['EPS', 'ARL', 'su EPS', 'EPS y ARL', 'fisiatría'],
    ends: ['', '.', ', sí ARL', ' por lumbalgia', ': ninguno', ' de inmediato'],
  },
};

/** Typing mistakes: position, and whether the letter is dropped, doubled or written in capitals. */
const arbitraryTypo = fc.tuple(fc.nat(60), fc.constantFrom('none', 'drop', 'double', 'upper'));
const applyTypo = (text: string, [at, slip]: [number, string]): string => {
  const place = at % text.length;
  const [before, letter, after] = [text.slice(0, place), text.charAt(place), text.slice(place + 1)];
  const written = { none: letter, drop: '', double: letter + letter, upper: letter.toUpperCase() }[slip];
  return before + (written ?? letter) + after;
};

/** Arbitrary phrasings of the notes on concept, SVE and EPS/ARL: positive, negative, mixed and misspelt. */
export const arbitraryPhrasing = fc
  .constantFrom(...(Object.keys(PHRASE_PARTS) as (keyof typeof PHRASE_PARTS)[]))
  .chain((type) => {
    const { openings, subjects, ends } = PHRASE_PARTS[type] ?? { openings: [], subjects: [], ends: [] };
    return fc
      .tuple(
        fc.constantFrom(...openings),
        fc.constantFrom(...subjects),
        fc.constantFrom(...ends),
        arbitraryTypo,
      )
      .map(
        ([opening, subject, end, slip]) => [type, applyTypo(`${opening} ${subject}${end}`, slip)] as const,
      );
  });

/** Options of a property test over phrasings. The fixed seed gives the same phrasings in each run. */
export const PHRASING_TEST_OPTIONS = { numRuns: 200, seed: 20_261_128 } as const;
