import { describe, expect, it } from 'vitest';
import { parsePastedDocument, unusualDocumentNumberWarning, softWarnings } from './soft-warnings.ts';

const TODAY = '2026-11-21';
const adult = {
  identification_type: 'CC',
  identification_number: '9999000017',
  birth_date: '1990-05-12',
} as const;

describe('P10.2 warnings that do not block a registration', () => {
  it('the form shows no warning for an ordinary document', () =>
    expect(softWarnings(adult, TODAY)).toEqual({ document: [], birth_date: [] }));

  it('the form warns about a cédula number of nine or of eleven digits, with or without dots', () => {
    expect(softWarnings({ ...adult, identification_number: '999.900.001' }, TODAY).document).toHaveLength(1);
    expect(softWarnings({ ...adult, identification_number: '99990000123' }, TODAY).document).toHaveLength(1);
    expect(
      softWarnings({ ...adult, identification_type: 'CE', identification_number: '999900001' }, TODAY)
        .document,
    ).toEqual([]);
  });

  it('the form warns about letters in the number of a cédula, but not of a passport', () => {
    const number = { identification_number: '79A123' };
    expect(softWarnings({ ...adult, ...number }, TODAY).document).toEqual([
      'La cédula solo lleva números. Revisa el número.',
    ]);
    expect(softWarnings({ ...adult, ...number, identification_type: 'PA' }, TODAY).document).toEqual([]);
  });

  it('P10.245 the form warns of a three-digit document number only at the confirmation, not while it is typed', () => {
    const short = { ...adult, identification_number: '123' };
    expect(softWarnings(short, TODAY).document).toEqual([]);
    expect(unusualDocumentNumberWarning(short)).toBe('La cédula tiene muy pocos dígitos. Revisa el número.');
    for (const fine of [
      { identification_number: '1234' },
      { identification_number: '' },
      { identification_type: 'PA' } as const,
    ])
      expect(unusualDocumentNumberWarning({ ...short, ...fine })).toBeNull();
  });

  it('the form warns that a patient with tarjeta de identidad needs the guardian’s authorisation, unless the birth date is an adult’s', () => {
    const minor = { ...adult, identification_type: 'TI' } as const;
    const asked = ['Tarjeta de identidad: menor de edad, se requiere autorización del acudiente.'];
    expect(softWarnings({ ...minor, birth_date: '' }, TODAY).document).toEqual(asked);
    expect(softWarnings({ ...minor, birth_date: '2012-01-01' }, TODAY).document).toEqual(asked);
    expect(softWarnings(minor, TODAY)).toEqual({
      document: [],
      birth_date: ['Por la fecha es mayor de edad, y la tarjeta de identidad es de menores. Revisa los dos.'],
    });
  });

  it.each([
    ['2062-01-01', 1],
    ['1916-11-20', 1],
    ['1916-11-21', 0],
    ['2008-11-21', 0],
    ['2008-11-22', 1],
    ['2026-11-21', 1],
  ])('the birth date %s causes %i warnings', (birth_date, count) =>
    expect(softWarnings({ ...adult, birth_date }, TODAY).birth_date).toHaveLength(count),
  );
});

describe('P10.2 age that contradicts the document type', () => {
  const warningFor = (identification_type: 'TI' | 'CC', birth_date: string) =>
    softWarnings({ ...adult, identification_type, birth_date }, TODAY).birth_date.join();

  it('the form warns about a minor’s birth date with any document except tarjeta de identidad', () => {
    expect(warningFor('CC', '2012-05-05')).toMatch(/acudiente/);
    expect(warningFor('TI', '2012-05-05')).toBe('');
  });

  it('the form warns about an adult’s birth date with tarjeta de identidad', () =>
    expect(warningFor('TI', '1980-01-01')).toMatch(/mayor de edad/));
});

describe('P10.3 pasted text with document type and number', () => {
  it.each([
    ['CC 79.123.456', 'CC', '79123456'],
    ['c.c. No. 79123456', 'CC', '79123456'],
    ['TI: 1-012-345', 'TI', '1012345'],
  ])(
    'the number field splits the pasted text %s into type %s and number %s',
    (text, identification_type, identification_number) =>
      expect(parsePastedDocument(text)).toEqual({ identification_type, identification_number }),
  );

  it.each(['79.123.456', 'CC79123456', 'AB 123', 'CC A12'])(
    'the number field does not split the pasted text %s',
    (text) => expect(parsePastedDocument(text)).toBeNull(),
  );
});
