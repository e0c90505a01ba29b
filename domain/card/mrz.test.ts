import * as fc from 'fast-check';
import { parse } from 'mrz';
import { describe, expect, it } from 'vitest';
import { anyCardholder } from '#tests/support/cards/any-holder.ts';
import { ANA, td1, td3, type Holder } from '#tests/support/cards/invented-card.ts';
import { cutToCardText } from './capture.ts';
import { alphabets, checkDigit, failedChecks, SIGNS } from './mrz-layout.ts';
import { readCard } from './read-card.ts';

const TODAY = '2026-11-23';
const read = (lines: readonly string[]) => {
  const text = cutToCardText(lines.join('\n'));
  return text && readCard(text, TODAY);
};
const person = (lines: readonly string[]) => {
  const reading = read(lines);
  if (reading?.type !== 'person') throw new Error(`no person: ${reading?.type}`);
  return reading;
};
const changed = (lines: readonly string[], row: number, at: number, sign: string): string[] =>
  lines.map((line, index) => (index === row ? line.slice(0, at) + sign + line.slice(at + 1) : line));

describe('P10.30 lines of a cédula digital', () => {
  it('give the citizen’s number, not the card’s, and report that accents and ñ are missing', () => {
    const { person: found, doubts } = person(td1(ANA));
    expect(found).toEqual({
      identificationType: 'CC',
      identificationNumber: '9999000017',
      names: {
        type: 'parts',
        lastName: 'Gil',
        secondLastName: 'Nunez',
        firstName: 'Ana',
        middleName: 'Maria',
      },
      birthDate: '1990-05-12',
      gender: 'F',
    });
    expect(doubts).toEqual(['names_plain']);
  });

  it('give a tarjeta de identidad for a minor', () => {
    expect(person(td1({ ...ANA, birthDate: '2008-11-24' })).person.identificationType).toBe('TI');
    expect(person(td1({ ...ANA, birthDate: '2008-11-23' })).person.identificationType).toBe('CC');
  });

  it('give a cédula de extranjería for a foreigner and report that its number must be compared', () => {
    const { person: found, doubts } = person(td1(ANA, { nationality: 'VEN', serial: '9999001' }));
    expect([found.identificationType, found.identificationNumber]).toEqual(['CE', '9999001']);
    expect(doubts).toContain('number_place');
  });

  it('give another document for another country', () => {
    const lines = td1(ANA).map((line) => line.replace('ICCOL', 'I<VEN'));
    expect(read(lines)).toEqual({ type: 'other_document' });
  });

  it.each([
    ['the card’s number', 0, 6, 'check_number'],
    ['the birth date', 1, 3, 'check_birth_date'],
    ['the expiry date', 1, 11, 'check_expiry'],
    ['the citizen’s number', 1, 20, 'check_whole'],
  ] as const)('report the failed check when one character of %s changes', (_what, row, at, doubt) => {
    const lines = td1(ANA);
    const sign = lines[row]!.charAt(at) === '1' ? '2' : '1';
    const { doubts } = person(changed(lines, row, at, sign));
    expect(doubts).toContain(doubt);
    expect(doubts).toContain('check_whole');
  });

  it('read a compound surname as one, and leave the split of three surnames to the user', () => {
    const two = person(td1({ ...ANA, lastName: 'DE LA CRUZ', secondLastName: 'GIL' })).person.names;
    expect(two).toMatchObject({ type: 'parts', lastName: 'De la Cruz', secondLastName: 'Gil' });
    const three = person(td1({ ...ANA, lastName: 'GIL PAZ', secondLastName: 'ROA' })).person.names;
    expect(three.type === 'joined' && three.suggestions).toEqual([
      { lastName: 'Gil', secondLastName: 'Paz Roa', firstName: 'Ana', middleName: 'Maria' },
      { lastName: 'Gil Paz', secondLastName: 'Roa', firstName: 'Ana', middleName: 'Maria' },
    ]);
  });

  it('report possibly truncated names when the names fill the line', () => {
    const lines = td1({ ...ANA, lastName: 'ZUBIZARRETAYTURRALDE', middleName: 'ZORAIDA' });
    expect(person(lines).doubts).toContain('names_cut');
  });
});

