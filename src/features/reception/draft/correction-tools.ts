import type {
  CorrectionBasis,
  LocalPatient,
  RegistrationForm,
  RegistrationLabels,
} from '#domain/registration.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import type { CorrectionAvailability } from '#storage/outbox/open-correction.ts';

export interface CorrectionTools {
  readonly readCorrectionNow: (ownerId: string, key: string) => Promise<CorrectionAvailability>;
  readonly correctionOf: (
    basis: CorrectionBasis | null,
    form: RegistrationForm,
    labels: RegistrationLabels,
    linked: LocalPatient | null,
  ) => CorrectionContent | null;
  readonly isPersonAsked: (
    basis: CorrectionBasis,
    form: RegistrationForm,
    linked: LocalPatient | null,
  ) => boolean;
}
