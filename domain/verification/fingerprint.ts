const SHOWN = 12;

/** Returns the beginning of the SHA-256 of a signed version, as documents print it. */
export const fingerprintOf = (sha256: string): string => sha256.slice(0, SHOWN);
