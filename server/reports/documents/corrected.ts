import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { correctionLines } from '#domain/evaluation/corrections.ts';
import type { SignedVersionContent } from '../../signed-versions/signed-version.ts';
import { drawEntry } from '../layout/section.ts';
import type { Sheet } from '../layout/sheet.ts';
import { dateTimeText } from './labels.ts';

const ANOTHER_PATIENT = 'otra persona';

/**
 * Returns the correction without data of another patient. A correction may have moved the registration from that patient, and
 * the history is given to its own patient.
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

/** Prints the corrections that were made before signing, each with its author, reason and fields. */
export function printCorrections(sheet: Sheet, { corrections = [] }: SignedVersionContent): void {
  for (const correction of corrections)
    drawEntry(sheet, 'H3', {
      title: `Registro corregido el ${dateTimeText(correction.at)}, por ${correction.by}`,
      text: [`Motivo: ${correction.reason}`, ...correctionLines(withoutAnother(correction))].join('\n'),
    });
}
