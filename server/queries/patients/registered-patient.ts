import {
  PATIENT_DATA,
  type Patient,
  PatientData,
  type PatientInput,
} from '#contract/records/evaluation/patients.ts';
import { foldText } from '#domain/text/fold.ts';

/** As it lies with the evaluation; rows of earlier versions have less of it, or nothing. */
type RegisteredPatient = Partial<Patient>;

/**
 * The person as an evaluation was registered with them: what the desk typed or removed, and what was known already where it left
 * something out or found the person. The person may be changed later, by another branch too.
 */
export function registeredAs(known: Patient, typed: PatientInput | undefined): RegisteredPatient {
  const { cleared = [], former_type: _former, ...person } = typed ?? {};
  const given = Object.entries(person).filter(([, value]) => value !== undefined);
  const removed = cleared.map((field) => [field, null] as const);
  return { ...known, ...Object.fromEntries([...given, ...removed]) };
}

/** Capitals, accents and blanks are a way of writing. */
const isSame = (a: string | null | undefined, b: string | null | undefined): boolean =>
  foldText(a ?? '') === foldText(b ?? '');

/** What of the person was otherwise when the evaluation was registered, as it was; undefined where nothing was. */
export function patientWas(registered: RegisteredPatient | null, now: Patient): PatientData | undefined {
  const then = PatientData.parse(registered ?? {});
  const changed = PATIENT_DATA.filter(
    (field) => then[field] !== undefined && !isSame(then[field], now[field]),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((field) => [field, then[field]]));
}
