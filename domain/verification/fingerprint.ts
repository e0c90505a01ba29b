const SHORT_FINGERPRINT_LENGTH = 12;

export const shortFingerprintOf = (sha256: string): string => sha256.slice(0, SHORT_FINGERPRINT_LENGTH);
