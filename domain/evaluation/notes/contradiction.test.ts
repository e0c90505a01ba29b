import { describe, expect, it } from 'vitest';
import type { NoteType } from '#contract/vocabulary.ts';
import { contradictionIn } from './contradiction.ts';

const found = (notes: Partial<Record<NoteType, string>>) => contradictionIn((type) => notes[type] ?? '');

describe('P10.227 a concept and a note that deny each other', () => {
  it.each<[string, Partial<Record<NoteType, string>>, ReturnType<typeof found>]>([
    [
      'restrictions that there are not',
      { concepto: 'Apto con restricciones', restricciones: 'Sin restricciones' },
      { note: 'restricciones', isEmpty: false },
    ],
    [
      'restrictions that nobody wrote, in the feminine and in capitals',
      { concepto: ' APTA CON RESTRICCIONES.\nPor seis meses', restricciones: ' \n' },
      { note: 'restricciones', isEmpty: true },
    ],
    [
      'recommendations',
      { concepto: 'Apta con recomendaciones', recomendaciones: 'Ninguna recomendación' },
      { note: 'recomendaciones', isEmpty: false },
    ],
  ])('%s', (_name, notes, expected) => expect(found(notes)).toEqual(expected));

  it('nothing where both agree, or where the concept names none', () => {
    expect(found({ concepto: 'Apto con restricciones', restricciones: 'Sin trabajo en alturas' })).toBeNull();
    expect(found({ concepto: 'Apto', restricciones: 'Sin restricciones' })).toBeNull();
    expect(found({ concepto: 'No apto', recomendaciones: '' })).toBeNull();
    expect(found({})).toBeNull();
  });
});
