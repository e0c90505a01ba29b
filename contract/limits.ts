/** Business constants and limits (P5, P7, P9). Bytes, milliseconds, counts. */
export const PAGE_SIZE_DEFAULT = 20;
export const EVALUATIONS_PAGE_SIZE = 10;
/** The largest page a list call answers; the mirror crawls catalogues with it (R1). */
export const PAGE_SIZE_MAX = 100;
export const OPTIONS_LIMIT_DEFAULT = 20;
export const OCCUPATIONS_LIMIT_DEFAULT = 25;

export const PHOTO_MAX_BYTES = 1_000_000;
export const PHOTO_MAX_WIDTH = 1280;
export const PHOTO_QUALITY_STEPS = [0.85, 0.7, 0.6, 0.5] as const;
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const;
export const SIGNATURE_MAX_BYTES = 500_000;
export const SIGNATURE_TYPES = ['image/png', 'image/jpeg'] as const;
/** Photos, signatures and logos. A telephone's '12 megapixels' are 4032 × 3024, 12.19 million; more is refused before it is decoded. */
export const IMAGE_MAX_PIXELS = 12_600_000;
/**
 * A photo that is chosen from a file and made smaller on the device: a telephone's largest JPEG or PNG of 50 megapixels, and no
 * more memory than a tablet has (four bytes a pixel, twice).
 */
export const CHOSEN_PHOTO_MAX_BYTES = 64_000_000;
export const CHOSEN_PHOTO_MAX_PIXELS = 51_000_000;
/** The picture of an exam: a page of a scanner at 600 dpi has 35 million. */
export const ATTACHMENT_IMAGE_MAX_PIXELS = 40_000_000;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;
export const NAME_MAX_LENGTH = 120;
export const DOCUMENT_MAX_LENGTH = 32;
export const ADDITIONAL_INFO_MAX_LENGTH = 2_000;
/** What the patient signs, and the clinic's name for that version of it. */
export const AUTHORISATION_MAX_LENGTH = 4_000;
export const TEXT_VERSION_MAX_LENGTH = 40;
export const WITNESS_DETAIL_MAX_LENGTH = 200;

export const SEARCH_DEBOUNCE_MS = { list: 400, filter: 300, combobox: 200 } as const;
export const CACHE_MS = { list: 60_000, evaluation: 60_000, default: 300_000 } as const;
export const RETRY_BASE_MS = 1_000;
export const RETRY_CAP_MS = 30_000;

/** The base contract shows no limit for exam attachments; this is ours unless the provider is configured otherwise. */
export const ATTACHMENT_MAX_BYTES = 15_000_000;
export const ATTACHMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export const ATTACHMENT_NAME_MAX_LENGTH = 200;
/** Files of one exam and of one evaluation, and the bytes of one evaluation and of one user within 24 hours. */
export const ATTACHMENTS_EXAM_MAX = 20;
export const ATTACHMENTS_EVALUATION_MAX = 60;
export const ATTACHMENTS_EVALUATION_MAX_BYTES = 300_000_000;
export const ATTACHMENTS_DAY_MAX_BYTES = 2_000_000_000;
/** One result or one note: some ten pages of text. Characters. */
export const CLINICAL_TEXT_MAX_LENGTH = 20_000;
/** Lines of one; consecutive empty lines count once, as on paper. */
export const CLINICAL_TEXT_MAX_LINES = 500;
/** A clarification of a closed evaluation, and how many a closing has. */
export const CLARIFICATION_MAX_LENGTH = 2_000;
export const CLARIFICATION_MAX_LINES = 60;
export const CLARIFICATIONS_MAX = 20;
/** All that an evaluation's documents say, in lines on paper: some 400 pages, which fifteen results and all notes at their limits fill. */
export const CLOSING_MAX_LINES = 21_000;
/** A phrase that a clinic keeps for its notes, and how many of them. */
export const NOTE_PHRASE_MAX_LENGTH = 500;
export const NOTE_PHRASES_MAX = 1_000;
/** Open evaluations that a doctor's device holds without being asked (R2). */
export const EVALUATIONS_KEPT_OFFLINE = 50;

export const CATALOG_CODE_MAX_LENGTH = 40;
export const CATALOG_NAME_MAX_LENGTH = 200;
export const CATALOG_TEXT_MAX_LENGTH = 2_000;
export const CONTACT_MAX_LENGTH = 200;
/** Also of a habilitación code: with dots and blanks, as people write them. */
export const NIT_MAX_LENGTH = 24;
export const USER_REASON_MAX_LENGTH = 500;
/** Why somebody signs as another, passes a warning or reopens. */
export const CLINICAL_REASON_MAX_LENGTH = 500;
/** A shorter one says nothing to whoever reads it later. Older ones that were stored stay as they are. */
export const REASON_MIN_LENGTH = 10;
/** P5: 250 KB, as 1 KB = 1000 bytes everywhere in the product. */
export const LOGO_MAX_BYTES = 250_000;
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;

/** Name of a surveillance programme, programmes of the clinic, and programmes of one evaluation. */
export const PROGRAMME_NAME_MAX_LENGTH = 80;
export const PROGRAMMES_MAX = 40;
export const SURVEILLANCE_MAX = 20;
/** One restriction or one task, and how many of each an evaluation has. */
export const DECISION_TEXT_MAX_LENGTH = 160;
export const RESTRICTIONS_MAX = 40;
export const TASKS_MAX = 40;
/** Corrections of one evaluation's registration. */
export const CORRECTIONS_MAX = 50;
