import type { SpreadsheetFormat } from '#contract/spreadsheets.ts';
import { shortId } from './text/short-id.ts';
import { bogotaDay } from './time/clock.ts';

/** Returns the name of a downloaded list, such as `evaluaciones_20261130.xlsx`. */
export const spreadsheetFileName = (
  subject: string,
  instant: number,
  format: SpreadsheetFormat | 'pdf',
): string => `${subject}_${bogotaDay(instant).replaceAll('-', '')}.${format}`;

/** Returns the name of a downloaded notice about absent people, such as `aviso_1a2b3c4d.pdf`. */
export const noticeFileName = (noticeId: string): string => `aviso_${shortId(noticeId).toLowerCase()}.pdf`;
