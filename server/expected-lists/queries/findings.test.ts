import { describe, expect, it } from 'vitest';
import { findDuplicates } from './findings.ts';

const documentsOf = (...keys: string[]) =>
  keys.map((key, row) => {
    const [type = '', number = ''] = key.split(' ');
    return { row, type, number };
  });

describe('P11.8 findDuplicates', () => {
  it('P11.8 returns each repetition with the first row of the document', () => {
    expect(findDuplicates(documentsOf('CC 1', 'CC 2', 'CC 1', 'CE 1', 'CC 1', 'CC 2'))).toEqual([
      { row: 2, first_row: 0 },
      { row: 4, first_row: 0 },
      { row: 5, first_row: 1 },
    ]);
  });

  it('P11.8 returns nothing for different documents, and keeps the rows of a list with gaps', () => {
    expect(findDuplicates(documentsOf('CC 1', 'PA 1', 'CC 11'))).toEqual([]);
    const [first, , last] = documentsOf('CC 7', 'CC 8', 'CC 7');
    expect(findDuplicates([first, last].flatMap((each) => each ?? []))).toEqual([{ row: 2, first_row: 0 }]);
  });
});
