import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { correctionLines } from '#domain/evaluation/corrections.ts';
import type { SignedVersionContent } from '../../signed-versions/signed-version.ts';
import { drawEntry } from '../layout/section.ts';
import type { Sheet } from '../layout/sheet.ts';
import { dateTimeText } from './labels.ts';

const ANOTHER_PATIENT = 'otra persona';

/**
 * Removes the data of another patient from the correction. A correction may have moved the evaluation from a wrong patient to
 * this one, and this patient's history must not contain the wrong patient's data.
 */
function withoutAnother(correction: Correction): Correction {
  const isMoved = correction.changes.some(
    ({ field, before, after }) => field === 'patient' && before !== after,
  );
  const ofPatient = (field: string) => field === 'patient' || field.startsWith('patient.');
  const changes = correction.changes.map((change) =>
    isMoved && ofPatient(change.field) ? { ...change, before: ANOTHER_PATIENT } : change,
  );
  return { ...correction, changes };
}

export function printCorrections(sheet: Sheet, { corrections = [] }: SignedVersionContent): void {
  for (const correction of corrections)
    drawEntry(sheet, 'H3', {
      title: `Registro corregido el ${dateTimeText(correction.at)}, por ${correction.by}`,
      text: [`Motivo: ${correction.reason}`, ...correctionLines(withoutAnother(correction))].join('\n'),
    });
}
