import { PATIENT_CONCEPT_FIELDS, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';

type ConceptField = (typeof PATIENT_CONCEPT_FIELDS)[number];
type ConceptPatientData = { readonly [Field in ConceptField]?: string | null | undefined };

/**
 * Returns the data that the concept would print as 'No registrado', in the order of the form. Reception and the doctor's page
 * warn about them; none of them blocks a registration or a signature.
 */
export const findMissingConceptData = (
  patient: ConceptPatientData,
): { readonly field: ConceptField; readonly label: string }[] =>
  PATIENT_CONCEPT_FIELDS.filter((field) => !hasVisibleCharacter(patient[field] ?? '')).map((field) => ({
    field,
    label: PATIENT_FIELDS[field].label,
  }));
