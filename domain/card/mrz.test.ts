import * as fc from 'fast-check';
import { parse } from 'mrz';
import { describe, expect, it } from 'vitest';
import { arbitraryCardholder } from '#tests/support/cards/any-cardholder.ts';
import {
  ANA_CARDHOLDER,
  createTd1Lines,
  createTd3Lines,
  type Cardholder,
} from '#tests/support/cards/invented-card.ts';
import { extractCardText } from './capture.ts';
import { mrzColumnCharacterSets, mrzCheckDigit, failedMrzChecks, MRZ_CHARACTERS } from './mrz-layout.ts';
import { readCard } from './read-card.ts';

const TODAY = '2026-11-23';
const readMrzCard = (lines: readonly string[]) => {
  const text = extractCardText(lines.join('\n'));
  return text && readCard(text, TODAY);
};
const readPersonFromMrz = (lines: readonly string[]) => {
  const reading = readMrzCard(lines);
  if (reading?.type !== 'person') throw new Error(`no person: ${reading?.type}`);
  return reading;
};
const replaceCharacter = (lines: readonly string[], row: number, at: number, sign: string): string[] =>
  lines.map((line, index) => (index === row ? line.slice(0, at) + sign + line.slice(at + 1) : line));

describe('P10.30 machine-readable lines of a cédula digital', () => {
  it('the card parser takes the citizen’s number, not the card’s, from a cédula digital and reports that accents and ñ are missing', () => {
    const { person: found, doubts } = readPersonFromMrz(createTd1Lines(ANA_CARDHOLDER));
    expect(found).toEqual({
      identification_type: 'CC',
      identification_number: '9999000017',
      names: {
        type: 'parts',
        last_name: 'Gil',
        second_last_name: 'Nunez',
        first_name: 'Ana',
        middle_name: 'Maria',
      },
      birth_date: '1990-05-12',
      gender: 'F',
    });
    expect(doubts).toEqual(['names_plain']);
  });

  it('the card parser reads the card of a minor as a tarjeta de identidad', () => {
    expect(
      readPersonFromMrz(createTd1Lines({ ...ANA_CARDHOLDER, birth_date: '2008-11-24' })).person
        .identification_type,
    ).toBe('TI');
    expect(
      readPersonFromMrz(createTd1Lines({ ...ANA_CARDHOLDER, birth_date: '2008-11-23' })).person
        .identification_type,
    ).toBe('CC');
  });

  it('the card parser reads a foreigner’s card as a cédula de extranjería and reports its number as doubtful', () => {
    const { person: found, doubts } = readPersonFromMrz(
      createTd1Lines(ANA_CARDHOLDER, { nationality: 'VEN', serial: '9999001' }),
    );
    expect([found.identification_type, found.identification_number]).toEqual(['CE', '9999001']);
    expect(doubts).toContain('number_place');
  });

  it('the card parser reports the card of another country as a document that the app cannot register', () => {
    const lines = createTd1Lines(ANA_CARDHOLDER).map((line) => line.replace('ICCOL', 'I<VEN'));
    expect(readMrzCard(lines)).toEqual({ type: 'other_document' });
  });

  it.each([
    ['the card’s number', 0, 6, 'check_number'],
    ['the birth date', 1, 3, 'check_birth_date'],
    ['the expiry date', 1, 11, 'check_expiry'],
    ['the citizen’s number', 1, 20, 'check_whole'],
  ] as const)(
    'the card parser reports a failed check when one character of %s is wrong',
    (_what, row, at, doubt) => {
      const lines = createTd1Lines(ANA_CARDHOLDER);
      const sign = lines[row]!.charAt(at) === '1' ? '2' : '1';
      const { doubts } = readPersonFromMrz(replaceCharacter(lines, row, at, sign));
      expect(doubts).toContain(doubt);
      expect(doubts).toContain('check_whole');
    },
  );

  it('the card parser reads a compound surname as one name, and leaves the split of three surnames to the user', () => {
    const two = readPersonFromMrz(
      createTd1Lines({ ...ANA_CARDHOLDER, last_name: 'DE LA CRUZ', second_last_name: 'GIL' }),
    ).person.names;
    expect(two).toMatchObject({ type: 'parts', last_name: 'De la Cruz', second_last_name: 'Gil' });
    const three = readPersonFromMrz(
      createTd1Lines({ ...ANA_CARDHOLDER, last_name: 'GIL PAZ', second_last_name: 'ROA' }),
    ).person.names;
    expect(three.type === 'joined' && three.suggestions).toEqual([
      { last_name: 'Gil', second_last_name: 'Paz Roa', first_name: 'Ana', middle_name: 'Maria' },
      { last_name: 'Gil Paz', second_last_name: 'Roa', first_name: 'Ana', middle_name: 'Maria' },
    ]);
  });

  it('the card parser reports names that fill the line as possibly incomplete', () => {
    const lines = createTd1Lines({
      ...ANA_CARDHOLDER,
      last_name: 'ZUBIZARRETAYTURRALDE',
      middle_name: 'ZORAIDA',
    });
    expect(readPersonFromMrz(lines).doubts).toContain('names_cut');
  });
});

