import { describe, expect, it } from 'vitest';
import { formatNamePart } from '../patient/name.ts';
import { namesFromJoinedText, namesFromSurnamesAndGivenNames, namesFromSeparatedNames } from './names.ts';

const firstSuggestion = (names: ReturnType<typeof namesFromJoinedText>) =>
  names.type === 'joined' ? names.suggestions[0] : null;

describe('P10.30 spelling of names that a card prints in capitals', () => {
  it.each([
    ['GIL', 'Gil'],
    ['ÑUNGO', 'Ñungo'],
    ['DE LA CRUZ', 'De la Cruz'],
    ['MARIA DEL CARMEN', 'Maria del Carmen'],
    ['PEREZ-ROA', 'Perez-Roa'],
    ['', ''],
  ])('the card parser spells the name %s, which a card prints in capitals, as %s', (capitals, written) =>
    expect(formatNamePart(capitals)).toBe(written),
  );
});

describe('P10.30 card names without separators', () => {
  it.each([
    ['GILNUÑEZANAMARIA', 'Gil', 'Nuñez', 'Ana', 'Maria'],
    ['DELACRUZROAJOSE', 'De la Cruz', 'Roa', 'Jose', ''],
    ['VALENCIAYULI', 'Valencia', '', 'Yuli', ''],
    ['PAZPAZLUZMARIA', 'Paz', 'Paz', 'Luz', 'Maria'],
  ])(
    'the card parser suggests to split %s into the surnames %s and %s and the given names %s and %s',
    (text, ...names) => {
      const [last_name, second_last_name, first_name, middle_name] = names;
      expect(firstSuggestion(namesFromJoinedText(text))).toEqual({
        last_name,
        second_last_name,
        first_name,
        middle_name,
      });
    },
  );

  it('the card parser suggests no split of joined names when it knows none of the names', () => {
    expect(namesFromJoinedText('XQWZKJ')).toEqual({ type: 'joined', text: 'XQWZKJ', suggestions: [] });
  });

  it('the card parser suggests at most three splits of joined names, for text of any length', () => {
    const long = namesFromJoinedText('ANAMARIA'.repeat(200));
    expect(long.type === 'joined' && long.text.length).toBe(92);
    const names = namesFromJoinedText('GILGILANAANA');
    expect(names.type === 'joined' && names.suggestions).toHaveLength(3);
  });
});

describe('P10.30 card names with separators', () => {
  it('the card parser suggests, for three names, two surnames and a given name, unless the second name is a known given name', () => {
    expect(firstSuggestion(namesFromSeparatedNames(['GIL', 'PAZ', 'ANA']))).toMatchObject({
      second_last_name: 'Paz',
      first_name: 'Ana',
    });
    expect(firstSuggestion(namesFromSeparatedNames(['GIL', 'ANA', 'MARIA']))).toMatchObject({
      second_last_name: '',
      middle_name: 'Maria',
    });
  });

  it('the card parser suggests no split for a single name or for no names', () => {
    expect(namesFromSeparatedNames(['CHIDI'])).toEqual({ type: 'joined', text: 'Chidi', suggestions: [] });
    expect(namesFromSurnamesAndGivenNames([], [])).toEqual({ type: 'joined', text: '', suggestions: [] });
  });
});

describe('P10.310 card that fills only its surname field or only its given-name field', () => {
  const splitsOf = (names: ReturnType<typeof namesFromSurnamesAndGivenNames>) =>
    names.type === 'one_side'
      ? names.suggestions.map((way) =>
          [way.first_name, way.middle_name, '·', way.last_name, way.second_last_name]
            .filter(Boolean)
            .join(' '),
        )
      : null;

  it('P10.310 when a card fills only one of its two name fields, the card parser suggests a split without a surname before splits with one', () => {
    const names = namesFromSurnamesAndGivenNames([], ['RAJESH', 'KUMAR']);
    expect(names).toMatchObject({ side: 'given_names', text: 'Rajesh Kumar' });
    const two = ['Rajesh Kumar · Sin apellido', 'Rajesh · Kumar', 'Kumar · Rajesh'];
    expect(splitsOf(names)).toEqual(two);
    expect(namesFromSurnamesAndGivenNames(['RAJESH', 'KUMAR'], [])).toMatchObject({
      side: 'surnames',
      text: 'Rajesh Kumar',
    });
    expect(splitsOf(namesFromSurnamesAndGivenNames(['RAJESH', 'KUMAR'], []))).toEqual(two);
  });

  it('P10.310 when a card fills only one of its two name fields, the card parser suggests splits for one name and for three names', () => {
    expect(splitsOf(namesFromSurnamesAndGivenNames(['SUHARTO'], []))).toEqual(['Suharto · Sin apellido']);
    expect(splitsOf(namesFromSurnamesAndGivenNames([], ['RAM', 'MOHAN', 'ROY']))).toEqual([
      'Ram Mohan Roy · Sin apellido',
      'Ram · Mohan Roy',
      'Ram Mohan · Roy',
    ]);
  });

  it.each(['X', 'XXX', 'FNU', 'LNU', 'UNKNOWN'])(
    'P10.310 the card parser treats the name %s on a card as missing',
    (sign) => {
      expect(splitsOf(namesFromSurnamesAndGivenNames([sign], ['RAJESH']))).toEqual(['Rajesh · Sin apellido']);
      expect(splitsOf(namesFromSurnamesAndGivenNames(['RAJESH'], [sign]))).toEqual(['Rajesh · Sin apellido']);
    },
  );
});
