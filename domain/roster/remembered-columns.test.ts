import { describe, expect, it } from 'vitest';
import { RosterColumns } from '#contract/records/roster-columns.ts';
import {
  haveSameMeaning,
  readRosterColumns,
  titlesOf,
  toRosterColumns,
  type SheetColumns,
} from './remembered-columns.ts';
import { createTable, type Cell } from './table.ts';
import { additionalTarget } from './targets.ts';

const FIELD_ID = '22222222-2222-4222-8222-222222222222';
const EPS = { id: FIELD_ID, name: 'EPS' };
const tableOf = (...rows: Cell[][]) => createTable(rows.map((cells, index) => [index + 1, cells] as const));
const titlesOfRow = (...cells: Cell[]) => titlesOf(tableOf(cells), 0, [EPS]);

const COLUMNS: SheetColumns = {
  mapping: new Map([
    [3, additionalTarget(FIELD_ID)],
    [0, 'identification_number'],
    [1, 'full_name'],
  ]),
  chosen: { chosenNameOrder: 'surnames_first', chosenGenderLetters: 'M_is_female' },
};

describe('P11.78 titles by which columns are remembered', () => {
  it('P11.78 are the same in other capitals, accents and punctuation, and differ with their order and number', () => {
    const titles = titlesOfRow('Cédula', 'Nombre completo', 'Teléfono');
    expect(titles).not.toBeNull();
    expect(titlesOfRow('CEDULA ', 'Nombre\u00a0completo.', '\u200btelefono')).toBe(titles);
    expect(titlesOfRow('Nombre completo', 'Cédula', 'Teléfono')).not.toBe(titles);
    expect(titlesOfRow('Cédula', null, 'Nombre completo', 'Teléfono')).not.toBe(titles);
    expect(titlesOfRow('Cédula', 'Nombre completo')).not.toBe(titles);
  });

  it.each<[string, Cell[]]>([
    ['with the data of a person', ['Cédula', 'Nombre', '1020304050', 'Ana Gil']],
    ['with an e-mail address', ['Cédula', 'Nombre', 'ana@empresa.com']],
    ['with a single known title', ['Nombre', 'Gil', 'Paz']],
    ['without known titles', ['Ana', 'Gil', 'F']],
  ])('P11.79 a row %s is not remembered', (_what, cells) => {
    expect(titlesOfRow(...cells)).toBeNull();
  });

  it('P11.79 a sheet without a row of titles is not remembered', () => {
    expect(titlesOf(tableOf(['Cédula', 'Nombre']), null, [EPS])).toBeNull();
    expect(titlesOf(tableOf(['Cédula', 'Nombre']), 7, [EPS])).toBeNull();
  });

  it('P11.78 include additional fields of the clinic', () => {
    expect(titlesOfRow('EPS', 'Cédula')).not.toBeNull();
  });
});

describe('P11.78 remembered columns', () => {
  it('P11.78 are read back as the user imported them, and contain no title', () => {
    const stored = RosterColumns.parse(JSON.parse(JSON.stringify(toRosterColumns(COLUMNS))));
    expect(stored).toEqual({
      columns: [
        { column: 0, target: 'identification_number' },
        { column: 1, target: 'full_name' },
        { column: 3, target: additionalTarget(FIELD_ID) },
      ],
      name_order: 'surnames_first',
      gender_letters: 'M_is_female',
    });
    const read = readRosterColumns(stored, 4, [EPS]);
    expect(read && haveSameMeaning(read, COLUMNS)).toBe(true);
    expect(haveSameMeaning({ ...COLUMNS, chosen: {} }, COLUMNS)).toBe(false);
  });

  it('P11.78 lack contents that this version or the clinic does not know, columns beyond the sheet, and repeated ones', () => {
    const columns = [
      { column: 0, target: 'identification_number' },
      { column: 1, target: 'full_name' },
      { column: 1, target: 'first_name' },
      { column: 2, target: 'blood_group' },
      { column: 2, target: 'full_name' },
      { column: 3, target: additionalTarget(FIELD_ID) },
      { column: 9, target: 'notes' },
    ];
    const mappingOf = (fields: (typeof EPS)[]) => [
      ...(readRosterColumns({ columns }, 4, fields)?.mapping.entries() ?? []),
    ];
    expect(mappingOf([])).toEqual([
      [0, 'identification_number'],
      [1, 'full_name'],
    ]);
    expect(mappingOf([EPS])).toContainEqual([3, additionalTarget(FIELD_ID)]);
  });

  it('P11.78 without number or names are not used', () => {
    expect(readRosterColumns({ columns: [{ column: 0, target: 'full_name' }] }, 4, [])).toBeNull();
    expect(readRosterColumns({ columns: [] }, 4, [])).toBeNull();
  });
});