describe('P10.30 machine-readable lines of a passport', () => {
  it('the card parser reads the passport’s own number with its leading zeros', () => {
    const { person: found, doubts } = readPersonFromMrz(
      createTd3Lines(ANA_CARDHOLDER, { nationality: 'VEN', serial: '009999001' }),
    );
    expect(found).toMatchObject({
      identification_type: 'PA',
      identification_number: '009999001',
      gender: 'F',
    });
    expect(doubts).toEqual(['names_plain']);
  });
});

describe('P10.310 machine-readable lines of a passport without a surname', () => {
  it('P10.310 the card parser does not decide which name of a passport without a surname is the surname', () => {
    const [first = '', second = ''] = createTd3Lines(ANA_CARDHOLDER, { nationality: 'IND' });
    const lines = [`P<IND<<RAJESH<KUMAR`.padEnd(first.length, '<'), second];
    expect(readPersonFromMrz(lines).person.names).toMatchObject({ type: 'one_side', side: 'given_names' });
    const surnames = [`P<IDNSUHARTO`.padEnd(first.length, '<'), second];
    expect(readPersonFromMrz(surnames).person.names).toMatchObject({ type: 'one_side', text: 'Suharto' });
  });
});

const padHolderNumber = (holder: Cardholder): Cardholder => ({
  ...holder,
  number: holder.number.padStart(10, '9'),
});

describe('P10.30 machine-readable lines of generated cards', () => {
  it.each([
    ['TD1', createTd1Lines],
    ['TD3', createTd3Lines],
  ] as const)(
    'the card parser and the npm library mrz read the same values from the format %s',
    (kind, make) => {
      fc.assert(
        fc.property(arbitraryCardholder.map(padHolderNumber), (holder) => {
          const lines = make(holder);
          const theirs = parse([...lines]).fields;
          const { person: ours } = readPersonFromMrz(lines);
          expect(ours.birth_date?.replaceAll('-', '').slice(2)).toBe(theirs.birthDate);
          expect(ours.gender).toBe(theirs.sex === 'female' ? 'F' : 'M');
          const number = kind === 'TD1' ? theirs.optional2 : theirs.documentNumber;
          expect(ours.identification_number).toBe(number);
          expect(failedMrzChecks(kind, lines.join(''))).toEqual([]);
        }),
      );
    },
  );

  it.each([
    ['TD1', createTd1Lines, [5, 14]],
    ['TD1', createTd1Lines, [30, 36]],
    ['TD1', createTd1Lines, [48, 58]],
    ['TD3', createTd3Lines, [44, 53]],
    ['TD3', createTd3Lines, [57, 63]],
  ] as const)(
    'the check digits of the format %s reveal a misread digit at any protected position (case %#)',
    (kind, make, [from, to]) => {
      fc.assert(
        fc.property(
          arbitraryCardholder.map(padHolderNumber),
          fc.integer({ min: from, max: to - 1 }),
          fc.integer({ min: 0, max: 9 }).map(String),
          (holder, at, sign) => {
            const text = make(holder).join('');
            fc.pre(/\d/.test(text.charAt(at)) && text.charAt(at) !== sign);
            const misread = text.slice(0, at) + sign + text.slice(at + 1);
            expect(failedMrzChecks(kind, misread)).not.toEqual([]);
          },
        ),
      );
    },
  );

  it('every column of a generated card contains only characters that the layout allows', () => {
    fc.assert(
      fc.property(arbitraryCardholder.map(padHolderNumber), (holder) => {
        for (const [kind, lines] of [
          ['TD1', createTd1Lines(holder)],
          ['TD3', createTd3Lines(holder)],
        ] as const) {
          const columns = mrzColumnCharacterSets(kind);
          const text = lines.join('');
          expect(columns).toHaveLength(text.length);
          expect(Array.from(text).every((sign, at) => MRZ_CHARACTERS[columns[at]!].includes(sign))).toBe(
            true,
          );
        }
      }),
    );
  });
});

it('P10.30 the check digit follows ICAO 9303, also with leading zeros', () => {
  expect(mrzCheckDigit('520727')).toBe('3');
  expect(mrzCheckDigit('AB2134<<<')).toBe('5');
  expect(mrzCheckDigit('000000012')).toBe('5');
});
