import type { IdentificationType } from '#contract/vocabulary.ts';
import type { KnownPatient, RegistrationForm, RegistrationLabels } from '#domain/registration.ts';

interface Person {
  readonly patientName: string;
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  /** Name of the user who confirmed the entry, if this is not the owner (S14). */
  readonly registeredBy?: string | undefined;
}

/** Registration data that users see and that a correction starts from. Encrypted at rest. */
export interface RegistrationSummary extends Person {
  readonly labels: RegistrationLabels;
  readonly form: RegistrationForm;
  /** Patient whose data filled the form; null when the patient was not found. */
  readonly linked: KnownPatient | null;
}

/** Data that users see of a file on its way to an exam. Encrypted at rest. */
export interface AttachmentSummary extends Person {
  readonly examName: string;
  readonly fileName: string;
}

/** Correction data that users see and that a further correction starts from. Encrypted at rest. */
export interface CorrectionSummary extends RegistrationSummary {
  /** The registration before the correction. */
  readonly before: RegistrationForm;
  readonly labelsBefore: RegistrationLabels;
  readonly reason: string;
  /** Pictures that were retaken for it. */
  readonly pictures: readonly ('photo' | 'signature')[];
}

/** Kind and summary of an entry or a receipt. The kind is stored unencrypted next to the encrypted summary. */
export type KindAndSummary =
  | { readonly kind: 'registration'; readonly summary: RegistrationSummary }
  | { readonly kind: 'attachment'; readonly summary: AttachmentSummary }
  | { readonly kind: 'correction'; readonly summary: CorrectionSummary };
