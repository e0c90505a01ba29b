import * as fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createWorkbook, workbookFiles } from '#tests/support/base/workbook.ts';
import { readArchiveText } from './archive.ts';
import { readXlsx } from './xlsx.ts';

const sheetOf = (rows: string, options = {}) => createWorkbook([{ name: 'Hoja1', rows }], options);
const rowsOf = (bytes: Uint8Array) => readXlsx(bytes, null).table.rows;
const codeOf = (bytes: Uint8Array) => {
  try {
    readXlsx(bytes, null);
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
  return null;
};

describe('P11.17 rows of a workbook', () => {
  it('contain texts, inline texts, numbers, booleans and gaps at their columns', () => {
    const rows = `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>Gil &amp; Paz</t></is></c>
      <c r="D2"><v>1.02030405E9</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" s="3"/></row>`;
    expect(rowsOf(sheetOf(rows, { texts: ['x', 'Ñandú'] }))).toEqual([
      { number: 2, cells: ['Ñandú', null, 'Gil & Paz', { type: 'number', text: '1.02030405E9' }, 'Sí'] },
    ]);
  });

  it('P11.19 mark formulas with their last value and error values', () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>A2&amp;"x"</f><v>Ana</v></c><c r="B1" t="e"><v>#N/A</v></c><c r="C1"><f>1+1</f></c></row>`;
    expect(rowsOf(sheetOf(rows))[0]?.cells).toEqual([
      { type: 'formula', text: 'Ana' },
      { type: 'error', text: '#N/A' },
      { type: 'formula', text: '=' },
    ]);
  });

  it('are empty for a formula whose value is the empty text', () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>IF(B1="","","x")</f><v></v></c><c r="B1" t="str"><f>C1</f><v/></c></row>
      <row r="2"><c r="A2" t="str"><f>C2</f></c></row>`;
    expect(rowsOf(sheetOf(rows))).toEqual([{ number: 2, cells: [{ type: 'formula', text: '=' }] }]);
  });

  it('are found without addresses, with namespace prefixes and with rich texts', () => {
    const files = workbookFiles([{ name: 'H', rows: '' }]);
    const sheet = `<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const texts = '<sst><si><r><t>Ana </t></r><r><t>Gil</t></r><rPh><t>no</t></rPh></si></sst>';
    const bytes = zipSync({
      ...files,
      'xl/worksheets/sheet1.xml': strToU8(sheet),
      'xl/sharedStrings.xml': strToU8(texts),
    });
    expect(rowsOf(bytes)).toEqual([{ number: 1, cells: ['Ana Gil', { type: 'number', text: '7' }] }]);
  });

  it('keep their columns behind an empty cell without address', () => {
    const rows = '<row><c><v>1</v></c><c/><c><v>3</v></c><c r="E1"><v>5</v></c><c><v>6</v></c></row>';
    const number = (text: string) => ({ type: 'number', text });
    expect(rowsOf(sheetOf(rows))[0]?.cells).toEqual([
      number('1'),
      null,
      number('3'),
      null,
      number('5'),
      number('6'),
    ]);
  });

  it.each([
    ['a repeated row', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'],
    ['rows out of order', '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>2</v></c></row>'],
    ['a row number that is no number', '<row r="x"><c><v>1</v></c></row>'],
    ['a repeated cell', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
  ])('P11.18 are rejected with %s', (_what, rows) => {
    expect(codeOf(sheetOf(rows))).toBe('damaged');
  });

  it('come from the chosen visible sheet, and know the date system of the workbook', () => {
    const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const bytes = createWorkbook(
      [
        { name: 'Oculta', rows: row('no'), isHidden: true },
        { name: 'Lista', rows: row('uno') },
        { name: 'Otra', rows: row('dos') },
      ],
      { has1904Dates: true },
    );
    const first = readXlsx(bytes, null);
    expect([first.sheets, first.table.has1904Dates]).toEqual([['Lista', 'Otra'], true]);
    expect(first.table.rows[0]?.cells).toEqual(['uno']);
    expect(readXlsx(bytes, 1).table.rows[0]?.cells).toEqual(['dos']);
  });
});

describe('P11.18 hostile workbooks', () => {
  it('macros are rejected', () => {
    expect(codeOf(sheetOf('', { extra: { 'xl/vbaProject.bin': strToU8('x') } }))).toBe('macros');
  });

  it('a file that unpacks to more than the limit is rejected before it is unpacked whole', () => {
    const bytes = sheetOf('', { extra: { 'xl/sharedStrings.xml': new Uint8Array(40_000_000).fill(32) } });
    expect(bytes.length).toBeLessThan(100_000);
    let unpacked = 0;
    const reading = {
      name: 'xl/sharedStrings.xml',
      budget: { left: 1_000_000 },
      onText: (text: string) => (unpacked += text.length),
    };
    expect(() => readArchiveText(bytes, reading)).toThrow(
      expect.objectContaining({ code: 'unpacked_too_large' }),
    );
    expect(unpacked).toBeLessThanOrEqual(1_000_000);
  });

  it('a shared text that many cells repeat is rejected', () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(190);
    const rows = `<row>${cells}</row>`.repeat(50);
    expect(codeOf(sheetOf(rows, { texts: ['x'.repeat(3_000)] }))).toBeNull();
    const many = `<row>${cells}</row>`.repeat(60);
    expect(codeOf(sheetOf(many, { texts: ['x'.repeat(3_000)] }))).toBe('unpacked_too_large');
  });

  it('more rows or columns than the limits are rejected', () => {
    const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`;
    const many = Array.from({ length: 10_051 }, (_, index) => row(index + 1)).join('');
    expect(codeOf(sheetOf(many))).toBe('too_many_rows');
    expect(codeOf(sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).toBe('too_many_columns');
  });

  it('a row number without bounds and cells out of order take no memory and no time', () => {
    const rows = `<row r="999999999999"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>`;
    expect(rowsOf(sheetOf(rows))).toEqual([
      {
        number: 999_999_999_999,
        cells: [
          { type: 'number', text: '1' },
          { type: 'number', text: '2' },
        ],
      },
    ]);
  });

  it('entities that the document defines are not expanded', () => {
    const files = workbookFiles([{ name: 'H', rows: '' }]);
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`;
    expect(rowsOf(zipSync({ ...files, 'xl/worksheets/sheet1.xml': strToU8(bomb) }))[0]?.cells).toEqual([
      '&b;',
    ]);
  });

  it.each(['[Content_Types].xml', 'word/document.xml'])('an archive with only %s is no workbook', (name) => {
    expect(codeOf(zipSync({ [name]: strToU8('<x/>') }))).toBe('not_spreadsheet');
  });

  it('damaged bytes are rejected with a reason, and never fail otherwise', () => {
    const bytes = sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { texts: ['Ana'] });
    const codes = [null, 'damaged', 'not_spreadsheet', 'unpacked_too_large', 'macros', 'too_many_columns'];
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const damaged = isCut ? bytes.slice(0, at) : bytes.with(at, byte);
        expect(codes).toContain(codeOf(damaged));
      }),
      { numRuns: 300 },
    );
  });
});
