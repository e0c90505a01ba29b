import type { IdentificationType } from '#contract/vocabulary.ts';
import type { KnownPatient, RegistrationForm, RegistrationLabels } from '#domain/registration.ts';

interface Person {
  readonly patientName: string;
  readonly identificationType: IdentificationType;
  readonly identificationNumber: string;
  /** Who confirmed it, where that is not the owner (S14). */
  readonly registeredBy?: string | undefined;
}

/** What people see of a registration, and what a correction starts from. Sealed at rest. */
export interface RegistrationSummary extends Person {
  readonly labels: RegistrationLabels;
  readonly form: RegistrationForm;
  /** The patient whom the form was filled from; null for one who was not found. */
  readonly linked: KnownPatient | null;
}

/** What people see of a file on its way to an exam. Sealed at rest. */
export interface AttachmentSummary extends Person {
  readonly examName: string;
  readonly fileName: string;
}

/** What users see of a correction, and what a further correction starts from. Sealed at rest. */
export interface CorrectionSummary extends RegistrationSummary {
  /** The registration before the correction. */
  readonly before: RegistrationForm;
  readonly labelsBefore: RegistrationLabels;
  readonly reason: string;
  /** Pictures that were taken again for it. */
  readonly pictures: readonly ('photo' | 'signature')[];
}

/** The kind of an entry or a receipt stands open beside what it seals. */
export type KindAndSummary =
  | { readonly kind: 'registration'; readonly summary: RegistrationSummary }
  | { readonly kind: 'attachment'; readonly summary: AttachmentSummary }
  | { readonly kind: 'correction'; readonly summary: CorrectionSummary };
