import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullNameDoubt, guessNameOrder, readFullName, splitFullName } from './full-name.ts';

describe('P11.23 names in one cell', () => {
  const partsOf = (text: string, order: 'given_first' | 'surnames_first' = 'given_first') =>
    Object.values(splitFullName(text, order));

  it.each([
    ['ANA GOMEZ', ['ANA', '', 'GOMEZ', '']],
    ['ANA GOMEZ RUIZ', ['ANA', '', 'GOMEZ', 'RUIZ']],
    ['JUAN CARLOS GOMEZ', ['JUAN', 'CARLOS', 'GOMEZ', '']],
    ['Ana María Gómez Ruiz', ['Ana', 'María', 'Gómez', 'Ruiz']],
    ['Ana María de la Cruz Ruiz', ['Ana', 'María', 'de la Cruz', 'Ruiz']],
    ['Ana', ['Ana', '', '', '']],
  ])('%s is split into given names and surnames', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it.each([
    ['GOMEZ RUIZ ANA MARIA', ['ANA', 'MARIA', 'GOMEZ', 'RUIZ']],
    ['GOMEZ RUIZ ANA', ['ANA', '', 'GOMEZ', 'RUIZ']],
    ['GOMEZ ANA MARIA', ['ANA', 'MARIA', 'GOMEZ', '']],
  ])('%s is split with the surnames first', (text, parts) => {
    expect(partsOf(text, 'surnames_first')).toEqual(parts);
  });

  it('a comma separates the surnames from the given names', () => {
    expect(partsOf('Gómez Ruiz, Ana María')).toEqual(['Ana', 'María', 'Gómez', 'Ruiz']);
  });

  it.each([
    [null, ['GOMEZ RUIZ ANA', 'PEREZ JUAN', 'X Y'], 'surnames_first'],
    [null, ['MARIA GOMEZ', 'X Y'], 'given_first'],
    [null, ['MARIA GOMEZ', 'GOMEZ MARIA'], null],
    [null, ['Chaverra Moya Yurleidy', 'Gómez, Ana'], null],
    ['Nombre completo', ['Chaverra Moya Yurleidy'], null],
    ['APELLIDOS Y NOMBRES', ['Chaverra Moya Yurleidy'], 'surnames_first'],
    ['Nombres y apellidos', ['Yurleidy Chaverra Moya'], 'given_first'],
    ['Nombres y apellidos', ['GOMEZ RUIZ ANA'], null],
    ['Apellidos y nombres', ['ANA GOMEZ RUIZ'], null],
  ])('the order below the title %j with the names %j is %s', (title, cells, order) => {
    expect(guessNameOrder(title, cells)).toBe(order);
  });

  it('a name in an unknown order, or in the opposite order of its column, is a problem', () => {
    expect(readFullName('Chaverra Moya Yurleidy', null)).toMatchObject({
      message: expect.stringContaining('Apellidos, Nombres'),
    });
    expect(readFullName('GOMEZ RUIZ ANA', 'given_first').type).toBe('problem');
    expect(readFullName('ANA GOMEZ', 'surnames_first').type).toBe('problem');
    expect(readFullName('ANA, GOMEZ', null).type).toBe('problem');
    expect(readFullName('Chaverra Moya, Yurleidy', null)).toMatchObject({
      value: { first_name: 'Yurleidy' },
    });
    expect(readFullName('Ana', null)).toMatchObject({ value: { first_name: 'Ana', last_name: '' } });
  });

  const doubtOf = (text: string, order: 'given_first' | 'surnames_first' = 'given_first') =>
    fullNameDoubt(text, splitFullName(text, order));

  it.each(['ANA GOMEZ RUIZ', 'Ana Gómez Ruiz', 'JUAN CARLOS GOMEZ', 'Ana Gil', 'Ana', 'Xkq Wzt Vbn Qrs'])(
    'P11.81 the division of %s is certain',
    (text) => {
      expect(doubtOf(text)).toBeNull();
    },
  );

  it.each([
    ['Yurleidy Moya Chaverra', 'given_first', '«Moya Chaverra, Yurleidy»'],
    ['Chaverra Moya Yurleidy', 'surnames_first', '«Chaverra Moya, Yurleidy»'],
    ['Xkq Wzt Vbn Qrs Plm', 'given_first', '«Qrs Plm, Xkq Wzt Vbn»'],
  ] as const)('P11.81 the division of %s is shown as doubtful', (text, order, reading) => {
    expect(doubtOf(text, order)).toContain(`Se lee ${reading}.`);
  });

  it('P11.81 a comma leaves no doubt, and reads what the doubt states', () => {
    expect(doubtOf('Moya, Yurleidy Chaverra')).toBeNull();
    const [, stated = ''] = /«(.+?)»/.exec(doubtOf('Yurleidy Moya Chaverra') ?? '') ?? [];
    const read = splitFullName('Yurleidy Moya Chaverra', 'given_first');
    expect(splitFullName(stated, 'given_first')).toEqual(read);
  });

  it('P11.81 accents do not change whether a name is frequent', () => {
    expect(guessNameOrder(null, ['María Gómez', 'X Y'])).toBe('given_first');
    expect(guessNameOrder(null, ['GÓMEZ RUIZ ANA', 'PÉREZ JUAN', 'X Y'])).toBe('surnames_first');
  });

  it('no letter of a name is lost', () => {
    const word = fc.stringMatching(/^[A-ZÑ][a-zñ]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), fc.boolean(), (words, isGivenFirst) => {
        const parts = partsOf(words.join(' '), isGivenFirst ? 'given_first' : 'surnames_first');
        expect(parts.join(' ').split(' ').filter(Boolean).sort()).toEqual([...words].sort());
      }),
    );
  });
});