describe('P10.30 lines of a passport', () => {
  it('give the passport’s number with its leading zeros', () => {
    const { person: found, doubts } = person(td3(ANA, { nationality: 'VEN', serial: '009999001' }));
    expect(found).toMatchObject({ identificationType: 'PA', identificationNumber: '009999001', gender: 'F' });
    expect(doubts).toEqual(['names_plain']);
  });
});

describe('P10.310 lines of a passport without a surname', () => {
  it('P10.310 leave open which name is the surname', () => {
    const [first = '', second = ''] = td3(ANA, { nationality: 'IND' });
    const lines = [`P<IND<<RAJESH<KUMAR`.padEnd(first.length, '<'), second];
    expect(person(lines).person.names).toMatchObject({ type: 'one_side', side: 'given_names' });
    const surnames = [`P<IDNSUHARTO`.padEnd(first.length, '<'), second];
    expect(person(surnames).person.names).toMatchObject({ type: 'one_side', text: 'Suharto' });
  });
});

const lettersOnly = (holder: Holder): Holder => ({ ...holder, number: holder.number.padStart(10, '9') });

describe('P10.30 generated cards', () => {
  it.each([
    ['TD1', td1],
    ['TD3', td3],
  ] as const)('%s: gives the same result as the library mrz', (kind, make) => {
    fc.assert(
      fc.property(anyCardholder.map(lettersOnly), (holder) => {
        const lines = make(holder);
        const theirs = parse([...lines]).fields;
        const { person: ours } = person(lines);
        expect(ours.birthDate?.replaceAll('-', '').slice(2)).toBe(theirs.birthDate);
        expect(ours.gender).toBe(theirs.sex === 'female' ? 'F' : 'M');
        const number = kind === 'TD1' ? theirs.optional2 : theirs.documentNumber;
        expect(ours.identificationNumber).toBe(number);
        expect(failedChecks(kind, lines.join(''))).toEqual([]);
      }),
    );
  });

  it.each([
    ['TD1', td1, [5, 14]],
    ['TD1', td1, [30, 36]],
    ['TD1', td1, [48, 58]],
    ['TD3', td3, [44, 53]],
    ['TD3', td3, [57, 63]],
  ] as const)('%s: fails a check for any misread digit of columns %#', (kind, make, [from, to]) => {
    fc.assert(
      fc.property(
        anyCardholder.map(lettersOnly),
        fc.integer({ min: from, max: to - 1 }),
        fc.integer({ min: 0, max: 9 }).map(String),
        (holder, at, sign) => {
          const text = make(holder).join('');
          fc.pre(/\d/.test(text.charAt(at)) && text.charAt(at) !== sign);
          const misread = text.slice(0, at) + sign + text.slice(at + 1);
          expect(failedChecks(kind, misread)).not.toEqual([]);
        },
      ),
    );
  });

  it('contain only characters that their column allows', () => {
    fc.assert(
      fc.property(anyCardholder.map(lettersOnly), (holder) => {
        for (const [kind, lines] of [
          ['TD1', td1(holder)],
          ['TD3', td3(holder)],
        ] as const) {
          const columns = alphabets(kind);
          const text = lines.join('');
          expect(columns).toHaveLength(text.length);
          expect(Array.from(text).every((sign, at) => SIGNS[columns[at]!].includes(sign))).toBe(true);
        }
      }),
    );
  });
});

it('P10.30 computes the check digit of ICAO 9303, also over leading zeros', () => {
  expect(checkDigit('520727')).toBe('3');
  expect(checkDigit('AB2134<<<')).toBe('5');
  expect(checkDigit('000000012')).toBe('5');
});
