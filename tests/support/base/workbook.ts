import { strToU8, zipSync } from 'fflate';

interface SampleSheet {
  readonly name: string;
  /** Content of `<sheetData>`. */
  readonly rows: string;
  readonly isHidden?: boolean;
}

interface WorkbookOptions {
  readonly texts?: readonly string[];
  readonly has1904Dates?: boolean;
  /** Further files of the archive. */
  readonly extra?: Readonly<Record<string, Uint8Array>>;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the files of an XLSX workbook as spreadsheet programs write them. */
export function workbookFiles(sheets: readonly SampleSheet[], options: WorkbookOptions = {}) {
  const { texts = [], has1904Dates = false, extra = {} } = options;
  const entries = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" ${isHidden ? 'state="hidden" ' : ''}r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return {
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><workbookPr date1904="${has1904Dates ? 1 : 0}"/><sheets>${entries.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<?xml version="1.0"?><Relationships>${relations.join('')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst xmlns="${SPREADSHEET}">${texts.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(`<worksheet xmlns="${SPREADSHEET}"><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
    ...extra,
  };
}

export const createWorkbook = (
  sheets: readonly SampleSheet[],
  options: WorkbookOptions = {},
): Uint8Array<ArrayBuffer> => Uint8Array.from(zipSync(workbookFiles(sheets, options), { level: 6 }));
