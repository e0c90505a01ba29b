// @module-tag landing
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { guessColumns } from '#domain/roster/guess-columns.ts';
import type { ReadRow, RosterReading } from '#domain/roster/read-row.ts';
import { findTableWarnings } from '#domain/roster/warnings.ts';
import { createWorkbook } from '#tests/support/base/workbook.ts';
import { UNPACKED_MAX_BYTES } from './file-problem.ts';
import type { RosterSource } from './read-source.ts';
import { doImportWork } from './work.ts';
import type { Workbook } from './xlsx.ts';

const CLINIC = {
  defaults: { identification_type: 'CC', evaluation_type_id: '', package_job: '' },
  evaluationTypes: [],
  additionalFields: [],
  today: '2026-11-30',
} as const;
const ignore = () => undefined;

const fileOf = (content: BlobPart, sheet: number | null = null): RosterSource => ({
  type: 'file',
  file: new Blob([content]),
  sheet,
});
const pasted = (text: string): RosterSource => ({ type: 'text', text });

async function openSheet(source: RosterSource) {
  const { table } = (await doImportWork({ type: 'source', source }, ignore)) as Workbook;
  const reading: RosterReading = { ...CLINIC, ...guessColumns(table, []) };
  return { table, reading };
}

async function readRows(source: RosterSource): Promise<readonly ReadRow[]> {
  const { table, reading } = await openSheet(source);
  return (await doImportWork({ type: 'rows', table, reading }, ignore)) as readonly ReadRow[];
}

/** Returns each row in one line: its number, and the person, or the indexes of the wrong columns. */
async function readLines(source: RosterSource): Promise<string[]> {
  return (await readRows(source)).map((row) => {
    if (row.type === 'invalid')
      return `${row.number} wrong ${row.problems.map(({ column }) => column).join()}`;
    const { identification_type: type, identification_number: number, ...person } = row.person;
    const names = [person.first_name, person.middle_name, person.last_name, person.second_last_name];
    const known = [type, number, ...names, person.birth_date].filter(Boolean);
    return `${row.number} ${known.join(' ')}`;
  });
}

const TITLES = 'Cédula;Nombres;Apellidos;Fecha de nacimiento';
const csv = (...lines: string[]) => fileOf([TITLES, ...lines].join('\r\n'));
const inline = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
const number = (text: string) => `<c><v>${text}</v></c>`;
const rowXml = (at: number, ...cells: string[]) => `<row r="${at}">${cells.join('')}</row>`;
const titleRow = (at: number) => rowXml(at, ...TITLES.split(';').map(inline));
const sheet = (...rows: string[]) => fileOf(createWorkbook([{ name: 'Lista', rows: rows.join('') }]));
const ANA_ROW = [inline('1020304050'), inline('Ana'), inline('Gil'), inline('14/06/1988')];
const ANA = 'CC 1020304050 Ana Gil 1988-06-14';
/** Encodes text as Excel does in Spanish: one byte a character. */
const toLatin1 = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 63);

