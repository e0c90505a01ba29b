import type { IdentificationType } from '#contract/vocabulary.ts';
import type { LocalPatient, RegistrationForm, RegistrationLabels } from '#domain/registration.ts';

interface EntrySummaryBase {
  readonly patientName: string;
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  /** Name of the user who confirmed the entry; absent if that is the owner (S14). */
  readonly registeredBy?: string | undefined;
}

/** Data of a registration, for display and as the start of a correction. Stored encrypted. */
export interface RegistrationSummary extends EntrySummaryBase {
  readonly labels: RegistrationLabels;
  readonly form: RegistrationForm;
  /** Patient, found by a lookup, whose data filled the form; null for a new patient. */
  readonly linked: LocalPatient | null;
}

export interface AttachmentSummary extends EntrySummaryBase {
  readonly examName: string;
  readonly fileName: string;
}

/** Data of a correction, for display and as the start of a further correction. Stored encrypted. */
export interface CorrectionSummary extends RegistrationSummary {
  readonly before: RegistrationForm;
  readonly labelsBefore: RegistrationLabels;
  readonly reason: string;
  readonly pictures: readonly ('photo' | 'signature')[];
}

/** Kind and summary of an entry or receipt. The kind is stored in plain text, the summary encrypted. */
export type KindAndSummary =
  | { readonly kind: 'registration'; readonly summary: RegistrationSummary }
  | { readonly kind: 'attachment'; readonly summary: AttachmentSummary }
  | { readonly kind: 'correction'; readonly summary: CorrectionSummary };
