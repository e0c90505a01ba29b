/**
 * Beginnings of a text that a spreadsheet program may execute as a formula. Some programs ignore blanks before them, or read
 * the full-width forms. In a CSV file an apostrophe before the text prevents it.
 */
export const FORMULA_PATTERN = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Formats in which lists are downloaded, with their media types and the names that buttons show. */
const DEFINED_FORMATS = {
  xlsx: {
    label: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { label: 'CSV', mediaType: 'text/csv' },
} as const;

export type SpreadsheetFormat = keyof typeof DEFINED_FORMATS;
export const SPREADSHEET_FORMATS = Object.keys(DEFINED_FORMATS) as [
  SpreadsheetFormat,
  ...SpreadsheetFormat[],
];

export const spreadsheetLabel = (format: SpreadsheetFormat): string => DEFINED_FORMATS[format].label;
export const spreadsheetMediaType = (format: SpreadsheetFormat): string => DEFINED_FORMATS[format].mediaType;
