import { PatientInput } from '#contract/records/evaluation/patients.ts';
import { correctionBody } from '#domain/correction.ts';
import {
  nameIn,
  type CorrectionBasis,
  type KnownPatient,
  type RegistrationForm,
  type RegistrationLabels,
} from '#domain/registration.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import { typedPatient } from '../form/create-body.ts';
import { isReason } from '../form/reason.ts';

/**
 * The correction that a form comes to; null for a new registration, and while the reason is missing. Whether it is sent, or the
 * registration itself is replaced, is decided when it is confirmed. `linked` is the patient that the form was filled from.
 */
export function correctionOf(
  basis: CorrectionBasis | null,
  form: RegistrationForm,
  labels: RegistrationLabels,
  linked: KnownPatient | null,
): CorrectionContent | null {
  if (!basis || !isReason(basis.reason)) return null;
  const { before, labels: labelsBefore, reason } = basis;
  const patient = PatientInput.parse(typedPatient(form, linked));
  return {
    bodyFor: (pictures) => {
      const body = correctionBody({ before, form, reason, patient }, pictures);
      return body && JSON.stringify(body);
    },
    summary: {
      patientName: nameIn(form),
      identificationType: form.identificationType,
      identificationNumber: form.identificationNumber.trim(),
      labels,
      form,
      linked: null,
      before,
      labelsBefore,
      reason: reason.trim(),
    },
  };
}
