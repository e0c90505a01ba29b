import { isNonEmptyShortReason } from '#contract/primitives.ts';

/** Returns true if the server accepts the text as the reason of a correction. */
export const isValidReason = (text: string): boolean =>
  text.trim() !== '' && !isNonEmptyShortReason(text.trim());
