import { PatientInput } from '#contract/records/evaluation/patients.ts';
import { correctionBody } from '#domain/correction.ts';
import { fullName } from '#domain/patient/name.ts';
import type {
  CorrectionBasis,
  LocalPatient,
  RegistrationForm,
  RegistrationLabels,
} from '#domain/registration.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import { typedPatientInput } from '../form/create-body.ts';
import { isValidReason } from '../form/reason.ts';

/**
 * Returns the correction that the form describes; null for a new registration, and while the reason is missing. `linked` is the
 * patient whose data fill the form; null if none.
 */
export function correctionContentOfForm(
  basis: CorrectionBasis | null,
  form: RegistrationForm,
  labels: RegistrationLabels,
  linked: LocalPatient | null,
): CorrectionContent | null {
  if (!basis || !isValidReason(basis.reason)) return null;
  const { before, labels: labelsBefore, reason } = basis;
  const patient = PatientInput.parse(typedPatientInput(form, linked));
  return {
    bodyFor: (pictures) => {
      const body = correctionBody({ before, form, reason, patient }, pictures);
      return body && JSON.stringify(body);
    },
    summary: {
      patientName: fullName(form),
      identification_type: form.identification_type,
      identification_number: form.identification_number.trim(),
      labels,
      form,
      linked: null,
      before,
      labelsBefore,
      reason: reason.trim(),
    },
  };
}
