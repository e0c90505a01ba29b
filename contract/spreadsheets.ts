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
