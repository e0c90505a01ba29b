const SHOWN_LETTERS = 12;

export const keyFingerprintOf = (sha256: string): string => sha256.slice(0, SHOWN_LETTERS);
