import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { correctedLabel, correctedSentence } from '#domain/evaluation/corrections.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import { entry } from '../paper/section.ts';
import type { Sheet } from '../paper/sheet.ts';
import { moment } from './words.ts';

const lineOf = ({ field, before, after }: Correction['changes'][number]): string =>
  `${correctedLabel(field)}: ${correctedSentence({ before, after })}`;

const PICTURES: Readonly<Record<string, string>> = { photo: 'Fotografía', signature: 'Firma' };

/** Prints the corrections of the registration until the closing was signed, each with its author, reason and fields. */
export function corrected(sheet: Sheet, { corrections = [] }: ClosingContent): void {
  for (const { at, by, reason, changes, pictures } of corrections)
    entry(sheet, 'H3', {
      title: `Registro corregido el ${moment(at)}, por ${by}`,
      text: [
        `Motivo: ${reason}`,
        ...changes.map(lineOf),
        ...pictures.map((type) => `${PICTURES[type] ?? type}: tomada de nuevo`),
      ].join('\n'),
    });
}
