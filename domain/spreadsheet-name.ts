import type { SpreadsheetFormat } from '#contract/spreadsheets.ts';
import { bogotaDay } from './time/clock.ts';

/** Returns the name of a downloaded list, such as `evaluaciones_20261130.xlsx`. */
export const spreadsheetFileName = (
  subject: string,
  instant: number,
  format: SpreadsheetFormat | 'pdf',
): string => `${subject}_${bogotaDay(instant).replaceAll('-', '')}.${format}`;