describe('P11.82 odd cells are read as the user sees them', () => {
  it.each([
    ['no-break spaces', '\u00a01\u00a0020\u00a0304\u00a0050;\u00a0Ana\u00a0;Gil;\u00a014/06/1988\u00a0', ANA],
    ['invisible marks', '\u200e1020304050\u202c;\u200bAna;\ufeffGil\u00ad;\u200f14/06/1988', ANA],
    ['dots in the document', '1.020.304.050;Ana;Gil;14/06/1988', ANA],
    ['leading zeros', '0012345678;Ana;Gil;', 'CC 0012345678 Ana Gil'],
    ['a type before the number', 'C.C. No. 1.020.304.050;Ana;Gil;', 'CC 1020304050 Ana Gil'],
    ['another type before the number', 'TI 1020304050;Ana;Gil;', 'TI 1020304050 Ana Gil'],
    ['an apostrophe of Excel', "'1020304050;Ana;Gil;", 'CC 1020304050 Ana Gil'],
    ['decimals of Excel', '1020304050,00;Ana;Gil;', 'CC 1020304050 Ana Gil'],
    ['a shortened number', '1,23E+09;Ana;Gil;', 'wrong 0'],
    ['a NIT instead of a document', '900.123.456-7;Ana;Gil;', 'wrong 0'],
    ['a day number', '1020304050;Ana;Gil;32308', ANA],
    ['a day that does not exist', '1020304050;Ana;Gil;31/02/1988', 'wrong 3'],
    [
      'a line end within quotes',
      '1020304050;"Ana\nMaría";"de la\r\nCruz";',
      'CC 1020304050 Ana María de la Cruz',
    ],
    ['capitals and a tilde of two characters', '1020304050;ANA;NUN\u0303EZ;', 'CC 1020304050 ANA NUÑEZ'],
    ['a person with one name', '1020304050;Rajesh;Sin apellido;', 'CC 1020304050 Rajesh Sin apellido'],
    ['a missing surname', '1020304050;Rajesh;;', 'wrong 2'],
    ['a formula', '=A1;Ana;Gil;', 'wrong 0'],
    ['only invisible marks', '\u200b; ;\u00a0;', null],
  ])('P11.82 with %s', async (_what, line, expected) => {
    const lines = await readLines(csv(line, '52123456;Luz;Paz;'));
    expect(lines).toEqual([...(expected === null ? [] : [`2 ${expected}`]), '3 CC 52123456 Luz Paz']);
  });

  it('P11.82 a missing surname is reported with what to write', async () => {
    const [row] = await readRows(csv('1020304050;Rajesh;;'));
    expect(row).toMatchObject({
      problems: [{ message: 'Ingrese los apellidos. Si no tiene, escribe: Sin apellido.' }],
    });
  });

  it.each([
    ['Rajesh Sin apellido', 'CC 1020304050 Rajesh Sin apellido'],
    ['SIN APELLIDO, RAJESH', 'CC 1020304050 RAJESH Sin apellido'],
  ])('P11.82 the name in one column %j has no surname', async (name, expected) => {
    const source = fileOf(`Cédula;Nombres y apellidos\n1020304050;${name}`);
    expect(await readLines(source)).toEqual([`2 ${expected}`]);
  });

  it('P11.22 a passport whose number begins like a type keeps it, unless it is too long', async () => {
    const titles = 'Tipo de documento;Número de documento;Nombres;Apellidos';
    const source = fileOf([titles, 'PA;CC123456;Ana;Gil', 'PA;CC1020304050;Luz;Paz'].join('\n'));
    expect(await readLines(source)).toEqual(['2 PA CC123456 Ana Gil', '3 wrong 1']);
  });
});

