const KEY_FINGERPRINT_LENGTH = 12;

export const keyFingerprintOf = (sha256: string): string => sha256.slice(0, KEY_FINGERPRINT_LENGTH);
