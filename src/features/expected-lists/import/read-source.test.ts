import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { createWorkbook } from '#tests/support/base/workbook.ts';
import { decodeText, readDelimited } from './delimited.ts';
import { ROSTER_FILE_MAX_BYTES } from './file-problem.ts';
import { readSource } from './read-source.ts';

const cellsOf = (text: string) => readDelimited(text, false).rows.map(({ cells }) => cells);
const readFile = (content: BlobPart) =>
  readSource({ type: 'file', file: new Blob([content]), sheet: null }, () => undefined);
const rejection = (code: string) => expect.objectContaining({ code });
/** Encodes text as Excel does in Spanish: one byte a character. */
const toLatin1 = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 63);

describe('P11.17 text files', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Muñoz;Peña')],
    ['UTF-8 with byte order mark', new TextEncoder().encode('\u{feff}Muñoz;Peña')],
    ['Windows-1252', toLatin1('Muñoz;Peña')],
    ['UTF-16', Uint8Array.from(Buffer.from('\u{feff}Muñoz;Peña', 'utf16le'))],
  ])('in %s keep their accents', (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe('Muñoz;Peña');
  });

  it.each([
    ['Mac Roman', 'Mu\u0096oz;Garc\u0092a;Jos\u008e'],
    ['Mac Roman in capitals', 'MU\u0084OZ;GARC\u00eaA;JES\u00f2S'],
    ['CP850', 'Mu\u00a4oz;Garc\u00a1a;Jos\u0082'],
    ['CP850 in capitals', 'MU\u00a5OZ;G\u00e0MEZ;JES\u00e9S'],
    ['UTF-8 with a damaged byte', 'Mu\u00c3\u00b1oz;Garc\u00c3\u00ada;Jos\u00c3'],
  ])('P11.18 in %s are rejected', (_encoding, text) => {
    expect(() => decodeText(toLatin1(text))).toThrow(rejection('wrong_accents'));
  });

  it.each(['Cédula N° 1;D\u0092Angelo;GARCÍA', 'N\u00ba;MUNOZ', 'João;Muñoz', 'José\u00a0de;¿Sí?'])(
    'in Windows-1252 may contain other signs: %j',
    (text) => {
      expect(decodeText(toLatin1(text)).replace('’', '\u0092')).toBe(text);
    },
  );

  it('with a tab in a cell keep their separator, and pasted cells have tabs', () => {
    const text = 'a;b;c\nd;e\tf;g\n';
    expect(cellsOf(text)[1]).toEqual(['d', 'e\tf', 'g']);
    expect(readDelimited(text, true).rows[1]?.cells).toEqual(['d;e', 'f;g']);
  });

  it.each([
    ['a;b\r\nc;d', 'semicolons'],
    ['a,b\nc,d', 'commas'],
    ['a\tb\nc\td', 'tabs'],
    ['a|b\nc|d', 'bars'],
    ['sep=;\r\na;b\r\nc;d', 'a stated separator'],
  ])('%j is separated by %s', (text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('keep the row numbers of the file, and drop empty rows and cells at the end', () => {
    expect(readDelimited('a;b;;\r\n;;\r\n\r\n"c\nd";e\r\n;;;\r\n', false).rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 4, cells: ['c\nd', 'e'] },
    ]);
  });

  it('P11.19 mark formulas, except texts that Excel wraps into one to keep its zeros', () => {
    expect(cellsOf('="0123";=CMD();-5\n')).toEqual([['0123', { type: 'formula', text: '=CMD()' }, '-5']]);
  });

  it('P11.82 lose the apostrophe by which an export keeps a text from being a formula, and no other apostrophe', () => {
    expect(cellsOf("'+57 300;'=1+1;'- x;'Ana';'1020304\n")).toEqual([
      ['+57 300', '=1+1', '- x', "'Ana'", "'1020304"],
    ]);
  });

  it('with any content in quotes are read back unchanged', () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => hasVisibleCharacter(text) && !/^[=']/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'));
        expect(cellsOf(`sep=;\r\n${quoted.join('\r\n')}`)).toEqual(rows);
      }),
    );
  });
});

describe('P11.18 rejected files', () => {
  it.each([
    ['an old or locked workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), 'old_or_locked'],
    ['a PDF', '%PDF-1.7', 'not_spreadsheet'],
    ['a web page with the name .xls', '<html><table><tr><td>Ana', 'not_spreadsheet'],
    ['bytes that are no text', new Uint8Array([1, 0, 2, 0, 255]), 'not_spreadsheet'],
    ['an empty file', '', 'empty'],
    ['a file of separators', ';;;\r\n;;;', 'empty'],
    ['an open quotation mark', 'a;b\n"c;d\ne;f', 'open_quote'],
    ['too many columns', `${'x;'.repeat(1_000)}x`, 'too_many_columns'],
    ['too many rows', 'x;y\n'.repeat(10_051), 'too_many_rows'],
    ['an empty sheet', createWorkbook([{ name: 'H', rows: '' }]), 'empty'],
  ])('%s is rejected', async (_what, content, code) => {
    await expect(readFile(content)).rejects.toEqual(rejection(code));
  });

  it('a file of 100 MB is rejected without being read', async () => {
    const file = {
      size: 100_000_000,
      arrayBuffer: () => Promise.reject(new Error('was read')),
    } as unknown as Blob;
    expect(file.size).toBeGreaterThan(ROSTER_FILE_MAX_BYTES);
    const reading = readSource({ type: 'file', file, sheet: null }, () => undefined);
    await expect(reading).rejects.toEqual(rejection('too_large'));
  });

  it('any bytes are read or rejected with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const result = await readFile(Uint8Array.from(bytes)).catch((error: unknown) => error);
        expect(result).toSatisfy((one: object) => 'table' in one || 'code' in one);
      }),
    );
  });
});

it('P11.17 the content decides the format, and the progress of a workbook ends at the whole file', async () => {
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>Ana</t></is></c></row>';
  const shares: number[] = [];
  const file = new File([createWorkbook([{ name: 'H', rows: row }])], 'lista.csv');
  const { table } = await readSource({ type: 'file', file, sheet: null }, (share) => shares.push(share));
  expect(table.rows[0]?.cells).toEqual(['Ana']);
  expect(shares.at(-1)).toBe(1);
});
