import { PATIENT_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { foldText } from '#domain/text/fold.ts';

type NameFieldName = (typeof PATIENT_NAME_FIELDS)[number];
type PartialNames = { readonly [Name in NameFieldName]?: string | null | undefined };

const countAccents = (text: string): number => text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0;

const differsOnlyByMissingAccents = (known: string, written: string): boolean =>
  foldText(known) === foldText(written) && countAccents(written) < countAccents(known);

/** Returns the known names that the receptionist typed with fewer accents. These names keep their stored spelling. */
export const spellingToKeep = (
  known: PartialNames,
  written: PartialNames,
): Partial<Record<NameFieldName, string>> =>
  Object.fromEntries(
    PATIENT_NAME_FIELDS.flatMap((part) => {
      const name = known[part] ?? '';
      return differsOnlyByMissingAccents(name, written[part] ?? '') ? [[part, name]] : [];
    }),
  );
