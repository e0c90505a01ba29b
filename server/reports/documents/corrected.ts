import { correctionLines } from '#domain/evaluation/corrections.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import { entry } from '../paper/section.ts';
import type { Sheet } from '../paper/sheet.ts';
import { moment } from './words.ts';

/** Prints the corrections of the registration until the closing was signed, each with its author, reason and fields. */
export function corrected(sheet: Sheet, { corrections = [] }: ClosingContent): void {
  for (const correction of corrections)
    entry(sheet, 'H3', {
      title: `Registro corregido el ${moment(correction.at)}, por ${correction.by}`,
      text: [`Motivo: ${correction.reason}`, ...correctionLines(correction)].join('\n'),
    });
}
