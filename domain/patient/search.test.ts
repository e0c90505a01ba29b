import { describe, expect, it } from 'vitest';
import { patientSearchWordForms } from './search.ts';

describe('R1 search for patients', () => {
  it.each([
    ['CC 9709111289', [['9709111289']]],
    ['cc. 97.091.112-89', [['9709111289']]],
    ['97 091\u00a0112 89', [['9709111289']]],
    ['Ana 097 091', [['ana'], ['97091']]],
    ['0009709111289', [['9709111289']]],
    ['CC9709111289', [['cc9709111289', '9709111289']]],
    ['PA AB123456', [['ab123456']]],
    ['Páez, Sinéad', [['paez'], ['sinead']]],
    ['O’Connor', [["o'connor"]]],
    ['C.C. 9709111289', [['9709111289']]],
    ['CC: 9709111289', [['9709111289']]],
    ['CC No. 9709111289', [['9709111289']]],
    ['Cédula de ciudadanía 9709111289', [['9709111289']]],
    ['“Páez”', [['paez']]],
    ['Sinéad (O’Connor)', [['sinead'], ["o'connor"]]],
    ['María de la Cruz', [['maria'], ['de'], ['la'], ['cruz']]],
    ['000', [['0']]],
    // A name that looks like a document type is searched as a name.
    ['Ti Ana', [['ti'], ['ana']]],
    ['Ana CC', [['ana'], ['cc']]],
    [' ', []],
  ])(
    'the patient search splits the query %j into words, each with the forms in which it may be stored',
    (query, words) => expect(patientSearchWordForms(query)).toEqual(words),
  );
});
