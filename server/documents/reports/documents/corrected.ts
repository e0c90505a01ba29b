import type { Correction } from '#contract/records/evaluation/corrections.ts';
import {
  correctedAdditionalFieldPath,
  correctionLines,
  isAdditionalFieldPath,
} from '#domain/evaluation/corrections.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import { drawSectionEntry } from '../layout/section.ts';
import type { Sheet } from '../layout/sheet.ts';
import { formatIsoDateTime } from './labels.ts';

const ANOTHER_PATIENT_TEXT = 'otra persona';
const OTHER_PATIENTS_DATA_TEXT = 'Datos de otra persona, que aquí no se muestran.';
const UNPRINTED_FIELDS_TEXT = 'Campos adicionales que no salen en la historia.';

const isPatientMove = ({ changes }: Correction): boolean =>
  changes.some(({ field, before, after }) => field === 'patient' && before !== after);

/** Correction as printed, with sentences about the changes that were left out. */
interface PrintedCorrection extends Correction {
  readonly leftOut: readonly string[];
}

/**
 * Returns the corrections without data of other patients. Until the last correction that moved the evaluation to another
 * patient, the evaluation belonged to patients whose data this patient's history must not contain. The function removes the
 * former values in that correction, and all earlier changes of patient data.
 */
function omitOtherPatientsCorrectionData(
  corrections: readonly Correction[],
  { additional_fields: fields = [] }: SignedVersionContent,
): PrintedCorrection[] {
  const ofVisit = new Set(
    fields
      .filter(({ subject }) => subject === 'visit')
      .map(({ field_id: id }) => correctedAdditionalFieldPath(id)),
  );
  // An additional field without a value in the signed version may be about the patient or about the visit. It counts as a field
  // of the patient, so that its former values are not printed for the wrong patient.
  const isOfPatient = ({ field }: Correction['changes'][number]) =>
    field === 'patient' ||
    field.startsWith('patient.') ||
    (isAdditionalFieldPath(field) && !ofVisit.has(field));
  const lastMove = corrections.findLastIndex(isPatientMove);
  return corrections.map((correction, at) => {
    const { changes } = correction;
    if (at > lastMove) return { ...correction, leftOut: [] };
    if (at < lastMove)
      return {
        ...correction,
        changes: changes.filter((change) => !isOfPatient(change)),
        leftOut: changes.some(isOfPatient) ? [OTHER_PATIENTS_DATA_TEXT] : [],
      };
    const hidden = changes.map((change) =>
      isOfPatient(change) ? { ...change, before: ANOTHER_PATIENT_TEXT } : change,
    );
    return { ...correction, changes: hidden, leftOut: [] };
  });
}

/**
 * Returns the corrections without the additional fields that the history does not print. A field whose value was removed is
 * missing from the signed version, which therefore does not state whether the history may print the field; its changes are
 * omitted too.
 */
function omitUnprintedFields(
  corrections: readonly PrintedCorrection[],
  { additional_fields: fields = [] }: SignedVersionContent,
): PrintedCorrection[] {
  const printed = new Set<string>(
    fields.filter((field) => field.on_history).map(({ field_id: id }) => correctedAdditionalFieldPath(id)),
  );
  return corrections.map(({ changes, leftOut, ...correction }) => {
    const shown = changes.filter(({ field }) => !isAdditionalFieldPath(field) || printed.has(field));
    const isComplete = shown.length === changes.length;
    return {
      ...correction,
      changes: shown,
      leftOut: isComplete ? leftOut : [...leftOut, UNPRINTED_FIELDS_TEXT],
    };
  });
}

/** Returns the corrections of the signed version as its history prints them. */
export const printedCorrections = (closing: SignedVersionContent): PrintedCorrection[] =>
  omitUnprintedFields(omitOtherPatientsCorrectionData(closing.corrections ?? [], closing), closing);

export function printCorrections(sheet: Sheet, closing: SignedVersionContent): void {
  for (const correction of printedCorrections(closing))
    drawSectionEntry(sheet, 'H3', {
      title: `Registro corregido el ${formatIsoDateTime(correction.at)}, por ${correction.by}`,
      text: [`Motivo: ${correction.reason}`, ...correction.leftOut, ...correctionLines(correction)].join(
        '\n',
      ),
    });
}
