import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCardholder } from '#tests/support/cards/any-cardholder.ts';
import {
  ANA_CARDHOLDER,
  cardCodeText,
  inHex,
  collapsePadding,
  removePadding,
  type Cardholder,
} from '#tests/support/cards/invented-card.ts';
import { formatNamePart } from '../patient/name.ts';
import { extractCardText } from './capture.ts';
import { readCard } from './read-card.ts';
import type { CardPerson, CardDoubt } from './reading.ts';

const TODAY = '2026-11-23';

function readPersonFromFrame(raw: string): { person: CardPerson; doubts: readonly CardDoubt[] } {
  const text = extractCardText(raw);
  const reading = text === null ? null : readCard(text, TODAY);
  if (reading?.type !== 'person') throw new Error(`no person: ${reading?.type}`);
  return reading;
}
const formattedNamesOf = (holder: Cardholder) => ({
  first_name: formatNamePart(holder.first_name),
  middle_name: formatNamePart(holder.middle_name),
  last_name: formatNamePart(holder.last_name),
  second_last_name: formatNamePart(holder.second_last_name),
});
const expectedPersonFields = (holder: Cardholder) => ({
  identification_type: holder.prefix === '03' ? 'CC' : 'TI',
  identification_number: holder.number,
  birth_date: holder.birth_date,
  gender: holder.sex,
});

describe('P10.30 barcode of a yellow cédula or a tarjeta de identidad', () => {
  it.each([
    ['NULs kept', (text: string) => text],
    ['in hex', inHex],
  ])('the card parser reads every field of the card without doubts: %s', (_name, form) => {
    fc.assert(
      fc.property(arbitraryCardholder, (holder) => {
        const { person, doubts } = readPersonFromFrame(form(cardCodeText(holder)));
        expect(person).toEqual({
          ...expectedPersonFields(holder),
          names: { type: 'parts', ...formattedNamesOf(holder) },
        });
        expect(doubts).toEqual([]);
      }),
    );
  });

  it('P10.310 when a card fills only the surname columns or only the given-name columns, the card parser does not decide which names are surnames', () => {
    const given = readPersonFromFrame(
      cardCodeText({ ...ANA_CARDHOLDER, last_name: '', second_last_name: '' }),
    ).person.names;
    expect(given).toMatchObject({ type: 'one_side', side: 'given_names', text: 'Ana Maria' });
    const surnames = readPersonFromFrame(cardCodeText({ ...ANA_CARDHOLDER, first_name: '', middle_name: '' }))
      .person.names;
    expect(surnames).toMatchObject({ type: 'one_side', side: 'surnames' });
    const second = readPersonFromFrame(cardCodeText({ ...ANA_CARDHOLDER, last_name: '' })).person.names;
    expect(second).toMatchObject({ type: 'parts', last_name: 'Nuñez', second_last_name: '' });
  });

  it('when the reader shortened the padding, the card parser splits two or four names, and suggests the right split of three names', () => {
    fc.assert(
      fc.property(arbitraryCardholder, (holder) => {
        const { person } = readPersonFromFrame(collapsePadding(cardCodeText(holder)));
        expect(person).toMatchObject(expectedPersonFields(holder));
        const { names } = person;
        if (names.type === 'parts') expect(names).toEqual({ type: 'parts', ...formattedNamesOf(holder) });
        else expect(names.suggestions).toContainEqual(formattedNamesOf(holder));
        const isThree = (holder.second_last_name === '') !== (holder.middle_name === '');
        expect(names.type).toBe(isThree ? 'joined' : 'parts');
      }),
    );
  });

  it('when the reader removed the padding, the card parser reads number, sex and birth date but does not decide how to split the names', () => {
    fc.assert(
      fc.property(arbitraryCardholder, (holder) => {
        const { person } = readPersonFromFrame(removePadding(cardCodeText(holder)));
        expect(person).toMatchObject(expectedPersonFields(holder));
        expect(person.names.type).toBe('joined');
      }),
    );
  });

  it('when the reader removed the padding, the card parser suggests how to split the joined names', () => {
    const { names } = readPersonFromFrame(removePadding(cardCodeText(ANA_CARDHOLDER))).person;
    expect(names).toMatchObject({ text: 'GILNUÑEZANAMARIA' });
    expect(names.type === 'joined' && names.suggestions[0]).toEqual(formattedNamesOf(ANA_CARDHOLDER));
  });

  it('the card parser reads all ten digits of the document number even if the digits of another number directly precede it', () => {
    for (const form of [collapsePadding, removePadding])
      expect(readPersonFromFrame(form(cardCodeText(ANA_CARDHOLDER))).person.identification_number).toBe(
        '9999000017',
      );
  });

  it('the card parser reports a name that fills its column as possibly incomplete', () => {
    const long = { ...ANA_CARDHOLDER, last_name: 'ZUBIZARRETAYTURRALDEXIR' };
    expect(readPersonFromFrame(cardCodeText(long)).doubts).toEqual(['names_cut']);
    expect(
      readPersonFromFrame(cardCodeText({ ...ANA_CARDHOLDER, last_name: long.last_name.slice(1) })).doubts,
    ).toEqual([]);
  });

  it('the card parser omits an invalid or future birth date and reports it as doubtful', () => {
    for (const birth_date of ['1990-02-30', '2026-11-24', '1899-12-31', '0000-00-00']) {
      const { person, doubts } = readPersonFromFrame(cardCodeText({ ...ANA_CARDHOLDER, birth_date }));
      expect([person.birth_date, doubts]).toEqual([null, ['birth_date']]);
    }
    expect(
      readPersonFromFrame(cardCodeText({ ...ANA_CARDHOLDER, birth_date: TODAY })).person.birth_date,
    ).toBe(TODAY);
  });

  it('the card parser restores a ñ that another keyboard layout replaced, and reports the name as doubtful', () => {
    const { person, doubts } = readPersonFromFrame(cardCodeText(ANA_CARDHOLDER).replace('NUÑEZ', 'NU:EZ'));
    expect(person.names).toMatchObject({ second_last_name: 'Nuñez' });
    expect(doubts).toEqual(['names_odd']);
  });

  it('the card parser rejects a card whose document number consists of zeros', () => {
    const text = extractCardText(cardCodeText({ ...ANA_CARDHOLDER, number: '0' }));
    expect(text && readCard(text, TODAY)).toEqual({ type: 'unreadable' });
  });
});
