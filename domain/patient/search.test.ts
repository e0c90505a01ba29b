import { describe, expect, it } from 'vitest';
import { searchPatterns } from './search.ts';

describe('R1 search for a patient', () => {
  it.each([
    ['CC 9709111289', [['9709111289']]],
    ['cc. 97.091.112-89', [['9709111289']]],
    ['0009709111289', [['9709111289']]],
    ['CC9709111289', [['cc9709111289', '9709111289']]],
    ['PA AB123456', [['ab123456']]],
    ['Páez, Sinéad', [['paez'], ['sinead']]],
    ['O’Connor', [["o'connor"]]],
    ['000', [['0']]],
    // A name may look like a document type.
    ['Ti Ana', [['ti'], ['ana']]],
    ['Ana CC', [['ana'], ['cc']]],
    [' ', []],
  ])('the search for a patient reads the query %j as the right words', (query, words) =>
    expect(searchPatterns(query)).toEqual(words),
  );
});
