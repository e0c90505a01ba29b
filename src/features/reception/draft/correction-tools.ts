import type {
  CorrectionBasis,
  LocalPatient,
  RegistrationForm,
  RegistrationLabels,
} from '#domain/registration.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import type { CorrectionAvailability } from '#storage/outbox/open-correction.ts';

/** Form of a correction and the patient whose data fill it; null if none. */
export interface CorrectedForm {
  readonly basis: CorrectionBasis;
  readonly form: RegistrationForm;
  readonly linked: LocalPatient | null;
}

export interface CorrectionTools {
  readonly readCorrectionNow: (ownerId: string, key: string) => Promise<CorrectionAvailability>;
  readonly correctionOf: (
    basis: CorrectionBasis | null,
    form: RegistrationForm,
    labels: RegistrationLabels,
    linked: LocalPatient | null,
  ) => CorrectionContent | null;
  readonly isPersonAsked: (corrected: CorrectedForm) => boolean;
}