describe('P11.82 odd sheets are read from their titles on', () => {
  const titlesOf = (separator: string) => TITLES.replaceAll(';', separator);
  const ANA_NUMBERS = [number('1.02030405E9'), inline('Ana'), inline('Gil'), number('32308')];
  const LUZ_ROW = [number('52123456'), inline('Luz'), inline('Paz')];
  const ESCAPED_ROW = [inline('1020304050'), inline('Ana_x000D_\nMaría'), inline('Gil')];
  const FORMULA_ROW = ['<c><f>B9</f><v>1020304050</v></c>', inline('Ana'), '<c t="e"><v>#N/A</v></c>'];

  it.each<[string, RosterSource, string[]]>([
    [
      'titles in the fourth row',
      sheet(rowXml(1, inline('Flores Demo')), titleRow(4), rowXml(5, ...ANA_ROW)),
      [`5 ${ANA}`],
    ],
    [
      'a merged cell above the titles',
      sheet(rowXml(1, inline('DATOS PERSONALES'), '<c/><c/><c/>'), titleRow(2), rowXml(3, ...ANA_ROW)),
      [`3 ${ANA}`],
    ],
    [
      'empty rows between people',
      sheet(titleRow(1), rowXml(4, ...ANA_ROW), rowXml(9, ...LUZ_ROW)),
      [`4 ${ANA}`, '9 CC 52123456 Luz Paz'],
    ],
    ['numbers and day numbers', sheet(titleRow(1), rowXml(2, ...ANA_NUMBERS)), [`2 ${ANA}`]],
    [
      'line ends that Excel escapes',
      sheet(titleRow(1), rowXml(2, ...ESCAPED_ROW)),
      ['2 CC 1020304050 Ana María Gil'],
    ],
    ['formulas and error values', sheet(titleRow(1), rowXml(2, ...FORMULA_ROW)), ['2 wrong 0,2']],
    [
      'tabs, as pasted from a spreadsheet',
      pasted(`${titlesOf('\t')}\n1020304050\tAna\tGil\t14/06/1988\n`),
      [`2 ${ANA}`],
    ],
    [
      'Windows-1252 and semicolons',
      fileOf(toLatin1(`${TITLES}\r\n1020304050;José;Muñoz;\r\n`)),
      ['2 CC 1020304050 José Muñoz'],
    ],
    [
      'commas and quotes',
      fileOf(`"${titlesOf('","')}"\n"1,020,304,050","Ana","Gil","14/06/1988"`),
      [`2 ${ANA}`],
    ],
  ])('P11.82 with %s', async (_what, source, expected) => {
    expect(await readLines(source)).toEqual(expected);
  });

  it('P11.82 with 65,000 rows that only look filled', async () => {
    const blankRows = (cell: string) =>
      Array.from({ length: 65_000 }, (_none, nth) => rowXml(nth + 3, cell)).join('');
    for (const cell of ['<c s="1"/>', inline(' '), inline('\u00a0\u200b'), '<c t="str"><f>A1</f><v></v></c>'])
      expect(await readLines(sheet(titleRow(1), rowXml(2, ...ANA_ROW), blankRows(cell)))).toEqual([
        `2 ${ANA}`,
      ]);
    const text = `${TITLES}\n1020304050;Ana;Gil;14/06/1988\n${';;;\n'.repeat(65_000)}`;
    expect(await readLines(fileOf(text))).toEqual([`2 ${ANA}`]);
  });

  it('P11.82 from the sheet that the user chooses', async () => {
    const bytes = createWorkbook([
      { name: 'Portada', rows: rowXml(1, inline('Flores Demo')) },
      { name: 'Lista', rows: titleRow(1) + rowXml(2, ...ANA_ROW) },
    ]);
    expect(await readLines(fileOf(bytes, 1))).toEqual([`2 ${ANA}`]);
  });

  it('P11.82 with repeated titles use the first column and warn about the other one', async () => {
    const source = fileOf('Cédula;Nombre;Nombre;Cargo\n1020304050;Ana Gil;Luz Paz;Auxiliar');
    const { table, reading } = await openSheet(source);
    expect([...reading.mapping]).toContainEqual([1, 'full_name']);
    const warning = { type: 'several_columns', column: 1, other: 2 };
    expect(findTableWarnings(table, reading)).toContainEqual(warning);
  });
});

const workbookWith = (extra: Readonly<Record<string, Uint8Array>>) =>
  fileOf(createWorkbook([{ name: 'Lista', rows: titleRow(1) }], { extra }));

it.each<[string, RosterSource, string]>([
  ['with macros', workbookWith({ 'xl/vbaProject.bin': strToU8('x') }), 'macros'],
  [
    'that unpacks to more than the limit',
    workbookWith({ 'xl/sharedStrings.xml': new Uint8Array(UNPACKED_MAX_BYTES + 1).fill(32) }),
    'unpacked_too_large',
  ],
])('P11.18 a workbook %s is rejected', async (_what, source, code) => {
  await expect(readRows(source)).rejects.toMatchObject({ code });
});
