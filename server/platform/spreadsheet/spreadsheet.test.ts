import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { SPREADSHEET_FORMATS, type SpreadsheetFormat } from '#contract/spreadsheets.ts';
import { cellText } from '#domain/roster/table.ts';
import { NO_DAY_DOUBTS, readDayCell, readTimeCell } from '#domain/roster/day-cell.ts';
import { readSource } from '#features/expected-lists/import/read-source.ts';
import type { SpreadsheetColumn } from './columns.ts';
import { spreadsheet } from './spreadsheet.ts';

interface Visit {
  readonly name: string | null;
  readonly age?: number;
  readonly born?: string;
  readonly at?: string;
}

const COLUMNS: readonly SpreadsheetColumn<Visit>[] = [
  { title: 'Nombre', kind: 'text', width: 30, value: ({ name }) => name },
  { title: 'Edad', kind: 'count', width: 8, value: ({ age }) => age ?? null },
  { title: 'Nacimiento', kind: 'day', width: 12, value: ({ born }) => born ?? null },
  { title: 'Hora', kind: 'instant', width: 18, value: ({ at }) => at ?? null },
];

async function* iterate<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const write = async (format: SpreadsheetFormat, visits: readonly Visit[]) =>
  new Uint8Array(await buffer(spreadsheet(format, COLUMNS, iterate(visits))));
const csvOf = async (visits: readonly Visit[]) => strFromU8(await write('csv', visits));
const sheetOf = async (visits: readonly Visit[]) =>
  strFromU8(unzipSync(await write('xlsx', visits))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
/** Returns the cells as the import of lists reads them. */
const readBack = async (format: SpreadsheetFormat, visits: readonly Visit[]) => {
  const file = new Blob([await write(format, visits)]);
  const { table } = await readSource({ type: 'file', file, sheet: null }, () => {});
  return table.rows.map(({ cells }) => cells);
};

const GOMEZ: Visit = { name: 'Ñandú & <Gómez> "1"', age: 41, born: '1985-02-28', at: '2026-12-01T04:30:00Z' };
const FORMULAS = ['=1+1', '+57 300', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '=1\n2', '\n=1'];

describe('P11.60 spreadsheets', () => {
  it.each(SPREADSHEET_FORMATS)(
    '%s is read by the import with the same texts, days and times',
    async (format) => {
      const [titles, row] = await readBack(format, [GOMEZ, { name: '   x' }]);
      expect(titles).toEqual(['Nombre', 'Edad', 'Nacimiento', 'Hora']);
      const [name, age, born, at] = row ?? [];
      expect([cellText(name), cellText(age)]).toEqual([GOMEZ.name, '41']);
      const reading = { has1904Dates: false, today: '2026-12-01', isBirthDate: true, doubts: NO_DAY_DOUBTS };
      expect(readDayCell(born ?? null, reading)).toEqual({ type: 'read', value: '1985-02-28' });
      expect(readDayCell(at ?? null, reading)).toEqual({ type: 'read', value: '2026-11-30' });
    },
  );

  it('an instant of a workbook is a date with the minutes of Bogotá', async () => {
    const [, row] = await readBack('xlsx', [GOMEZ]);
    expect(row?.[3]).toMatchObject({ type: 'number' });
    expect(readTimeCell(row?.[3] ?? null)).toEqual({ type: 'read', value: '23:30' });
  });

  it('a day before March 1900, which a workbook cannot number, is a text', async () => {
    expect(await readBack('xlsx', [{ name: 'x', born: '1899-12-31' }])).toMatchObject([
      {},
      ['x', null, '1899-12-31'],
    ]);
  });

  it('CSV begins with a byte order mark, separates with semicolons and ends lines as Excel does', async () => {
    const text = await csvOf([{ name: 'a;b "c"', age: -3, born: '1985-02-28', at: '2026-12-01T04:30:00Z' }]);
    const bytes = await write('csv', []);
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(text.slice(0, 30)).toContain('Nombre;Edad;Nacimiento;Hora\r\n');
    expect(text).toContain('"a;b ""c""";-3;1985-02-28;2026-11-30 23:30\r\n');
  });

  it.each(FORMULAS)('a text that begins like a formula stays a text: %j', async (name) => {
    const line = (await csvOf([{ name }])).split('\r\n')[1];
    expect(line?.startsWith(`"'`)).toBe(true);
    const sheet = await sheetOf([{ name }]);
    expect(sheet).not.toContain('<f>');
    expect(sheet).toMatch(/<c r="A2" s="2" t="inlineStr">/);
  });

  it('a text that looks like an escape of Excel is written as it is', async () => {
    expect(await sheetOf([{ name: 'A_x0041_' }])).toContain('A_x005F_x0041_');
  });

  it('a workbook has its files, and a filter over all rows', async () => {
    const files = unzipSync(await write('xlsx', []));
    expect(Object.keys(files)).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(await sheetOf([])).toContain('<autoFilter ref="A1:D1"/>');
    expect(await sheetOf([GOMEZ, GOMEZ])).toContain('<autoFilter ref="A1:D3"/>');
  });

  it('any text is read back, without the characters that XML cannot contain', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, async (names) => {
        const visits = names.map((name) => ({ name: `«${name}»` }));
        const [, ...rows] = await readBack('xlsx', visits);
        const expected = visits.map(({ name }) =>
          // oxlint-disable-next-line no-control-regex -- XML cannot contain them.
          name.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/g, ' '),
        );
        expect(rows.map(([name]) => cellText(name))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe('P11.61 rows of a spreadsheet', () => {
  it.each(SPREADSHEET_FORMATS)('%s reads rows only as fast as its bytes are taken', async (format) => {
    let read = 0;
    let isClosed = false;
    async function* many(): AsyncGenerator<Visit> {
      try {
        for (; read < 1_000_000; read += 1) yield { name: `Persona ${Math.sin(read)}` };
      } finally {
        isClosed = true;
      }
    }
    const stream = spreadsheet(format, COLUMNS, many());
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    expect(read).toBeLessThan(100_000);
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
    expect(read).toBeLessThan(100_000);
  });

  it.each(SPREADSHEET_FORMATS)('%s ends with the error of the rows', async (format) => {
    async function* broken(): AsyncGenerator<Visit> {
      yield GOMEZ;
      throw new Error('sin base de datos');
    }
    await expect(buffer(spreadsheet(format, COLUMNS, broken()))).rejects.toThrow('sin base de datos');
  });
});
