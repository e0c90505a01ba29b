/** This file: business constants and limits (P5, P7, P9) in bytes, milliseconds and counts. */
export const PAGE_SIZE_DEFAULT = 20;
export const EVALUATIONS_PAGE_SIZE = 10;
/** Largest page of a list response; the device fetches the catalogues in pages of this size (R1). */
export const PAGE_SIZE_MAX = 100;
export const OPTIONS_LIMIT_DEFAULT = 20;
export const OCCUPATIONS_LIMIT_DEFAULT = 25;

export const PHOTO_MAX_BYTES = 1_000_000;
export const PHOTO_MAX_WIDTH_PX = 1280;
export const PHOTO_QUALITY_STEPS = [0.85, 0.7, 0.6, 0.5] as const;
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const;
export const SIGNATURE_MAX_BYTES = 500_000;
export const SIGNATURE_TYPES = ['image/png', 'image/jpeg'] as const;
/**
 * Maximum pixels of a photo, signature or logo. A phone's '12 megapixels' are 4032 × 3024, 12.19 million. Larger images are
 * rejected before they are decoded.
 */
export const IMAGE_MAX_PIXELS = 12_600_000;
/**
 * Maximum size in bytes of a photo file that the user chooses, before the device compresses it. A phone's largest JPEG or PNG
 * of 50 megapixels fits this limit. The decoded pixels of such a photo also fit a tablet's memory, where they exist twice, with
 * four bytes per pixel.
 */
export const CHOSEN_PHOTO_MAX_BYTES = 64_000_000;
export const CHOSEN_PHOTO_MAX_PIXELS = 51_000_000;
/** Maximum pixels of an image attached to an exam: a scanned page at 600 dpi has 35 million. */
export const ATTACHMENT_IMAGE_MAX_PIXELS = 40_000_000;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;
export const NAME_MAX_LENGTH = 120;
export const EMAIL_MAX_LENGTH = 254;
export const DOCUMENT_NUMBER_MAX_LENGTH = 32;
export const ADDITIONAL_INFO_MAX_LENGTH = 2_000;
export const AUTHORISATION_MAX_LENGTH = 4_000;
export const TEXT_VERSION_MAX_LENGTH = 40;
export const WITNESS_DETAIL_MAX_LENGTH = 200;

export const SEARCH_DEBOUNCE_MS = { list: 400, filter: 300, combobox: 200 } as const;
export const CACHE_LIFETIME_MS = { list: 60_000, evaluation: 60_000, default: 300_000 } as const;
export const RETRY_BASE_MS = 1_000;
export const RETRY_CAP_MS = 30_000;

/** Maximum size of an exam's attachment; the server's configuration may change it. The base contract has no such limit. */
export const ATTACHMENT_MAX_BYTES = 15_000_000;
export const ATTACHMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export const ATTACHMENT_NAME_MAX_LENGTH = 200;
/**
 * Limits of attachments, in this order: files of one exam, files of one evaluation, bytes of one evaluation, and bytes that one
 * user uploads within 24 hours.
 */
export const ATTACHMENTS_PER_EXAM_MAX = 20;
export const ATTACHMENTS_PER_EVALUATION_MAX = 60;
export const ATTACHMENTS_EVALUATION_MAX_BYTES = 300_000_000;
export const USER_DAILY_ATTACHMENTS_MAX_BYTES = 2_000_000_000;
/** Maximum characters of one result or one note: about ten pages of text. */
export const CLINICAL_TEXT_MAX_LENGTH = 20_000;
/** Maximum lines of one result or one note; consecutive empty lines count once, as in the printed document. */
export const CLINICAL_TEXT_MAX_LINES = 500;
export const CLARIFICATION_MAX_LENGTH = 2_000;
export const CLARIFICATION_MAX_LINES = 60;
export const CLARIFICATIONS_PER_VERSION_MAX = 20;
/**
 * Maximum printed lines of all documents of an evaluation: about 400 pages, the length of fifteen results and all notes at
 * their limits.
 */
export const SIGNED_VERSION_MAX_LINES = 21_000;
export const NOTE_PHRASE_MAX_LENGTH = 500;
export const NOTE_PHRASES_MAX = 1_000;
/** Limits of additional fields: fields in use, and all fields including inactive ones. */
export const ACTIVE_ADDITIONAL_FIELDS_MAX = 40;
export const ALL_ADDITIONAL_FIELDS_MAX = 200;
export const ADDITIONAL_FIELD_POSITION_MAX = 999;
export const ADDITIONAL_LABEL_MAX_LENGTH = 80;
export const ADDITIONAL_VALUE_MAX_LENGTH = 500;
/**
 * Maximum bytes of a registration or correction. All additional fields with the longest labels and values take 140 kB, if the
 * client escapes each character (`\u0000`).
 */
export const REGISTRATION_BODY_MAX_BYTES = 192 * 1024;
/** Limits of the list of a choice: options, and characters of one option. */
export const CHOICES_PER_ADDITIONAL_FIELD_MAX = 2_000;
export const ADDITIONAL_CHOICE_MAX_LENGTH = 120;
/** Maximum number of open evaluations that a doctor's device prefetches (R2). */
export const PREFETCHED_EVALUATIONS_MAX = 50;

export const CATALOG_CODE_MAX_LENGTH = 40;
export const CATALOG_NAME_MAX_LENGTH = 200;
/** Companies that one registration may propose: the employer and the contractor. */
export const PROPOSED_COMPANIES_MAX = 2;
/** Active proposals without a decision, above which further ones are stored inactive. */
export const UNDECIDED_PROPOSALS_MAX = 200;
/** Proposals of one author within 24 hours, above which further ones are stored inactive. */
export const PROPOSALS_OF_AUTHOR_PER_DAY_MAX = 20;
export const CATALOG_TEXT_MAX_LENGTH = 2_000;
export const BRANCH_CONTACT_MAX_LENGTH = 200;
/** Maximum characters of a NIT or 'habilitación' code, including the dots and blanks that users type. */
export const NIT_MAX_LENGTH = 24;
export const USER_STATUS_REASON_MAX_LENGTH = 500;
/** Maximum characters of the reason for signing as another doctor, dismissing a warning or reopening an evaluation. */
export const REASON_MAX_LENGTH = 500;
/**
 * Minimum characters of a reason, because a shorter reason does not help a later reader. Shorter reasons that are already
 * stored stay valid.
 */
export const REASON_MIN_LENGTH = 10;
/** Maximum size of a logo, 250 KB (P5); 1 KB is 1000 bytes everywhere in the product. */
export const LOGO_MAX_BYTES = 250_000;
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;

export const PROGRAMME_NAME_MAX_LENGTH = 80;
export const OFFERED_PROGRAMMES_MAX = 40;
export const EVALUATION_PROGRAMMES_MAX = 20;
/** Limits of a decision: characters of a restriction or task, restrictions per evaluation, tasks per evaluation. */
export const DECISION_TEXT_MAX_LENGTH = 160;
export const EVALUATION_RESTRICTIONS_MAX = 40;
export const EVALUATION_TASKS_MAX = 40;
export const EVALUATION_CORRECTIONS_MAX = 50;
